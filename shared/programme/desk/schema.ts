import { Type, type Static } from 'typebox'

import { MemberCardSchema } from '#shared/people/members.ts'

import { FIGURE_TABLES, NEXT_STEPS } from './rules.ts'
import { file } from '#shared/lib/route-parts.ts'
import { ofEvent } from '#shared/events/route-ids.ts'

const Count = Type.Integer()

/** The next step of an event's organiser. */
const DeskSchema = Type.Object({
  nextStep: Type.Optional(
    Type.Object({
      kind: Type.Enum([...NEXT_STEPS]),
      /** Number of people whom it is about. */
      people: Type.Optional(Count),
    }),
  ),
})
export type Desk = Static<typeof DeskSchema>

/** Days in UTC on which something happened, earliest first. RSVPs count on the day of the latest answer. */
const EventNumbersSchema = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String({ examples: ['2026-11-26'] }),
      /** Page views by members, and by visitors without a session. */
      members: Count,
      visitors: Count,
      going: Count,
      maybe: Count,
      waiting: Count,
      declined: Count,
    }),
  ),
  going: Count,
  /** Undefined if check-in was not used. */
  checkedIn: Type.Optional(Count),
})
export type EventNumbers = Static<typeof EventNumbersSchema>
export type DayNumbers = EventNumbers['days'][number]

/** Figures of an event that has ended. */
const EndedEventSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  startsAt: Type.String(),
  timeZone: Type.String(),
  /** Undefined without a limit. */
  capacity: Type.Optional(Count),
  /** Seats taken, guests included. */
  seats: Count,
  /** Members with a seat. */
  going: Count,
  /** Undefined if check-in was not used. */
  checkedIn: Type.Optional(Count),
  /** Members who came, or were going if check-in was not used, and had not been to an event before. */
  newcomers: Count,
  /** Views of its page. */
  views: Count,
})
export type EndedEvent = Static<typeof EndedEventSchema>

const EventFiguresSchema = Type.Object({
  /** Whether the events are those of all organisers, as for admins, instead of the member's own. */
  ofEveryone: Type.Boolean(),
  /** The latest that have ended, oldest first. */
  events: Type.Array(EndedEventSchema),
  /** Members who came to one of these events, and had not been to one for 90 days at the end of the month. */
  months: Type.Array(Type.Object({ month: Type.String({ examples: ['2026-11'] }), people: Count })),
  /** The same, today: the longest absent first. */
  notBeen: Type.Object({
    total: Count,
    items: Type.Array(Type.Object({ member: MemberCardSchema, lastAt: Type.String(), title: Type.String() })),
  }),
})
export type EventFigures = Static<typeof EventFiguresSchema>

const FigureTableQuerySchema = Type.Object(
  { table: Type.Enum([...FIGURE_TABLES]) },
  { additionalProperties: false },
)

export const deskApi = {
  'GET /api/events/:eventId/desk': {
    summary: 'Get the next step of an event’s organiser',
    params: ofEvent,
    response: { 200: DeskSchema },
  },
  'GET /api/events/:eventId/numbers': {
    summary: 'Count an event’s page views and RSVPs by day',
    params: ofEvent,
    response: { 200: EventNumbersSchema },
  },
  'GET /api/events/:eventId/numbers.csv': {
    summary: 'Download an event’s numbers by day as CSV',
    params: ofEvent,
    response: file('text/csv'),
  },
  'GET /api/events/figures': {
    summary: 'Get figures across your past events',
    response: { 200: EventFiguresSchema },
  },
  'GET /api/events/figures.csv': {
    summary: 'Download figures across your events as CSV',
    querystring: FigureTableQuerySchema,
    response: file('text/csv'),
  },
}
