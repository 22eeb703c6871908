import { Type, type Static } from 'typebox'

import { InstantSchema } from './instant.ts'
import { MemberCardSchema } from './members.ts'
import { IdSchema } from './page.ts'

/** What an attendee shows as a QR code. Letters and digits and `-_:`, with Firebase's own ids 53 of them. */
export const CheckInCodeSchema = Type.Object({ code: Type.String() })
export type CheckInCode = Static<typeof CheckInCodeSchema>

/**
 * For checking in offline: everyone with a seat, and the SHA-256 (hexadecimal) of their code. Only the organisers of
 * the event get it.
 */
export const CheckInListSchema = Type.Object({
  /** The same for the same items. */
  revision: Type.String(),
  /** Absent when the request names this revision: devices ask often, and the list of a large event is long. */
  items: Type.Optional(
    Type.Array(
      Type.Object({
        member: MemberCardSchema,
        guests: Type.Integer(),
        codeHash: Type.String(),
        checkedInAt: Type.Optional(Type.String()),
      }),
    ),
  ),
})
export type CheckInListAnswer = Static<typeof CheckInListSchema>
export type CheckInList = Required<CheckInListAnswer>

export const CheckInListQuerySchema = Type.Object(
  { revision: Type.Optional(Type.String({ maxLength: 100 })) },
  { additionalProperties: false },
)

/** Check-ins as a device recorded them, possibly hours ago while offline. At most 200 at once. */
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

/** In the order of the request. An unknown code is a result, not an error: the others still count. */
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

/** An undo names the arrival that it takes back, since another organiser may have reported one in the meantime. */
export const CheckInUndoSchema = Type.Object({ arrival: InstantSchema }, { additionalProperties: false })

/** `checkedInAt`: of another arrival, which still counts. */
export const CheckInUndoneSchema = Type.Object({ checkedInAt: Type.Optional(Type.String()) })
export type CheckInUndone = Static<typeof CheckInUndoneSchema>
