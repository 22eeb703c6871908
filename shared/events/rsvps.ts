import { Type, type Static } from 'typebox'

import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import { AnswersEditSchema } from './questions.ts'
import { ATTENDEE_FILTERS, EVENT_LIMITS, RSVP_CHOICES, RSVP_STATES } from './rules.ts'
import { ofEvent } from './route-ids.ts'

/** The viewer's RSVP. */
export const ParticipationSchema = Type.Object({
  state: Type.Enum([...RSVP_STATES]),
  guests: Type.Integer(),
  /** Position on the waitlist, starting at 1; only while waitlisted. */
  position: Type.Optional(Type.Integer()),
  /** Expiry of the offered seat. ISO instant. */
  offerUntil: Type.Optional(Type.String()),
  /** An offered seat has expired: the state is `declined`, and the viewer can ask for a seat again. */
  lapsed: Type.Optional(Type.Boolean()),
  /** The organiser's reason for removing the viewer: the state is `declined`, and the viewer cannot RSVP again. */
  removalReason: Type.Optional(Type.String()),
  /** An organiser declined the viewer's request: the state is `declined`, and the viewer cannot ask again. */
  requestDeclined: Type.Optional(Type.Boolean()),
  /** No organiser answered the viewer's request before the event ended: the state is `declined`. */
  requestExpired: Type.Optional(Type.Boolean()),
  /** The viewer's note with the request; only while requested. */
  requestNote: Type.Optional(Type.String()),
  /** The organiser's note about the declined request. */
  declineNote: Type.Optional(Type.String()),
  /** The organiser's latest reason for giving a seat to someone further back; only while waitlisted. */
  passedOverReason: Type.Optional(Type.String()),
  checkedInAt: Type.Optional(Type.String()),
  /** Identifies the viewer's last choice. */
  choiceId: Type.Optional(Type.String()),
  /** Whether the viewer has a seat in the published plan of tables. */
  hasTables: Type.Optional(Type.Boolean()),
})
export type Participation = Static<typeof ParticipationSchema>

/** Numbers of seats. `left` is undefined without a limit. */
export const SeatsSchema = Type.Object({
  /** People going, guests included. */
  going: Type.Integer(),
  /** Excludes seats that are held for offers. */
  left: Type.Optional(Type.Integer()),
  /** People on the waitlist. */
  waiting: Type.Integer(),
})
export type Seats = Static<typeof SeatsSchema>

const ChoiceIdSchema = Type.String({ maxLength: 40 })

const RsvpEditSchema = Type.Object(
  {
    state: Type.Enum([...RSVP_CHOICES]),
    guests: Type.Integer({ minimum: 0, maximum: EVENT_LIMITS.guests }),
    /** Replaces the viewer's answers. Needed to get a place, if the event has required questions. */
    answers: Type.Optional(AnswersEditSchema),
    /** Made by the browser for each choice. */
    choiceId: Type.Optional(ChoiceIdSchema),
    /**
     * Sent with a choice that waited for a connection: the choices that the browser knew, with an empty text for no
     * choice. It is refused if the member has made another one meanwhile.
     */
    knownChoices: Type.Optional(Type.Array(ChoiceIdSchema, { maxItems: EVENT_LIMITS.knownChoices })),
    /** For the organisers, if the RSVP is a request. Without it, an earlier one stays. */
    note: Type.Optional(Type.String({ maxLength: EVENT_LIMITS.requestNote })),
  },
  { additionalProperties: false },
)
export type RsvpEdit = Static<typeof RsvpEditSchema>

/** The outcome of an RSVP: `going` may have become `waitlisted` or `requested`. */
const RsvpOutcomeSchema = Type.Object({ mine: ParticipationSchema, seats: SeatsSchema })
export type RsvpOutcome = Static<typeof RsvpOutcomeSchema>

/** An RSVP to an event that admins have hidden, which the member can only give up. */
const HiddenRsvpSchema = Type.Object({
  /** The event's id. */
  event: Type.String(),
  startsAt: Type.String(),
  mine: ParticipationSchema,
})
export type HiddenRsvp = Static<typeof HiddenRsvpSchema>

const HiddenRsvpListSchema = Type.Object({ items: Type.Array(HiddenRsvpSchema) })
export type HiddenRsvpList = Static<typeof HiddenRsvpListSchema>

const AttendeeQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    /** Prefixes of words of the name. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    filter: Type.Optional(Type.Enum([...ATTENDEE_FILTERS])),
  },
  { additionalProperties: false },
)

const AttendeeSchema = Type.Object({ member: MemberCardSchema, guests: Type.Integer() })
export type Attendee = Static<typeof AttendeeSchema>

/** Members who are going, in the order of their seats, without those hidden from the viewer. */
const AttendeePageSchema = pageOf(AttendeeSchema)

export const rsvpApi = {
  'PUT /api/events/:eventId/rsvp': {
    summary: 'RSVP to an event',
    params: ofEvent,
    body: RsvpEditSchema,
    response: { 200: RsvpOutcomeSchema },
  },
  'GET /api/events/hidden-rsvps': {
    summary: 'List your RSVPs to hidden events',
    response: { 200: HiddenRsvpListSchema },
  },
  'GET /api/events/:eventId/attendees': {
    summary: 'List an event’s attendees',
    params: ofEvent,
    querystring: AttendeeQuerySchema,
    response: { 200: AttendeePageSchema },
  },
}
