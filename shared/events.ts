import { Type, type Static } from 'typebox'

import {
  EVENT_FORMATS,
  EVENT_LIMITS,
  EVENT_LISTS,
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  REPEATS,
  RSVP_ANSWERS,
  RSVP_STATES,
} from './event-rules.ts'
import { ImageIdSchema } from './images.ts'
import { AddressSchema, MemberCardSchema } from './members.ts'
import { CursorQuerySchema, IdSchema, pageOf } from './page.ts'

const { title, summary, description, venueName, joinUrl, capacity, guests, hosts, tags, tag } = EVENT_LIMITS

/** Of a year with four digits also in UTC: others would not sort as texts. */
export const InstantSchema = Type.String({
  format: 'date-time',
  pattern: '^[12]\\d{3}-',
  maxLength: 30,
  explain: 'Enter a year between 1000 and 2999.',
})

export const VenueSchema = Type.Object(
  { name: Type.String({ maxLength: venueName }), address: AddressSchema },
  { additionalProperties: false },
)

/** Whole event as an organiser sends it. Texts may be empty, what is optional may be absent. */
export const EventEditSchema = Type.Object(
  {
    title: Type.String({ minLength: title.min, maxLength: title.max, pattern: '\\S' }),
    summary: Type.String({ maxLength: summary }),
    /** Markdown; raw HTML in it is shown as text. */
    description: Type.String({ maxLength: description }),
    /** ISO instants in UTC. An all-day event starts and ends at midnight in its zone. */
    startsAt: InstantSchema,
    endsAt: InstantSchema,
    /** Shown by its days alone. */
    allDay: Type.Boolean(),
    /** IANA name: where the event happens. */
    timeZone: Type.String({ minLength: 1, maxLength: 64 }),
    format: Type.Enum([...EVENT_FORMATS]),
    venue: Type.Optional(VenueSchema),
    joinUrl: Type.Optional(Type.String({ pattern: '^https://', maxLength: joinUrl })),
    cover: Type.Union([ImageIdSchema, Type.Literal('')]),
    visibility: Type.Enum([...EVENT_VISIBILITIES]),
    /** Seats, guests included. Absent: as many as come. */
    capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: capacity })),
    /** Guests that one person may bring. */
    guestsMax: Type.Integer({ minimum: 0, maximum: guests }),
    /** After it nobody can newly say going or maybe. */
    rsvpDeadline: Type.Optional(InstantSchema),
    /** Member ids. */
    hosts: Type.Array(IdSchema, { maxItems: hosts, uniqueItems: true }),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: tag }), { maxItems: tags, uniqueItems: true }),
  },
  { additionalProperties: false },
)
export type EventEdit = Static<typeof EventEditSchema>

/** The viewer's own answer. */
export const ParticipationSchema = Type.Object({
  state: Type.Enum([...RSVP_STATES]),
  guests: Type.Integer(),
  /** 1 is first; only while waitlisted. */
  position: Type.Optional(Type.Integer()),
  /** Until when an offered seat is held. ISO instant. */
  offerUntil: Type.Optional(Type.String()),
  /** An offered seat ran out: the state is `declined` and the viewer may ask for a seat again. */
  lapsed: Type.Optional(Type.Boolean()),
  checkedInAt: Type.Optional(Type.String()),
})
export type Participation = Static<typeof ParticipationSchema>

export const EventSummarySchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  startsAt: Type.String(),
  endsAt: Type.String(),
  allDay: Type.Boolean(),
  timeZone: Type.String(),
  format: Type.Enum([...EVENT_FORMATS]),
  status: Type.Enum([...EVENT_STATUSES]),
  venueName: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  cover: Type.Optional(Type.String()),
  tags: Type.Array(Type.String()),
})
export type EventSummary = Static<typeof EventSummarySchema>

/** A seat that is held for someone who waited. */
export const SeatOfferSchema = Type.Object({
  event: EventSummarySchema,
  /** ISO instant. */
  until: Type.String(),
})
export type SeatOffer = Static<typeof SeatOfferSchema>

/** How full it is. Absent `left`: no limit. */
export const SeatsSchema = Type.Object({
  /** People going, guests included. */
  going: Type.Integer(),
  /** Held or taken seats count as not left. */
  left: Type.Optional(Type.Integer()),
  /** People on the waitlist. */
  waiting: Type.Integer(),
})
export type Seats = Static<typeof SeatsSchema>

/** A line of `/events`. */
export const EventListItemSchema = Type.Object({
  ...EventSummarySchema.properties,
  seats: SeatsSchema,
  mine: Type.Optional(ParticipationSchema),
  /** Whether the viewer may edit it and see its roster. */
  managed: Type.Boolean(),
})
export type EventListItem = Static<typeof EventListItemSchema>
export const EventPageSchema = pageOf(EventListItemSchema)

export const EventListQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    list: Type.Optional(Type.Enum([...EVENT_LISTS], { default: 'upcoming' })),
    /** Beginnings of words of title, summary, venue, city or tags. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: tag })),
    format: Type.Optional(Type.Enum([...EVENT_FORMATS])),
  },
  { additionalProperties: false },
)

/** `/event/{eventId}` as the viewer may see it. */
export const EventDetailsSchema = Type.Object({
  ...EventListItemSchema.properties,
  /** Goes back in `If-Match` with an edit. Answers do not change it. */
  version: Type.Integer(),
  description: Type.String(),
  venue: Type.Optional(VenueSchema),
  /** Only for those going, and for those who manage the event. */
  joinUrl: Type.Optional(Type.String()),
  visibility: Type.Enum([...EVENT_VISIBILITIES]),
  capacity: Type.Optional(Type.Integer()),
  guestsMax: Type.Integer(),
  rsvpDeadline: Type.Optional(Type.String()),
  hosts: Type.Array(MemberCardSchema),
  /** Why it was cancelled. */
  reason: Type.Optional(Type.String()),
  /** Whether anyone has answered: then there is no way back to a draft. */
  answered: Type.Boolean(),
  seriesId: Type.Optional(Type.String()),
})
export type EventDetails = Static<typeof EventDetailsSchema>

export const AnswerSchema = Type.Object(
  {
    state: Type.Enum([...RSVP_ANSWERS]),
    guests: Type.Integer({ minimum: 0, maximum: guests }),
  },
  { additionalProperties: false },
)
export type Answer = Static<typeof AnswerSchema>

/** What an answer came to: `going` may have become `waitlisted`. */
export const AnsweredSchema = Type.Object({ mine: ParticipationSchema, seats: SeatsSchema })
export type Answered = Static<typeof AnsweredSchema>

export const AttendeeSchema = Type.Object({ member: MemberCardSchema, guests: Type.Integer() })
export type Attendee = Static<typeof AttendeeSchema>
/** Who is going, in the order in which they got their seats; those the viewer may not see are left out. */
export const AttendeePageSchema = pageOf(AttendeeSchema)

export const CancellationSchema = Type.Object(
  { reason: Type.String({ minLength: 3, maxLength: EVENT_LIMITS.reason, pattern: '\\S' }) },
  { additionalProperties: false },
)

/**
 * Copies as drafts. `startsAt` is the first copy's; each copy keeps the wall-clock time in the event's zone and the
 * length. Without `repeat` there is one.
 */
export const DuplicationSchema = Type.Object(
  {
    startsAt: InstantSchema,
    repeat: Type.Optional(
      Type.Object(
        {
          every: Type.Enum([...REPEATS]),
          count: Type.Integer({ minimum: 2, maximum: EVENT_LIMITS.series }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Duplication = Static<typeof DuplicationSchema>
export const CopiesSchema = Type.Object({ ids: Type.Array(Type.String()) })

export const EventTagsSchema = Type.Object({ items: Type.Array(Type.String()) })
