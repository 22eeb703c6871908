/** Names and limits of feedback. Does not import the schema library, so that browsers can use it. */

import * as m from './messages.ts'
import { DAY } from '#shared/lib/durations.ts'

export const FEEDBACK_LIMITS = {
  /** Ratings go from 1 to this. */
  rating: 5,
  /** Characters of the sentence. */
  sentence: 500,
  /** Hosts see results from this number of answers on. */
  shownFrom: 5,
} as const

/** Milliseconds from the morning on which attendees are asked. */
export const FEEDBACK_OPEN_FOR = 14 * DAY

/** Ratings from 1 on. */
const RATINGS = ['poor', 'fair', 'good', 'veryGood', 'excellent'] as const

/** Ratings in words, from 1 on. */
export const ratingNames = () => RATINGS.map((rating) => m.feedbackRating({ rating }))
