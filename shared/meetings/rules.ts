/** States and limits of growth meetings. Does not import the schema library, so that the browser can import it. */

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'

export const MEETING_KINDS = ['introduction', 'referral', 'advice', 'mentoring'] as const
export type MeetingKind = (typeof MEETING_KINDS)[number]

export const MEETING_SOURCES = ['introduction', 'event', 'ask'] as const

/**
 * `proposed` and `rescheduled` (a scheduled meeting whose time is no longer valid) are open for votes.
 * `awaitingConfirmation` and `followedUp` follow from the time and from the promises.
 */
export const MEETING_STATUSES = [
  'proposed',
  'rescheduled',
  'scheduled',
  'awaitingConfirmation',
  'held',
  'followedUp',
  'notHeld',
  'declined',
  'expired',
  'cancelled',
] as const
export type MeetingStatus = (typeof MEETING_STATUSES)[number]

export const VOTES = ['yes', 'ifNeeded', 'no'] as const
export type Vote = (typeof VOTES)[number]

export const OUTCOME_KINDS = ['introduction', 'referral', 'advice', 'business'] as const
export type OutcomeKind = (typeof OUTCOME_KINDS)[number]

export const PROMISE_STATES = ['open', 'done', 'dropped'] as const

/** Commands of participants on a meeting, which depend on its state and on the person. */
export const MEETING_ACTIONS = [
  'vote',
  'choose',
  'edit',
  'reschedule',
  'cancel',
  'decline',
  'leave',
  'confirm',
  'followUp',
] as const
export type MeetingAction = (typeof MEETING_ACTIONS)[number]

/** Characters, counts and minutes. */
export const MEETING_LIMITS = {
  purpose: { min: 3, max: 280 },
  participants: { min: 2, max: 9 },
  durationMinutes: { min: 15, max: 120 },
  /** Length of a meeting to help with an ask, which its organiser doesn't choose. */
  helpMinutes: 30,
  slots: 6,
  place: 200,
  joinUrl: 2048,
  agendaItems: 5,
  agendaItem: 160,
  reason: 280,
  notes: 5000,
  outcomes: 20,
  outcomeNote: 200,
  promises: 20,
  promise: 200,
  thanks: 280,
  /** Open proposals per organiser. */
  openProposals: 50,
  /** Days ahead at which a slot or a due date can be. */
  daysAhead: 365,
} as const

/**
 * Milliseconds after which a proposal without a result expires, unless its last slot begins earlier. All values
 * below are in milliseconds, too.
 */
export const PROPOSAL_LIFETIME = 7 * DAY
/** Delay from the end until participants are asked whether the meeting took place. */
export const CONFIRMATION_OPENS = HOUR
/** Period after the end; without two confirmations by then, the meeting counts as not held. */
export const CONFIRMATION_CLOSES = 14 * DAY
/** Time before the start from which the join link is shown. It is hidden again at the end. */
export const JOIN_OPENS = 15 * MINUTE
