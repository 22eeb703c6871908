import { eventAnswers } from '#server/modules/attendance/questions/collection.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import { rsvps as rsvpDocuments } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { organiserOf } from '#server/modules/events/events/rights.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import type { People } from '#server/modules/people/module.ts'
import { hasEnded, isListed, isVisible } from '#server/modules/events/events/rules.ts'
import { KEPT_AFTER_EVENT } from '#shared/attendance/guest-rules.ts'
import { DAY, HOUR } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { eachOf } from '#server/store/all-of.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { deletionOf } from './answering.ts'
import { type EventGuest, eventGuests, guestRequests, guestVisits } from './collection.ts'
import { guestsOfEnded, namesMet } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  accounts: Accounts
  people: People
  eventAccess: EventAccess
}

/** Names in an invitation to join. */
const MAX_NAMED = 5
/** Milliseconds between the end of an event and the invitation to join, and until when it is sent after a downtime. */
const INVITED_AFTER = { first: 12 * HOUR, last: 3 * DAY }

/** Ends guests: they are invited to join, and their data is deleted. */
export function createGuestEnding({ store, clock, accounts, people, eventAccess }: Deps) {
  /** Whether the guest was at the event: checked in, or going to an event without check-in. */
  async function hasCome({ id }: EventGuest, event: EventDocument) {
    const rsvp = await store.get(rsvpDocuments, joinedId(event.id, id))
    if (rsvp?.state !== 'going') return false
    if (rsvp.checkedInAt !== undefined) return true
    const { items } = await store.find(rsvpDocuments, {
      where: { event: event.id },
      orderBy: 'checkedInAt',
      limit: 1,
    })
    return items.length === 0
  }

  /** The member who brought the guest, or the organiser. */
  async function inviterOf({ namedBy }: EventGuest, event: EventDocument) {
    const active = await Promise.all(namedBy.map((id) => people.members.isActive(id)))
    return namedBy.find((_, at) => active[at]) ?? organiserOf(event)
  }

  async function invite(guest: EventGuest, event: EventDocument) {
    const id = await inviterOf(guest, event)
    const actor = { id, role: 'member' as const, email: '', sessionHash: '' }
    const { email, language } = guest
    const invited = { emails: [email], expiresAt: deletionOf(event), guest: { id: guest.id, language } }
    await accounts.invitations.sender.inviteGuests(actor, invited, async (tx) => {
      const current = await tx.get(eventGuests, guest.id)
      if (current) tx.put(eventGuests, { ...current, invitedToJoinAt: isoInstant(clock()) })
    })
  }

  /** Deletes what is due, or defers it for an event that was moved. */
  async function end(tx: Transaction, id: string, now: string) {
    const guest = await tx.get(eventGuests, id)
    if (!guest) return
    const event = await eventAccess.stored(tx, guest.event)
    const deleteAt = event && guest.confirmedAt ? deletionOf(event) : guest.deleteAt
    if (deleteAt > now) return tx.put(eventGuests, { ...guest, deleteAt })
    // The RSVP stays in the figures of the event. It names no one.
    tx.delete(eventGuests, id)
    tx.delete(eventAnswers, joinedId(guest.event, id))
  }

  return {
    /** Invites guests who came to join, once, where members can invite people. */
    async inviteToJoin(): Promise<void> {
      const ended = {
        after: isoInstant(clock() - INVITED_AFTER.last),
        by: isoInstant(clock() - INVITED_AFTER.first),
      }
      for (const id of guestsOfEnded(await store.views(), ended)) {
        const guest = await store.get(eventGuests, id)
        if (!guest || guest.invitedToJoinAt) continue
        const event = await eventAccess.stored(store, guest.event)
        if (event && isListed.of(event) && hasEnded.of(event, clock()) && (await hasCome(guest, event)))
          await invite(guest, event)
      }
    },

    /**
     * Members whom the guest may have met, for the invitation to join: their names, if they agree, and the title of the
     * event. Undefined if there are none.
     */
    async peopleMet(guestId: string): Promise<{ event: string; names: readonly string[] } | undefined> {
      const guest = await store.get(eventGuests, guestId)
      const event = guest && (await eventAccess.nonDraft(store, guest.event))
      if (!event || !isVisible.of(event)) return undefined
      const inviter = await inviterOf(guest, event)
      const names = namesMet(await store.views(), { event: event.id, guest: guest.id, inviter }, MAX_NAMED)
      return names.length > 0 ? { event: event.title, names } : undefined
    },

    async deleteDue(): Promise<void> {
      const now = isoInstant(clock())
      for await (const guest of eachOf(store, eventGuests, { orderBy: 'deleteAt', range: { lte: now } }))
        await store.transact((tx) => end(tx, guest.id, now))
      const ended = { after: '', by: isoInstant(clock() - KEPT_AFTER_EVENT) }
      for (const id of guestsOfEnded(await store.views(), ended))
        await store.transact((tx) => end(tx, id, now))
      await deleteBefore(store, guestVisits, 'expiresAt', now)
      await deleteBefore(store, guestRequests, 'expiresAt', now)
    },
  }
}
