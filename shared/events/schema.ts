import { Type, type Static } from 'typebox'

import { ChapterChoiceSchema, ChapterSlugSchema } from '#shared/chapters/schema.ts'
import * as m from '#shared/events/messages.ts'
import { HiddenSchema } from '#shared/lib/hidden.ts'
import { ImageIdSchema } from '#shared/lib/image-id.ts'
import { InstantSchema } from '#shared/lib/instant.ts'
import { AddressSchema, MemberCardSchema } from '#shared/people/members.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'

import {
  EVENT_FORMATS,
  EVENT_LIMITS,
  EVENT_LISTS,
  EVENT_STATUSES,
  EVENT_VISIBILITIES,
  JOIN_MODES,
  QUESTION_LIMITS,
  REPEATS,
  RSVP_STATES,
} from './rules.ts'
import { EVENT_RIGHTS, EVENT_ROLES } from './rights.ts'
import { AnswerSchema, QuestionSchema } from './questions.ts'
import { ParticipationSchema, SeatsSchema } from './rsvps.ts'

const {
  title,
  summary,
  description,
  venueName,
  joinUrl,
  capacity,
  guests,
  hosts,
  cohosts,
  helpers,
  tags,
  tag,
} = EVENT_LIMITS

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
    /** Whether it is shown without times. */
    allDay: Type.Boolean(),
    /** IANA name of the zone where the event takes place. */
    timeZone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Lisbon'] }),
    format: Type.Enum([...EVENT_FORMATS]),
    venue: Type.Optional(VenueSchema),
    joinUrl: Type.Optional(Type.String({ pattern: '^https://', maxLength: joinUrl })),
    cover: Type.Union([ImageIdSchema, Type.Literal('')]),
    visibility: Type.Enum([...EVENT_VISIBILITIES]),
    /** Undefined for an event of the organisation. */
    chapterId: Type.Optional(IdSchema),
    /** Ids of co-hosting chapters. */
    cohosts: Type.Optional(Type.Array(IdSchema, { maxItems: cohosts, uniqueItems: true })),
    /** Seats, guests included. Undefined without a limit. */
    capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: capacity })),
    /** Maximum guests per person. */
    guestsMax: Type.Integer({ minimum: 0, maximum: guests }),
    /** Whether people without an account can come, invited by members or, to a public event, on their own. */
    openToGuests: Type.Optional(Type.Boolean()),
    /** `open` by default. */
    joinMode: Type.Optional(Type.Enum([...JOIN_MODES])),
    /** Start of new answers of going or maybe; undefined without one. */
    rsvpOpensAt: Type.Optional(InstantSchema),
    /** Deadline for new answers of going or maybe. */
    rsvpDeadline: Type.Optional(InstantSchema),
    /** Member ids. */
    hosts: Type.Array(IdSchema, { maxItems: hosts, uniqueItems: true }),
    /** Hosts who can edit this event though they are no organisers of the community. */
    editors: Type.Optional(Type.Array(IdSchema, { maxItems: hosts, uniqueItems: true })),
    /** Members who can check people in, and who are no hosts. */
    helpers: Type.Optional(Type.Array(IdSchema, { maxItems: helpers, uniqueItems: true })),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: tag }), { maxItems: tags, uniqueItems: true }),
    /** Asked of everyone who is going. */
    questions: Type.Optional(Type.Array(QuestionSchema, { maxItems: QUESTION_LIMITS.questions })),
  },
  { additionalProperties: false },
)
export type EventEdit = Static<typeof EventEditSchema>

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
  /** Set if people without an account can come, with the window of RSVPs. */
  openToGuests: Type.Optional(Type.Boolean()),
  rsvpOpensAt: Type.Optional(Type.String()),
  rsvpDeadline: Type.Optional(Type.String()),
})
export type EventSummary = Static<typeof EventSummarySchema>

/** Work of a member at an event. */
export const EVENT_DUTIES = ['host', 'helper'] as const
export type EventDuty = (typeof EVENT_DUTIES)[number]

/** A seat offered to a member of the waitlist. */
export const SeatOfferSchema = Type.Object({
  event: EventSummarySchema,
  /** ISO instant. */
  until: Type.String(),
})
export type SeatOffer = Static<typeof SeatOfferSchema>

const FaceSchema = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  /** Id of a picture. */
  photo: Type.Optional(Type.String()),
})
export type Face = Static<typeof FaceSchema>

/** People of an event, without those hidden from the viewer. */
const EventPeopleSchema = Type.Object({
  host: Type.Optional(FaceSchema),
  /** Others who are going, at most five: connections of the viewer first. */
  faces: Type.Array(FaceSchema),
  /** Number of connections of the viewer who are going; they are the first of `faces`. */
  connectionsGoing: Type.Integer(),
})
export type EventPeople = Static<typeof EventPeopleSchema>

/** An event in a list. */
export const EventListItemSchema = Type.Object({
  ...EventSummarySchema.properties,
  seats: SeatsSchema,
  mine: Type.Optional(ParticipationSchema),
  /** The viewer’s right at the event. Undefined for those who can do what every member can. */
  right: Type.Optional(Type.Enum([...EVENT_RIGHTS])),
})
export type EventListItem = Static<typeof EventListItemSchema>

/** An event in a list, with its people. */
const EventCardSchema = Type.Object({
  ...EventListItemSchema.properties,
  ...EventPeopleSchema.properties,
  /** Whether the viewer is one of the hosts. */
  isHost: Type.Optional(Type.Boolean()),
  /** Name of its chapter, if the viewer sees that. */
  chapter: Type.Optional(Type.String()),
})
export type EventCard = Static<typeof EventCardSchema>
export const EventPageSchema = pageOf(EventCardSchema)

const DaySchema = Type.String({
  format: 'date',
  pattern: '^[12]\\d{3}-',
  explain: m.eventRuleDay,
})

/** Filters that lists and calendars share. */
const EVENT_FILTERS = {
  /** Prefixes of words of title, summary, venue, city or tags. */
  q: Type.Optional(Type.String({ maxLength: 100 })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: tag })),
  format: Type.Optional(Type.Enum([...EVENT_FORMATS])),
  /** A city, or `online`. */
  place: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
  /** Events that connections of the viewer are going to. */
  connections: Type.Optional(Type.Literal('1')),
  /** Slug of a chapter, whose events are those that it hosts or co-hosts; or `mine`. */
  chapter: Type.Optional(ChapterSlugSchema),
  /** IANA name of the zone of `from` and `to`. */
  zone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
}

export const EventListQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    ...EVENT_FILTERS,
    list: Type.Optional(Type.Enum([...EVENT_LISTS], { default: 'upcoming' })),
    /** First and last day. */
    from: Type.Optional(DaySchema),
    to: Type.Optional(DaySchema),
  },
  { additionalProperties: false },
)

export const EventCalendarQuerySchema = Type.Object(
  { ...EVENT_FILTERS, from: DaySchema, to: DaySchema },
  { additionalProperties: false },
)

/** An event in a calendar. */
const CalendarEventSchema = Type.Object({
  ...Type.Omit(EventSummarySchema, ['summary', 'cover', 'tags']).properties,
  isHost: EventCardSchema.properties.isHost,
  /** The viewer's RSVP. */
  state: Type.Optional(Type.Enum([...RSVP_STATES])),
})
export type CalendarEvent = Static<typeof CalendarEventSchema>

export const EventCalendarSchema = Type.Object({
  /** Earliest first. */
  items: Type.Array(CalendarEventSchema),
  /** Whether there are more than one answer can contain. */
  hasMore: Type.Boolean(),
})
export type EventCalendar = Static<typeof EventCalendarSchema>

/** An event as the viewer may see it. */
export const EventDetailsSchema = Type.Object({
  ...EventCardSchema.properties,
  /** Sent in `If-Match` with an edit. RSVPs do not change it. */
  version: Type.Integer(),
  description: Type.String(),
  venue: Type.Optional(VenueSchema),
  /** Only for members who are going and for organisers. */
  joinUrl: Type.Optional(Type.String()),
  visibility: Type.Enum([...EVENT_VISIBILITIES]),
  /** Its chapter and those that co-host it, without those that the viewer does not see. */
  hostChapters: Type.Optional(Type.Array(ChapterChoiceSchema)),
  /** The fields of an edit. Only for people who can edit the event. */
  chapterId: Type.Optional(Type.String()),
  cohosts: Type.Optional(Type.Array(Type.String())),
  capacity: Type.Optional(Type.Integer()),
  guestsMax: Type.Integer(),
  openToGuests: Type.Optional(Type.Boolean()),
  joinMode: Type.Enum([...JOIN_MODES]),
  rsvpOpensAt: Type.Optional(Type.String()),
  rsvpDeadline: Type.Optional(Type.String()),
  hosts: Type.Array(MemberCardSchema),
  /** The viewer's role. */
  role: Type.Optional(Type.Enum([...EVENT_ROLES])),
  /** Ids of the hosts who are editors, and the helpers. Only for people who can edit the event. */
  editors: Type.Optional(Type.Array(Type.String())),
  helpers: Type.Optional(Type.Array(MemberCardSchema)),
  questions: Type.Optional(Type.Array(QuestionSchema)),
  /** The viewer's answers. */
  answers: Type.Optional(Type.Array(AnswerSchema)),
  /** Reason for the cancellation. */
  reason: Type.Optional(Type.String()),
  /** The viewer's invitation, with the organiser who sent it unless they are unavailable. */
  invitation: Type.Optional(Type.Object({ by: Type.Optional(MemberCardSchema) })),
  /** Whether the viewer has to ask for a place. */
  needsRequest: Type.Boolean(),
  /** Members who wait for an organiser's decision. Only for organisers. */
  requests: Type.Optional(Type.Integer()),
  /** Whether anyone has RSVP’d; then the event cannot return to draft. */
  hasRsvps: Type.Boolean(),
  /** Set if it took place before it was imported. */
  isHistory: Type.Optional(Type.Literal(true)),
  seriesId: Type.Optional(Type.String()),
  /**
   * Content that an admin has hidden from everyone except the people who manage it: the whole event, or its cover.
   */
  hidden: Type.Optional(
    Type.Object({ event: Type.Optional(HiddenSchema), cover: Type.Optional(HiddenSchema) }),
  ),
})
export type EventDetails = Static<typeof EventDetailsSchema>

export const CancellationSchema = Type.Object(
  {
    reason: Type.String({
      minLength: EVENT_LIMITS.reason.min,
      maxLength: EVENT_LIMITS.reason.max,
      pattern: '\\S',
    }),
  },
  { additionalProperties: false },
)

/**
 * Creates copies as drafts. `startsAt` is that of the first copy; each keeps the local time in the event's zone and
 * the length. Without `repeat` there is one copy.
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

/** Tags and cities of upcoming events, most frequent first. */
export const EventTagsSchema = Type.Object({
  items: Type.Array(Type.String()),
  cities: Type.Array(Type.String()),
})
