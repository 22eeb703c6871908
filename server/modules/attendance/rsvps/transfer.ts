import { HAVE_A_PLACE, type RsvpState } from '#shared/events/rules.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import type { People } from '#server/modules/people/module.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Transaction } from '#server/store/port.ts'

import type { createAttendanceAwards } from './attendance-awards.ts'
import type { SeatWork } from './seat-command.ts'
import { rsvps } from './seats/collection.ts'
import { putRsvp } from './seats/transactions.ts'

interface Deps extends SeatWork {
  people: People
  eventAccess: EventAccess
  attendance: ReturnType<typeof createAttendanceAwards>
}

interface Given {
  eventId: string
  guestId: string
  memberId: string
  /** Further writes in the same transaction. */
  also: (tx: Transaction) => Promise<void>
}

const BEST_FIRST: readonly RsvpState[] = ['going', 'offered', 'waitlisted']

/**
 * Gives the RSVP of a guest to the member whom they have become, with its seat or place on the waitlist, and its
 * check-in. Someone who has two places keeps the better one, and the other becomes free.
 */
export function createTransfer({ people, eventAccess, attendance, transactOnSeats, applyChanges }: Deps) {
  async function move(tx: Transaction, event: EventDocument, { guestId, memberId }: Given) {
    const [id, ownId] = [joinedId(event.id, guestId), joinedId(event.id, memberId)] as const
    const [rsvp, own] = await tx.getMany(rsvps, [id, ownId])
    if (!rsvp) return
    const ownPlace = own && HAVE_A_PLACE.has(own.state) ? own : undefined
    const isBetter = ownPlace && BEST_FIRST.slice(0, BEST_FIRST.indexOf(ownPlace.state)).includes(rsvp.state)
    const isOwnKept = own && ((ownPlace && !isBetter) || rsvp.state === 'declined')
    const freed = isOwnKept ? rsvp : ownPlace
    if (freed) {
      const declined = { state: 'declined' as const, guests: 0 }
      const accountStateOf = await people.members.accountStates()
      await applyChanges(tx, event, { rsvpChanges: [{ before: freed, edit: declined }], accountStateOf })
    }
    if (!isOwnKept) {
      const moved = { ...rsvp, id: ownId, member: memberId, version: own?.version }
      putRsvp(tx, moved)
      const { checkedInAt: _, ...before } = moved
      if (moved.checkedInAt) await attendance.checkInsChanged(tx, event, { before: [before], after: [moved] })
    }
    tx.delete(rsvps, id)
  }

  return (given: Given) =>
    transactOnSeats(given.eventId, async (tx) => {
      const event = await eventAccess.nonDraft(tx, given.eventId)
      if (event) await move(tx, event, given)
      await given.also(tx)
    })
}
