import { Type, type Static } from 'typebox'

import { pageOf } from './page.ts'

export const MEETING_KINDS = ['introduction', 'referral', 'advice', 'mentoring'] as const
export const MEETING_STATUSES = [
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
  /** ISO instants, once a slot was chosen. */
  startsAt: Type.Optional(Type.String()),
  durationMinutes: Type.Integer(),
})
export type MeetingSummary = Static<typeof MeetingSummarySchema>

export const MeetingPageSchema = pageOf(MeetingSummarySchema)
