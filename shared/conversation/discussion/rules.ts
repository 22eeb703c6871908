/** Names and limits of discussions. Does not import the schema library, so that browsers can use it. */

import { MINUTE } from '#shared/lib/durations.ts'

export const DISCUSSION_LIMITS = {
  /** Characters of a question or an answer. */
  text: 1_000,
  /** Questions and answers of a member within 24 hours. */
  perDay: 30,
  /** Milliseconds after sending. */
  editable: 10 * MINUTE,
  /** Answers that are shown below a question before one asks for all. */
  firstAnswers: 3,
} as const

/**
 * News of a discussion that a member gets. `own`: answers to their questions, and hosts all questions; `all`:
 * everything.
 */
export const DISCUSSION_NEWS = ['own', 'all', 'none'] as const
export type DiscussionNews = (typeof DISCUSSION_NEWS)[number]
