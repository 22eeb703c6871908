import { Type, type Static } from 'typebox'

import { ConnectionSchema, IntroductionSchema, ReminderSchema } from './connections.ts'
import { EventSummarySchema, SeatOfferSchema } from './events.ts'
import { MeetingSummarySchema } from './meetings.ts'

export const PROFILE_STEPS = [
  'displayName',
  'headline',
  'company',
  'industry',
  'city',
  'bio',
  'goals',
  'asks',
  'offers',
  'keywords',
] as const
export type ProfileStep = (typeof PROFILE_STEPS)[number]

export const DashboardSchema = Type.Object({
  displayName: Type.String(),
  /** Received requests, oldest first. */
  requests: Type.Array(ConnectionSchema),
  /** Seats offered to this member, first to expire first. */
  offers: Type.Array(SeatOfferSchema),
  /** Reminders from private notes that are due. */
  reminders: Type.Array(ReminderSchema),
  /** What the member goes to within the next seven days. */
  nextSevenDays: Type.Object({
    events: Type.Array(EventSummarySchema),
    meetings: Type.Array(MeetingSummarySchema),
  }),
  introduction: Type.Optional(IntroductionSchema),
  profile: Type.Object({
    /** 0–100. */
    completeness: Type.Integer(),
    missing: Type.Array(Type.Enum([...PROFILE_STEPS])),
  }),
})
export type Dashboard = Static<typeof DashboardSchema>
