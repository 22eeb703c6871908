import { Type, type Static } from 'typebox'

import { EVENT_LIMITS, ROSTER_FILTERS, ROSTER_PLACES, RSVP_STATES } from './event-rules.ts'
import { MemberCardSchema } from './members.ts'
import { CursorQuerySchema, pageOf } from './page.ts'

/** Someone's RSVP as the organisers of the event see it. */
const RosterEntrySchema = Type.Object({
  member: MemberCardSchema,
  /** Whether the viewer may open the member's profile. */
  hasProfile: Type.Boolean(),
  state: Type.Enum([...RSVP_STATES]),
  /** Sent in `If-Match` with a command about this RSVP. */
  version: Type.Integer(),
  guests: Type.Integer(),
  /** 1 is first; only while waitlisted. */
  position: Type.Optional(Type.Integer()),
  /** When the offered seat expires. */
  offerUntil: Type.Optional(Type.String()),
  /** An offered seat expired: the state is `declined`. */
  lapsed: Type.Optional(Type.Boolean()),
  /** Why an organiser removed the member: the state is `declined`. */
  removalReason: Type.Optional(Type.String()),
  answeredAt: Type.String(),
  checkedInAt: Type.Optional(Type.String()),
  /** The event is completed, others were checked in, and this person, who was going, was not. */
  noShow: Type.Boolean(),
})
export type RosterEntry = Static<typeof RosterEntrySchema>

export const RosterQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    filter: Type.Optional(Type.Enum([...ROSTER_FILTERS])),
    /** Prefixes of words of the name. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
)
/** `counts` are of people without their guests, and ignore the filter. */
export const RosterPageSchema = Type.Object({
  ...pageOf(RosterEntrySchema).properties,
  counts: Type.Object({
    going: Type.Integer(),
    maybe: Type.Integer(),
    waitlisted: Type.Integer(),
    offered: Type.Integer(),
    declined: Type.Integer(),
    checkedIn: Type.Integer(),
    noShow: Type.Integer(),
    /** Guests of those going. */
    guests: Type.Integer(),
    /** Seats held for offers, guests included. */
    held: Type.Integer(),
  }),
  /** By number of guests, from none: how many people with a seat, an offer or a place on the waitlist bring as many. */
  parties: Type.Array(Type.Integer()),
})
export type RosterPage = Static<typeof RosterPageSchema>

/** Someone whom the viewer can add, and their RSVP so far. */
const RosterCandidateSchema = Type.Object({
  member: MemberCardSchema,
  /** Absent without an RSVP. */
  state: Type.Optional(Type.Enum([...RSVP_STATES])),
  /** Sent in `If-Match` when they are added; 0 without an RSVP. */
  version: Type.Integer(),
})
export type RosterCandidate = Static<typeof RosterCandidateSchema>
export const RosterCandidatesSchema = Type.Object({ items: Type.Array(RosterCandidateSchema) })
/** Prefixes of words of the name, company or headline. */
export const RosterCandidateQuerySchema = Type.Object(
  { q: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
)

const ReasonSchema = Type.String({ minLength: 3, maxLength: EVENT_LIMITS.reason, pattern: '\\S' })

export const RosterAdditionSchema = Type.Object(
  { place: Type.Enum([...ROSTER_PLACES]) },
  { additionalProperties: false },
)
/** The member reads the reason. */
export const RosterRemovalSchema = Type.Object({ reason: ReasonSchema }, { additionalProperties: false })
/** Those who waited longer read the reason. */
export const RosterPromotionSchema = Type.Object(
  { reason: ReasonSchema, aboveLimit: Type.Boolean() },
  { additionalProperties: false },
)
/** The RSVP after a command. */
export const RosterOutcomeSchema = Type.Object({
  state: RosterEntrySchema.properties.state,
  version: Type.Integer(),
})
export type RosterOutcome = Static<typeof RosterOutcomeSchema>

/** To one attendee. */
export const AttendeeMessageSchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: EVENT_LIMITS.message, pattern: '\\S' }) },
  { additionalProperties: false },
)
