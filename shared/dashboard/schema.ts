import { Type, type Static } from 'typebox'

import { ConnectionSchema, SuggestionSchema, ReminderSchema } from '#shared/people/connections.ts'
import { EVENT_DUTIES, EventSummarySchema, SeatOfferSchema } from '#shared/events/schema.ts'
import { AskedIntroductionSchema } from '#shared/people/introductions.ts'
import { MeetingSummarySchema, MeetingTasksSchema } from '#shared/meetings/schema.ts'
import { MemberCardSchema } from '#shared/people/members.ts'
import { DashboardRoundsSchema } from '#shared/rounds/schema.ts'
import { LatestPrestigeSchema } from '#shared/prestige/schema.ts'

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

/** Progress of a new member in the first steps. */
const FirstStepsSchema = Type.Object({
  photo: Type.Boolean(),
  /** Whether they have at least one current ask and one current offer. */
  asksAndOffers: Type.Boolean(),
  /** Whether they have an RSVP other than can't go. */
  firstEvent: Type.Boolean(),
  /** Whether they have a connection, or a request in either direction. */
  hello: Type.Boolean(),
  /** The next event that they are going to, with people to say hello to. */
  eventId: Type.Optional(Type.String()),
  /** Whether they have invited a friend; undefined where members cannot. */
  friend: Type.Optional(Type.Boolean()),
})
export type FirstSteps = Static<typeof FirstStepsSchema>

/** Figures of an event that has ended. */
const EventFigureSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  startsAt: Type.String(),
  timeZone: Type.String(),
  /** Undefined without a limit. */
  capacity: Type.Optional(Type.Integer()),
  /** Seats taken, guests included. */
  seats: Type.Integer(),
  /** Members with a seat, and the number who were checked in. */
  going: Type.Integer(),
  checkedIn: Type.Integer(),
})
export type EventFigure = Static<typeof EventFigureSchema>

/** Figures for organisers. */
const OrganiserFiguresSchema = Type.Object({
  /** Whether `events` are those of all organisers, as for admins, instead of the member's own. */
  ofEveryone: Type.Boolean(),
  /** The latest that have ended, at most six, oldest first. */
  events: Type.Array(EventFigureSchema),
  /** Listed members without a connection: their number, the number of all, and the first five by name. */
  unconnected: Type.Object({
    total: Type.Integer(),
    members: Type.Integer(),
    items: Type.Array(MemberCardSchema),
  }),
})
export type OrganiserFigures = Static<typeof OrganiserFiguresSchema>

const AgendaSchema = Type.Object({
  events: Type.Array(
    Type.Object({ ...EventSummarySchema.properties, duty: Type.Optional(Type.Enum([...EVENT_DUTIES])) }),
  ),
  meetings: Type.Array(MeetingSummarySchema),
})

export const DashboardSchema = Type.Object({
  displayName: Type.String(),
  /** Received requests, oldest first. */
  requests: Type.Array(ConnectionSchema),
  /** Seats offered to this member, earliest expiry first. */
  offers: Type.Array(SeatOfferSchema),
  /** Reminders from private notes that are due. */
  reminders: Type.Array(ReminderSchema),
  meetingTasks: MeetingTasksSchema,
  /** Questions to the member, and introductions that have connected them. */
  askedIntroductions: Type.Array(AskedIntroductionSchema),
  prestige: LatestPrestigeSchema,
  /** Events that the member is going to, hosts or helps at, and meetings, within the next seven days. */
  nextSevenDays: AgendaSchema,
  /** The first of these after seven days, if there are none within them. */
  later: Type.Optional(AgendaSchema),
  /** The next three events, when the member has none in the next seven days. */
  upcoming: Type.Array(EventSummarySchema),
  /** One suggestion; three for a member who has not completed the first steps. */
  suggestions: Type.Array(SuggestionSchema),
  /** Undefined once all are done or dismissed, and from 60 days after joining. */
  firstSteps: Type.Optional(FirstStepsSchema),
  organiser: Type.Optional(OrganiserFiguresSchema),
  /** Rounds that are open for the member. */
  rounds: Type.Optional(DashboardRoundsSchema),
  profile: Type.Object({
    /** Percentage. */
    completeness: Type.Integer(),
    missing: Type.Array(Type.Enum([...PROFILE_STEPS])),
  }),
})
export type Dashboard = Static<typeof DashboardSchema>
