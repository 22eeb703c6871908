import { Type, type Static } from 'typebox'

import { ROSTER_FILTERS, RSVP_STATES } from './event-rules.ts'
import { MemberCardSchema } from './members.ts'
import { CursorQuerySchema, pageOf } from './page.ts'

/** Someone's RSVP as the organisers of the event see it. */
const RosterEntrySchema = Type.Object({
  member: MemberCardSchema,
  /** Whether the viewer may open the member's profile. */
  hasProfile: Type.Boolean(),
  state: Type.Enum([...RSVP_STATES]),
  guests: Type.Integer(),
  /** 1 is first; only while waitlisted. */
  position: Type.Optional(Type.Integer()),
  /** When the offered seat expires. */
  offerUntil: Type.Optional(Type.String()),
  /** An offered seat expired: the state is `declined`. */
  lapsed: Type.Optional(Type.Boolean()),
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
