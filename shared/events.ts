import { Type, type Static } from 'typebox'

import {
  EVENT_FORMATS,
  EVENT_LIMITS,
  EVENT_LISTS,
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  REPEATS,
  RSVP_CHOICES,
  RSVP_STATES,
} from './event-rules.ts'
import { HiddenSchema } from './hidden.ts'
import { ImageIdSchema } from './images.ts'
import { InstantSchema } from './instant.ts'
import { AddressSchema, MemberCardSchema } from './members.ts'
import { CursorQuerySchema, IdSchema, pageOf } from './page.ts'

const { title, summary, description, venueName, joinUrl, capacity, guests, hosts, tags, tag } = EVENT_LIMITS

const VenueSchema = Type.Object(
  { name: Type.String({ maxLength: venueName }), address: AddressSchema },
  { additionalProperties: false },
)

/** A whole event as an organiser submits it. Texts may be empty. */
export const EventEditSchema = Type.Object(
  {
    title: Type.String({ minLength: title.min, maxLength: title.max, pattern: '\\S' }),
    summary: Type.String({ maxLength: summary }),
    /** Markdown; raw HTML in it is shown as text. */
    description: Type.String({ maxLength: description }),
    /** ISO instants in UTC. An all-day event starts and ends at midnight in its zone. */
    startsAt: InstantSchema,
    endsAt: InstantSchema,
    /** Shown without times. */
    allDay: Type.Boolean(),
    /** IANA name of the zone where the event takes place. */
    timeZone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Lisbon'] }),
    format: Type.Enum([...EVENT_FORMATS]),
    venue: Type.Optional(VenueSchema),
    joinUrl: Type.Optional(Type.String({ pattern: '^https://', maxLength: joinUrl })),
    cover: Type.Union([ImageIdSchema, Type.Literal('')]),
    visibility: Type.Enum([...EVENT_VISIBILITIES]),
    /** Seats, guests included. Absent: no limit. */
    capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: capacity })),
    /** Guests that one person may bring. */
    guestsMax: Type.Integer({ minimum: 0, maximum: guests }),
    /** After it, nobody can newly answer going or maybe. */
    rsvpDeadline: Type.Optional(InstantSchema),
    /** Member ids. */
    hosts: Type.Array(IdSchema, { maxItems: hosts, uniqueItems: true }),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: tag }), { maxItems: tags, uniqueItems: true }),
  },
  { additionalProperties: false },
)
export type EventEdit = Static<typeof EventEditSchema>

/** The viewer's RSVP. */
export const ParticipationSchema = Type.Object({
  state: Type.Enum([...RSVP_STATES]),
  guests: Type.Integer(),
  /** 1 is first; only while waitlisted. */
  position: Type.Optional(Type.Integer()),
  /** When the offered seat expires. ISO instant. */
  offerUntil: Type.Optional(Type.String()),
  /** An offered seat expired: the state is `declined`, and the viewer can ask for a seat again. */
  lapsed: Type.Optional(Type.Boolean()),
  /** Why an organiser removed the viewer: the state is `declined`, and the viewer cannot RSVP again. */
  removalReason: Type.Optional(Type.String()),
  /** Why an organiser gave someone who came later a seat; only while waitlisted, and the latest. */
  passedOverReason: Type.Optional(Type.String()),
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

/** A seat offered to a member of the waitlist. */
export const SeatOfferSchema = Type.Object({
  event: EventSummarySchema,
  /** ISO instant. */
  until: Type.String(),
})
export type SeatOffer = Static<typeof SeatOfferSchema>

/** How full the event is. Absent `left`: no limit. */
const SeatsSchema = Type.Object({
  /** People going, guests included. */
  going: Type.Integer(),
  /** Without seats that are held for offers. */
  left: Type.Optional(Type.Integer()),
  /** People on the waitlist. */
  waiting: Type.Integer(),
})
export type Seats = Static<typeof SeatsSchema>

/** An event in a list. */
const EventListItemSchema = Type.Object({
  ...EventSummarySchema.properties,
  seats: SeatsSchema,
  mine: Type.Optional(ParticipationSchema),
  /** Whether the viewer organises the event. */
  managed: Type.Boolean(),
})
export type EventListItem = Static<typeof EventListItemSchema>
export const EventPageSchema = pageOf(EventListItemSchema)

export const EventListQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    list: Type.Optional(Type.Enum([...EVENT_LISTS], { default: 'upcoming' })),
    /** Prefixes of words of title, summary, venue, city or tags. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: tag })),
    format: Type.Optional(Type.Enum([...EVENT_FORMATS])),
  },
  { additionalProperties: false },
)

/** An event as the viewer may see it. */
export const EventDetailsSchema = Type.Object({
  ...EventListItemSchema.properties,
  /** Sent in `If-Match` with an edit. RSVPs do not change it. */
  version: Type.Integer(),
  description: Type.String(),
  venue: Type.Optional(VenueSchema),
  /** Only for those going and for organisers. */
  joinUrl: Type.Optional(Type.String()),
  visibility: Type.Enum([...EVENT_VISIBILITIES]),
  capacity: Type.Optional(Type.Integer()),
  guestsMax: Type.Integer(),
  rsvpDeadline: Type.Optional(Type.String()),
  hosts: Type.Array(MemberCardSchema),
  /** Why it was cancelled. */
  reason: Type.Optional(Type.String()),
  /** Whether anyone has RSVP’d; then the event cannot go back to draft. */
  hasRsvps: Type.Boolean(),
  seriesId: Type.Optional(Type.String()),
  /** What an admin has hidden from everyone but those who manage it: the whole event, or its cover. */
  hidden: Type.Optional(
    Type.Object({ event: Type.Optional(HiddenSchema), cover: Type.Optional(HiddenSchema) }),
  ),
})
export type EventDetails = Static<typeof EventDetailsSchema>

export const RsvpEditSchema = Type.Object(
  {
    state: Type.Enum([...RSVP_CHOICES]),
    guests: Type.Integer({ minimum: 0, maximum: guests }),
  },
  { additionalProperties: false },
)
export type RsvpEdit = Static<typeof RsvpEditSchema>

/** The outcome of an RSVP: `going` may have become `waitlisted`. */
export const RsvpOutcomeSchema = Type.Object({ mine: ParticipationSchema, seats: SeatsSchema })
export type RsvpOutcome = Static<typeof RsvpOutcomeSchema>

/** An RSVP to an event that admins have hidden, which the member can only give up. */
const HiddenRsvpSchema = Type.Object({
  /** The event's id. */
  event: Type.String(),
  startsAt: Type.String(),
  mine: ParticipationSchema,
})
export type HiddenRsvp = Static<typeof HiddenRsvpSchema>
export const HiddenRsvpListSchema = Type.Object({ items: Type.Array(HiddenRsvpSchema) })
export type HiddenRsvpList = Static<typeof HiddenRsvpListSchema>

const AttendeeSchema = Type.Object({ member: MemberCardSchema, guests: Type.Integer() })
export type Attendee = Static<typeof AttendeeSchema>
/** Those going, in the order of their seats, without those hidden from the viewer. */
export const AttendeePageSchema = pageOf(AttendeeSchema)

export const CancellationSchema = Type.Object(
  { reason: Type.String({ minLength: 3, maxLength: EVENT_LIMITS.reason, pattern: '\\S' }) },
  { additionalProperties: false },
)

/**
 * Creates copies as drafts. `startsAt` is the first copy's; each keeps the local time in the event's zone and the
 * length. Without `repeat` there is one copy.
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
