import { eventAnswers } from '#server/modules/attendance/questions/collection.ts'
import type { RsvpService } from '#server/modules/attendance/rsvps/service.ts'
import type { EventAccess } from '#server/modules/events/types.ts'
import type { People } from '#server/modules/people/module.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { allOf, eachOf } from '#server/store/all-of.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { deletionOf } from './answering.ts'
import { type EventGuest, eventGuests, guestRequests, guestVisits } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  people: People
  eventAccess: EventAccess
  rsvps: RsvpService
}

/** Ends guests: who joins keeps the visit as a member, and the data of all others is deleted. */
export function createGuestEnding({ store, clock, people, eventAccess, rsvps }: Deps) {
  /** Gives the seat, the answers and the check-in of a guest to the member who has the same address. */
  const adopt = ({ id, event }: EventGuest, memberId: string) =>
    rsvps.transfer({
      eventId: event,
      guestId: id,
      memberId,
      async also(tx) {
        const [answersId, ownId] = [joinedId(event, id), joinedId(event, memberId)] as const
        const [answers, own] = await tx.getMany(eventAnswers, [answersId, ownId])
        if (answers && !own) tx.put(eventAnswers, { ...answers, id: ownId, member: memberId })
        tx.delete(eventAnswers, answersId)
        tx.delete(eventGuests, id)
      },
    })

  /** Deletes what is due, or defers it for an event that was moved. */
  async function end(tx: Transaction, { id }: Pick<EventGuest, 'id'>, now: string) {
    const guest = await tx.get(eventGuests, id)
    if (!guest || guest.deleteAt > now) return
    const event = await eventAccess.stored(tx, guest.event)
    const deleteAt = event && guest.confirmedAt ? deletionOf(event) : guest.deleteAt
    if (deleteAt > now) return tx.put(eventGuests, { ...guest, deleteAt })
    // The RSVP stays in the figures of the event. It names no one.
    tx.delete(eventGuests, id)
    tx.delete(eventAnswers, joinedId(guest.event, id))
  }

  return {
    /** Called when someone has become an active member. Repeating it changes nothing. */
    async joined(memberId: string): Promise<void> {
      const member = await people.members.find(memberId)
      if (member?.status !== 'active') return
      const visits = { where: { email: member.email }, orderBy: 'createdAt' } as const
      for (const guest of await allOf(store, eventGuests, visits)) await adopt(guest, memberId)
    },

    async deleteDue(): Promise<void> {
      const now = isoInstant(clock())
      for await (const guest of eachOf(store, eventGuests, { orderBy: 'deleteAt', range: { lte: now } }))
        await store.transact((tx) => end(tx, guest, now))
      await deleteBefore(store, guestVisits, 'expiresAt', now)
      await deleteBefore(store, guestRequests, 'expiresAt', now)
    },
  }
}
