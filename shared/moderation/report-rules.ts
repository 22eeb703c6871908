/** Reports: kinds and limits. Imports nothing, so that the browser can import it. */

/**
 * Kinds of content that can be reported. `photo`: a member's; `cover`: an event's; `post`: a question or an answer in the
 * discussion of an event; `note`: that of a connection request.
 */
export const REPORT_KINDS = ['profile', 'photo', 'event', 'cover', 'announcement', 'post', 'note'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** Reasons in the order of the form. */
export const REPORT_REASONS = [
  'harassment',
  'hate',
  'spam',
  'impersonation',
  'privacy',
  'inappropriate',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_DECISIONS = ['dismiss', 'hide', 'warn', 'suspend'] as const
export type ReportDecision = (typeof REPORT_DECISIONS)[number]

/** Outcomes for the reporter. The suspension of a member is not disclosed to others. */
export const REPORT_OUTCOMES = ['dismissed', 'actionTaken'] as const

/** Characters of a text, and reports per person in 24 hours. */
export const REPORT_LIMITS = { text: 1000, note: { min: 3, max: 500 }, perDay: 10 } as const
