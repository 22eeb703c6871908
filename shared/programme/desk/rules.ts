/** Names and limits of the organiser's desk. Does not import the schema library, so that browsers can use it. */

import { DAY } from '#shared/lib/durations.ts'

/** Next steps of an event's organiser. */
export const NEXT_STEPS = [
  'publish',
  'answerRequests',
  'checkIn',
  'complete',
  'remind',
  'thank',
  'recap',
] as const
export type NextStepKind = (typeof NEXT_STEPS)[number]

/** Time before the start within which members who answered maybe are reminded to decide. */
export const REMIND_WITHIN = 3 * DAY
/** Time after the end within which organisers thank those who came, and publish a recap. */
export const THANK_WITHIN = 14 * DAY

/** Time without attending an event after which a member counts as absent. */
export const NOT_BEEN_FOR = 90 * DAY

/** Tables of the figures across events that can be downloaded. */
export const FIGURE_TABLES = ['events', 'months', 'people'] as const
export type FigureTable = (typeof FIGURE_TABLES)[number]
