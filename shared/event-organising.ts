import { Type, type Static } from 'typebox'

import { ROSTER_FILTERS, RSVP_STATES } from './event-rules.ts'
import { InstantSchema } from './events.ts'
import { MemberCardSchema } from './members.ts'
import { CursorQuerySchema, IdSchema, pageOf } from './page.ts'

/** What those who manage an event see of someone's answer. */
export const RosterEntrySchema = Type.Object({
  member: MemberCardSchema,
  /** Whether the viewer may open the member's profile. */
  hasProfile: Type.Boolean(),
  state: Type.Enum([...RSVP_STATES]),
  guests: Type.Integer(),
  /** 1 is first; only while waitlisted. */
  position: Type.Optional(Type.Integer()),
  /** Until when an offered seat is held. */
  offerUntil: Type.Optional(Type.String()),
  /** An offered seat ran out: the state is `declined`. */
  lapsed: Type.Optional(Type.Boolean()),
  answeredAt: Type.String(),
  checkedInAt: Type.Optional(Type.String()),
  /** The event is completed, people were checked in, and this one, who was going, was not. */
  noShow: Type.Boolean(),
})
export type RosterEntry = Static<typeof RosterEntrySchema>

export const RosterQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    filter: Type.Optional(Type.Enum([...ROSTER_FILTERS])),
    /** Beginnings of words of the name. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
)
/** `counts` are of people, guests apart, whatever the filter. */
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
    /** Of those going. */
    guests: Type.Integer(),
    /** Seats that are kept for offers, guests included. */
    held: Type.Integer(),
  }),
})
export type RosterPage = Static<typeof RosterPageSchema>

/** What an attendee shows as a QR code. Letters and digits and `-_:`, with Firebase's own ids 53 of them. */
export const CheckInCodeSchema = Type.Object({ code: Type.String() })
export type CheckInCode = Static<typeof CheckInCodeSchema>

/**
 * For checking in without a network: everyone who has a seat, and the SHA-256 (hexadecimal) of their code.
 * Answered to those who manage the event alone.
 */
export const CheckInListSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      member: MemberCardSchema,
      guests: Type.Integer(),
      codeHash: Type.String(),
      checkedInAt: Type.Optional(Type.String()),
    }),
  ),
})
export type CheckInList = Static<typeof CheckInListSchema>

/** Check-ins as a scanner noted them, perhaps hours ago without a network. At most 200 at once. */
export const CheckInsSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          code: Type.Optional(Type.String({ maxLength: 200 })),
          memberId: Type.Optional(IdSchema),
          at: InstantSchema,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)
export type CheckIns = Static<typeof CheckInsSchema>

/** In the order of what was sent. A bad code is a result, not an error: the others still count. */
export const CheckInResultsSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      result: Type.Enum(['checkedIn', 'alreadyCheckedIn', 'noSeat', 'unknownCode']),
      member: Type.Optional(MemberCardSchema),
      guests: Type.Optional(Type.Integer()),
      checkedInAt: Type.Optional(Type.String()),
    }),
  ),
})
export type CheckInResults = Static<typeof CheckInResultsSchema>
