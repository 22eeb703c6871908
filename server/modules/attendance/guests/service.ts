import { Type } from 'typebox'

import type { Accounts } from '#server/modules/accounts/module.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { QuestionService } from '#server/modules/attendance/questions/service.ts'
import type { RsvpService } from '#server/modules/attendance/rsvps/service.ts'
import type { People } from '#server/modules/people/module.ts'

import { createGuestAnswering } from './answering.ts'
import { createGuestBooking, type GuestDeps } from './booking.ts'
import { eventGuests, guestRequests, guestVisits, joinedGuests } from './collection.ts'
import { createGuestEnding } from './ending.ts'
import { createGuestJoining } from './joining.ts'
import { createGuestKeys } from './keys.ts'
import { createGuestMail } from './mail.ts'

/** Guests whom the member has invited to events. */
const ExportedGuestsSchema = Type.Array(
  Type.Object({
    event: Type.String(),
    name: Type.String(),
    email: Type.String(),
    createdAt: Type.String(),
  }),
)

/** The member who brought this member as a guest, and guests of theirs who have joined. */
const ExportedJoinedGuestsSchema = Type.Array(
  Type.Object({
    member: Type.String(),
    broughtBy: Type.String(),
    event: Type.String(),
    joinedAt: Type.String(),
  }),
)

interface Deps extends Omit<GuestDeps, 'keys'> {
  accounts: Accounts
  people: People
  questions: QuestionService
  rsvps: RsvpService
}

export type GuestService = ReturnType<typeof createGuestService>

/** Guests without an account (decision 148). */
export function createGuestService(deps: Deps) {
  const keys = createGuestKeys(deps.config.secret)
  return {
    booking: createGuestBooking({ ...deps, keys }),
    answering: createGuestAnswering({ ...deps, keys }),
    mail: createGuestMail({ ...deps, keys }),
    joining: createGuestJoining(deps),
    ending: createGuestEnding(deps),
  }
}

export const guestsAccountData = ({ booking }: GuestService) =>
  exported(
    {
      name: 'eventGuests',
      collections: [eventGuests, guestVisits, guestRequests],
      schema: ExportedGuestsSchema,
    },
    booking,
  )

export const joinedGuestsAccountData = ({ joining }: GuestService) =>
  exported({ name: 'joinedGuests', collections: [joinedGuests], schema: ExportedJoinedGuestsSchema }, joining)
