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
  /** Requests that wait for this member's answer, oldest first. */
  requests: Type.Array(ConnectionSchema),
  /** Seats that are held for this member, the first to run out first. */
  offers: Type.Array(SeatOfferSchema),
  /** People to get in touch with today or before, by the member's own notes. */
  reminders: Type.Array(ReminderSchema),
  /** What the member takes part in from now until seven days from now. */
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
