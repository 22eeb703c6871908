import type { MemberCard } from '#shared/members.ts'

import { type CheckInDeps, createCheckIn } from './check-in.ts'
import { createCheckInCodes } from './check-in-codes.ts'
import { createCardsOf } from './roster-entries.ts'
import { createRoster, type RosterDeps } from './roster.ts'

interface Deps extends Omit<CheckInDeps, 'codes' | 'cardsOf'>, Omit<RosterDeps, 'cardsOf'> {
  /** Of all that are known, whatever they are to the viewer: an organiser runs the door for everyone. */
  everyonesCards: (ids: readonly string[]) => Promise<MemberCard[]>
  /** Makes check-in codes ours. */
  secret: string
}

export type EventOrganising = ReturnType<typeof createEventOrganising>

export function createEventOrganising({ everyonesCards, secret, ...rest }: Deps) {
  const deps = { ...rest, cardsOf: createCardsOf(everyonesCards), codes: createCheckInCodes(secret) }
  return {
    roster: createRoster(deps),
    checkIn: createCheckIn(deps),
  }
}
