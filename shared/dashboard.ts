import { Type, type Static } from 'typebox'

import { ConnectionSchema, IntroductionSchema, ReminderSchema } from './connections.ts'
import { EventSummarySchema, SeatOfferSchema } from './events.ts'
import { AskedIntroductionSchema } from './member-introductions.ts'
import { MeetingSummarySchema, MeetingTasksSchema } from './meetings.ts'
import { MemberCardSchema } from './members.ts'
import { LatestPrestigeSchema } from './prestige.ts'

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

/** What someone who joined lately has done of the three first steps. */
const FirstStepsSchema = Type.Object({
  photo: Type.Boolean(),
  /** At least one of each that has not expired. */
  asksAndOffers: Type.Boolean(),
  /** Answered an event, other than with can't go. */
  firstEvent: Type.Boolean(),
})
export type FirstSteps = Static<typeof FirstStepsSchema>

/** How an event went that has ended. */
const EventFigureSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  startsAt: Type.String(),
  timeZone: Type.String(),
  /** Absent: no limit. */
  capacity: Type.Optional(Type.Integer()),
  /** Seats taken, guests included. */
  seats: Type.Integer(),
  /** Members with a seat, and those of them who were checked in. */
  going: Type.Integer(),
  checkedIn: Type.Integer(),
})
export type EventFigure = Static<typeof EventFigureSchema>

/** For organisers. */
const OrganiserFiguresSchema = Type.Object({
  /** The latest events of theirs (for admins: of everyone) that have ended, at most six, oldest first. */
  events: Type.Array(EventFigureSchema),
  /** Listed members without a connection: how many of how many, and the first five by name. */
  unconnected: Type.Object({
    total: Type.Integer(),
    members: Type.Integer(),
    items: Type.Array(MemberCardSchema),
  }),
})
export type OrganiserFigures = Static<typeof OrganiserFiguresSchema>

export const DashboardSchema = Type.Object({
  displayName: Type.String(),
  /** Received requests, oldest first. */
  requests: Type.Array(ConnectionSchema),
  /** Seats offered to this member, first to expire first. */
  offers: Type.Array(SeatOfferSchema),
  /** Reminders from private notes that are due. */
  reminders: Type.Array(ReminderSchema),
  meetingTasks: MeetingTasksSchema,
  /** Questions to the member, and introductions by which they are connected now. */
  askedIntroductions: Type.Array(AskedIntroductionSchema),
  prestige: LatestPrestigeSchema,
  /** What the member goes to within the next seven days. */
  nextSevenDays: Type.Object({
    events: Type.Array(EventSummarySchema),
    meetings: Type.Array(MeetingSummarySchema),
  }),
  /** The next three events, when the member has none in the next seven days. */
  upcoming: Type.Array(EventSummarySchema),
  /** One; three for someone who has not completed the first steps. */
  introductions: Type.Array(IntroductionSchema),
  /** Absent once all are done, and 60 days after joining. */
  firstSteps: Type.Optional(FirstStepsSchema),
  organiser: Type.Optional(OrganiserFiguresSchema),
  profile: Type.Object({
    /** 0–100. */
    completeness: Type.Integer(),
    missing: Type.Array(Type.Enum([...PROFILE_STEPS])),
  }),
})
export type Dashboard = Static<typeof DashboardSchema>
