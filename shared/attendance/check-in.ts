import { Type, type Static } from 'typebox'

import { InstantSchema } from '#shared/lib/instant.ts'
import { MemberCardSchema } from '#shared/people/members.ts'
import { IdSchema } from '#shared/lib/page.ts'
import { ofEvent, ofEventMember } from '#shared/events/route-ids.ts'

/**
 * The code that an attendee shows as a QR code. Consists of letters, digits and `-_:`; with Firebase's own ids, 53
 * characters.
 */
const CheckInCodeSchema = Type.Object({ code: Type.String() })

/**
 * Everyone with a seat, and the SHA-256 (hexadecimal) of their code, for checking in offline. Only for organisers of
 * the event.
 */
const CheckInListSchema = Type.Object({
  /** Equal for equal items. */
  revision: Type.String(),
  /** Undefined when the request names this revision: devices ask often, and the list of a large event is long. */
  items: Type.Optional(
    Type.Array(
      Type.Object({
        member: MemberCardSchema,
        guests: Type.Integer(),
        codeHash: Type.String(),
        /** Answers that organisers want to see here, such as "Diet: vegetarian". */
        notes: Type.Optional(Type.Array(Type.String())),
        checkedInAt: Type.Optional(Type.String()),
        /** Their tables by round, if the event has any. Empty before they have a seat. */
        tables: Type.Optional(Type.Array(Type.Integer())),
      }),
    ),
  ),
})
export type CheckInListAnswer = Static<typeof CheckInListSchema>
export type CheckInList = Required<CheckInListAnswer>

const CheckInListQuerySchema = Type.Object(
  { revision: Type.Optional(Type.String({ maxLength: 100 })) },
  { additionalProperties: false },
)

/** Check-ins as a device recorded them, possibly hours ago while offline. At most 200 at once. */
const CheckInsSchema = Type.Object(
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

/** Results in the order of the request. An unknown code is a result, not an error: the others still count. */
const CheckInResultsSchema = Type.Object({
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

/** An undo names the arrival that it undoes, because another organiser may have reported one in the meantime. */
const CheckInUndoSchema = Type.Object({ arrival: InstantSchema }, { additionalProperties: false })

/** `checkedInAt` is the time of another arrival, which still counts. */
const CheckInUndoneSchema = Type.Object({ checkedInAt: Type.Optional(Type.String()) })
export type CheckInUndone = Static<typeof CheckInUndoneSchema>

/** The codes of everyone with a seat, for printed cards. Only for people who can edit the event. */
const CheckInCodesSchema = Type.Object({
  items: Type.Array(Type.Object({ memberId: Type.String(), code: Type.String() })),
})

export const checkInApi = {
  'GET /api/events/:eventId/check-in-codes': {
    summary: 'List the check-in codes of an event’s attendees',
    params: ofEvent,
    response: { 200: CheckInCodesSchema },
  },
  'GET /api/events/:eventId/check-in-code': {
    summary: 'Get your check-in code for an event',
    params: ofEvent,
    response: { 200: CheckInCodeSchema },
  },
  'GET /api/events/:eventId/check-in-list': {
    summary: 'List an event’s attendees for check-in',
    params: ofEvent,
    querystring: CheckInListQuerySchema,
    response: { 200: CheckInListSchema },
  },
  'POST /api/events/:eventId/check-ins': {
    summary: 'Check attendees in',
    params: ofEvent,
    body: CheckInsSchema,
    response: { 200: CheckInResultsSchema },
  },
  'DELETE /api/events/:eventId/check-ins/:memberId': {
    summary: 'Undo a check-in',
    params: ofEventMember,
    querystring: CheckInUndoSchema,
    response: { 200: CheckInUndoneSchema },
  },
}
