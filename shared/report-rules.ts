/** Reports: names and limits. Imports nothing, so that the browser can import it. */

/** What can be reported. `photo`: a member's; `cover`: an event's; `note`: of a connection request. */
export const REPORT_KINDS = ['profile', 'photo', 'event', 'cover', 'announcement', 'note'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

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

/** In the order in which the form lists them. */
export const REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  harassment: 'Harassment or bullying',
  hate: 'Hate or discrimination',
  spam: 'Spam or scam',
  impersonation: 'Impersonation',
  privacy: 'Someone’s private data',
  inappropriate: 'Inappropriate content',
  other: 'Something else',
}

export const REPORT_DECISIONS = ['dismiss', 'hide', 'warn', 'suspend'] as const
export type ReportDecision = (typeof REPORT_DECISIONS)[number]

/** What the reporter is told. That a member was suspended is not disclosed to others. */
export const REPORT_OUTCOMES = ['dismissed', 'actionTaken'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

export const OUTCOME_LABELS: Readonly<Record<ReportOutcome, string>> = {
  dismissed: 'We found no violation of our rules.',
  actionTaken: 'We’ve taken action.',
}

/** Characters of a text, and reports of one person in 24 hours. */
export const REPORT_LIMITS = { text: 1000, note: { min: 3, max: 500 }, perDay: 10 } as const

export const OTHER_REASON_RULE = 'Describe what’s wrong.'
export const DECISION_NOTE_RULE = `Enter a reason (at least ${REPORT_LIMITS.note.min} characters).`
