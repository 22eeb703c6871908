import { Type, type Static } from 'typebox'

import { EVENT_LIMITS, ROSTER_FILTERS, ROSTER_PLACES, RSVP_STATES } from '#shared/events/rules.ts'
import { MemberCardSchema } from '#shared/people/members.ts'
import { AnswerSchema } from '#shared/events/questions.ts'
import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'
import { file } from '#shared/lib/route-parts.ts'
import { ofEvent, ofEventMember } from '#shared/events/route-ids.ts'

/** An RSVP as the organisers of the event see it. */
const RosterEntrySchema = Type.Object({
  member: MemberCardSchema,
  /** The member who brings them, of a guest without an account. */
  invitedBy: Type.Optional(MemberCardSchema),
  /** Whether the viewer may open the member's profile. */
  hasProfile: Type.Boolean(),
  state: Type.Enum([...RSVP_STATES]),
  /** Sent in `If-Match` with a command about this RSVP. */
  version: Type.Integer(),
  guests: Type.Integer(),
  /** Position on the waitlist, starting at 1; only while waitlisted. */
  position: Type.Optional(Type.Integer()),
  /** Expiry of the offered seat. */
  offerUntil: Type.Optional(Type.String()),
  /** An offered seat has expired: the state is `declined`. */
  lapsed: Type.Optional(Type.Boolean()),
  /** The member's note with the request; only while requested. */
  requestNote: Type.Optional(Type.String()),
  /** No organiser answered the request before the event ended. */
  requestExpired: Type.Optional(Type.Boolean()),
  /** The organiser's reason for removing the member: the state is `declined`. */
  removalReason: Type.Optional(Type.String()),
  answeredAt: Type.String(),
  checkedInAt: Type.Optional(Type.String()),
  /** The event is completed, others were checked in, and this person, who was going, was not. */
  noShow: Type.Boolean(),
  /** Only of people with a seat, an offer, a place on the waitlist or a request. */
  answers: Type.Optional(Type.Array(AnswerSchema)),
})
export type RosterEntry = Static<typeof RosterEntrySchema>

const RosterQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    filter: Type.Optional(Type.Enum([...ROSTER_FILTERS])),
    /** Prefixes of words of the name. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
)
/** `counts` are numbers of people without their guests, and ignore the filter. */
const RosterPageSchema = Type.Object({
  ...pageOf(RosterEntrySchema).properties,
  counts: Type.Object({
    going: Type.Integer(),
    maybe: Type.Integer(),
    waitlisted: Type.Integer(),
    offered: Type.Integer(),
    /** Members who wait for an organiser's decision. */
    requested: Type.Integer(),
    declined: Type.Integer(),
    checkedIn: Type.Integer(),
    noShow: Type.Integer(),
    /** Guests of members who are going. */
    guests: Type.Integer(),
    /** Seats held for offers, guests included. */
    held: Type.Integer(),
  }),
  /** Numbers of people with a seat, an offer or a place on the waitlist, indexed by their number of guests. */
  partySizes: Type.Array(Type.Integer()),
})
export type RosterPage = Static<typeof RosterPageSchema>

/** Attendance and new connections of an event that is over. */
const TurnoutSchema = Type.Object({
  /** Members who were checked in; if check-in was not used, those who were going. */
  came: Type.Integer(),
  /** Members with a seat who were not checked in. Undefined if check-in was not used. */
  noShows: Type.Optional(Type.Integer()),
  /** Pairs of them who have connected since the start. */
  newConnections: Type.Integer(),
})
export type Turnout = Static<typeof TurnoutSchema>

/** A member whom the viewer can add, with their current RSVP. */
const RosterCandidateSchema = Type.Object({
  member: MemberCardSchema,
  /** Undefined without an RSVP. */
  state: Type.Optional(Type.Enum([...RSVP_STATES])),
  /** Sent in `If-Match` when they are added; 0 without an RSVP. */
  version: Type.Integer(),
})
export type RosterCandidate = Static<typeof RosterCandidateSchema>
const RosterCandidatesSchema = Type.Object({ items: Type.Array(RosterCandidateSchema) })
/** Prefixes of words of the name, company or headline. */
const RosterCandidateQuerySchema = Type.Object(
  { q: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
)

const ReasonSchema = Type.String({
  minLength: EVENT_LIMITS.reason.min,
  maxLength: EVENT_LIMITS.reason.max,
  pattern: '\\S',
})

const RosterAdditionSchema = Type.Object(
  { place: Type.Enum([...ROSTER_PLACES]) },
  { additionalProperties: false },
)
/** The reason is shown to the member. */
const RosterRemovalSchema = Type.Object({ reason: ReasonSchema }, { additionalProperties: false })
/** The reason is shown to members who waited longer. */
const RosterPromotionSchema = Type.Object(
  { reason: ReasonSchema, aboveLimit: Type.Boolean() },
  { additionalProperties: false },
)
/** A silent decline notifies no one. The note is shown to the member. */
const RequestDeclineSchema = Type.Object(
  {
    note: Type.Optional(Type.String({ maxLength: EVENT_LIMITS.declineNote })),
    silent: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type RequestDecline = Static<typeof RequestDeclineSchema>
/** The RSVP after a command. */
const RosterOutcomeSchema = Type.Object({
  state: RosterEntrySchema.properties.state,
  version: Type.Integer(),
})
export type RosterOutcome = Static<typeof RosterOutcomeSchema>

export const rosterApi = {
  'GET /api/events/:eventId/roster': {
    summary: 'List an event’s roster',
    params: ofEvent,
    querystring: RosterQuerySchema,
    response: { 200: RosterPageSchema },
  },
  'GET /api/events/:eventId/turnout': {
    summary: 'Get the results of a past event',
    params: ofEvent,
    response: { 200: TurnoutSchema },
  },
  'GET /api/events/:eventId/roster.csv': {
    summary: 'Download an event’s roster as CSV',
    params: ofEvent,
    response: file('text/csv'),
  },
  'GET /api/events/:eventId/roster/candidates': {
    summary: 'Find members to add to an event’s roster',
    params: ofEvent,
    querystring: RosterCandidateQuerySchema,
    response: { 200: RosterCandidatesSchema },
  },
  'POST /api/events/:eventId/roster/:memberId/addition': {
    summary: 'Add a member to an event’s roster',
    params: ofEventMember,
    body: RosterAdditionSchema,
    response: { 200: RosterOutcomeSchema },
  },
  'POST /api/events/:eventId/roster/:memberId/removal': {
    summary: 'Remove a member from an event’s roster',
    params: ofEventMember,
    body: RosterRemovalSchema,
    response: { 200: RosterOutcomeSchema },
  },
  'POST /api/events/:eventId/roster/:memberId/acceptance': {
    summary: 'Accept a request to join an event',
    params: ofEventMember,
    response: { 200: RosterOutcomeSchema },
  },
  'POST /api/events/:eventId/roster/:memberId/decline': {
    summary: 'Decline a request to join an event',
    params: ofEventMember,
    body: RequestDeclineSchema,
    response: { 200: RosterOutcomeSchema },
  },
  'POST /api/events/:eventId/roster/:memberId/promotion': {
    summary: 'Give a seat ahead of the waitlist',
    params: ofEventMember,
    body: RosterPromotionSchema,
    response: { 200: RosterOutcomeSchema },
  },
}
