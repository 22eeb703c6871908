import { Type, type Static } from 'typebox'

import { pageOf } from './page.ts'

const MEETING_KINDS = ['introduction', 'referral', 'advice', 'mentoring'] as const
const MEETING_STATUSES = [
  'proposed',
  'scheduled',
  'declined',
  'expired',
  'cancelled',
  'held',
  'notHeld',
  'followedUp',
] as const

export const MeetingSummarySchema = Type.Object({
  id: Type.String(),
  purpose: Type.String(),
  kind: Type.Enum([...MEETING_KINDS]),
  status: Type.Enum([...MEETING_STATUSES]),
  /** ISO instant, once scheduled. */
  startsAt: Type.Optional(Type.String()),
  durationMinutes: Type.Integer(),
})
export type MeetingSummary = Static<typeof MeetingSummarySchema>

export const MeetingPageSchema = pageOf(MeetingSummarySchema)

export const MEETING_OUTCOMES = ['introduction', 'referral', 'advice', 'business'] as const
const PROMISE_STATES = ['open', 'done', 'dropped'] as const

/** A follow-up that a participant promised. */
export const PromiseSchema = Type.Object({
  text: Type.String(),
  /** Member id. */
  owner: Type.String(),
  /** `YYYY-MM-DD` */
  dueOn: Type.String(),
  state: Type.Enum([...PROMISE_STATES]),
})

/** A meeting with its outcomes, for its participants. */
export const MeetingTogetherSchema = Type.Object({
  ...MeetingSummarySchema.properties,
  outcomes: Type.Array(Type.Enum([...MEETING_OUTCOMES])),
  openPromises: Type.Array(PromiseSchema),
})
export type MeetingTogether = Static<typeof MeetingTogetherSchema>
