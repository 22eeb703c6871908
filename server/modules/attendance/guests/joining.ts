import { eventAnswers } from '#server/modules/attendance/questions/collection.ts'
import { rsvps as rsvpDocuments } from '#server/modules/attendance/rsvps/seats/collection.ts'
import type { RsvpService } from '#server/modules/attendance/rsvps/service.ts'
import type { EventAccess } from '#server/modules/events/types.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Member } from '#server/modules/people/members/types.ts'
import { MAY_COME } from '#shared/events/rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type EventGuest, eventGuests, type JoinedGuest, joinedGuests } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  people: People
  eventAccess: EventAccess
  rsvps: RsvpService
}

/** A guest of an event, and the member whom they have become. */
export interface Adoption {
  eventId: string
  guestId: string
  memberId: string
}

/** Guests who become members, with their seats and visits. */
export function createGuestJoining({ store, clock, people, eventAccess, rsvps }: Deps) {
  const adopted = createSubscribers<[tx: Transaction, adoption: Adoption]>()

  /** Gives the seat, the answers and the check-in of a guest to the member who has the same address. */
  const adopt = ({ id, event }: EventGuest, member: Member) => {
    const adoption = { eventId: event, guestId: id, memberId: member.id }
    return rsvps.transfer({
      ...adoption,
      async also(tx) {
        const [answersId, ownId] = [joinedId(event, id), joinedId(event, member.id)] as const
        const [answers, own] = await tx.getMany(eventAnswers, [answersId, ownId])
        if (answers && !own) tx.put(eventAnswers, { ...answers, id: ownId, member: member.id })
        await rememberInviter(tx, id, member)
        await adopted.emit(tx, adoption)
        tx.delete(eventAnswers, answersId)
        tx.delete(eventGuests, id)
      },
    })
  }

  /** Only guests who had no account yet, and came or will come, are brought by someone: the first who did. */
  async function rememberInviter(tx: Transaction, guestId: string, { id, joinedAt }: Member) {
    const [guest, known] = await Promise.all([tx.get(eventGuests, guestId), tx.get(joinedGuests, id)])
    const [broughtBy] = guest?.namedBy ?? []
    if (!guest || known || broughtBy === undefined || guest.createdAt > joinedAt) return
    const [rsvp, event] = await Promise.all([
      tx.get(rsvpDocuments, joinedId(guest.event, guestId)),
      eventAccess.stored(tx, guest.event),
    ])
    if (!rsvp || !event || !MAY_COME.has(rsvp.state)) return
    const { id: eventId, title } = event
    tx.put(joinedGuests, { id, broughtBy, event: eventId, title, joinedAt: isoInstant(clock()) })
  }

  /** Not while they are suspended, or separated from the guest by a block. */
  async function canEarn(reader: Pick<Reader, 'get' | 'getMany'>, { id, broughtBy: inviter }: JoinedGuest) {
    const [state, { byViewer, ofViewer }] = await Promise.all([
      people.members.accountStateOf(reader, inviter),
      people.blocks.blocksBetween(reader, inviter, id),
    ])
    return state === 'active' && !byViewer && !ofViewer
  }

  const broughtBy = (memberId: string) =>
    allOf(store, joinedGuests, { where: { broughtBy: memberId }, orderBy: 'joinedAt' })

  return {
    /** Called in the transaction that gives the RSVP of a guest to a member. */
    onAdopted: adopted.subscribe,

    /** Called when someone has become an active member. Repeating it changes nothing. */
    async joined(memberId: string): Promise<void> {
      const member = await people.members.find(memberId)
      if (member?.status !== 'active') return
      const visits = { where: { email: member.email }, orderBy: 'createdAt' } as const
      for (const guest of await allOf(store, eventGuests, visits)) await adopt(guest, member)
    },

    /** Former guests among the members whose inviters can earn by them. */
    async broughtAmong(reader: Pick<Reader, 'get' | 'getMany'>, memberIds: readonly string[]) {
      const found = memberIds.length > 0 ? await reader.getMany(joinedGuests, memberIds) : []
      const guests = found.filter((guest) => guest !== undefined)
      const earning = await Promise.all(guests.map((guest) => canEarn(reader, guest)))
      return guests.filter((_, at) => earning[at])
    },

    async *exportOf(memberId: string) {
      const own = await store.get(joinedGuests, memberId)
      for (const { id, broughtBy: by, event, joinedAt } of [
        ...(own ? [own] : []),
        ...(await broughtBy(memberId)),
      ])
        yield { member: id, broughtBy: by, event, joinedAt }
    },

    async forget(memberId: string) {
      for (const { id } of [{ id: memberId }, ...(await broughtBy(memberId))])
        await store.transact(async (tx) => tx.delete(joinedGuests, id))
    },
  }
}
