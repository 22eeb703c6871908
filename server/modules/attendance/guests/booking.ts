import * as m from '#shared/events/messages.ts'
import { areRsvpsOpen, GUEST_LIMITS, takesGuests } from '#shared/attendance/guest-rules.ts'
import type { GuestEdit, NamedGuest } from '#shared/attendance/guests.ts'
import { DAY, HOUR, MINUTE, WEEK } from '#shared/lib/durations.ts'
import { language } from '#shared/lib/language/current.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Community } from '#server/modules/community/module.ts'
import { VISITOR } from '#server/modules/events/events/rights.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound } from '#server/lib/failure.ts'
import { networkOf } from '#server/lib/network.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import { isEmailAddress } from '#server/lib/text/email-address.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Reader, Transaction } from '#server/store/port.ts'
import { createRequestCounter } from '#server/store/request-counts.ts'

import { type EventGuest, eventGuests, guestRequests } from './collection.ts'
import type { GuestKeys } from './keys.ts'

export interface GuestDeps extends Pick<Platform, 'config' | 'store' | 'clock' | 'newId' | 'mailer'> {
  operations: Operations
  community: Community
  eventAccess: EventAccess
  keys: GuestKeys
}

/** Emails to an address, invitations by a member, and both from a network. At a venue, everyone has the same one. */
export const BOOKING_LIMITS = {
  address: { max: 5, within: DAY },
  member: { max: 20, within: DAY },
  network: { max: 100, within: HOUR },
} as const
/** Milliseconds within which the same booking is a repeated request, and sends nothing. */
const REPEATED_WITHIN = MINUTE
/** Milliseconds after which a booking that nobody confirmed is deleted. */
const UNCONFIRMED_KEPT = WEEK

/** The member who invites the guest; nobody for guests who book themselves. */
type Booker = { by: string } | { by?: never }

/** Bookings of guests without an account, which hold no seat until the guest confirms. */
export function createGuestBooking(deps: GuestDeps) {
  const { config, store, clock, newId, mailer, operations, community, eventAccess, keys } = deps
  const count = createRequestCounter({ collection: guestRequests, secret: config.secret, clock })
  const sent = createSubscribers<[tx: Transaction, guest: EventGuest]>()

  /** @throws Failure when the event takes no guests now */
  async function assertOpen(event: EventDocument) {
    const { visitsPerYear } = (await community.settings.current('guests')).value
    if (!mailer || visitsPerYear === 0 || !takesGuests(event)) throw conflict('no_guests', m.guestsNotTaken())
    if (!areRsvpsOpen(event, clock())) throw conflict('rsvp_closed', m.guestsClosed())
  }

  const created = ({ id: event, endsAt }: EventDocument, { name, email }: GuestEdit): EventGuest => {
    const own = { id: keys.idOf(event, email), linkKey: newId() }
    const now = isoInstant(clock())
    const deleteAt = isoInstant(Math.min(clock() + UNCONFIRMED_KEPT, Date.parse(endsAt)))
    const times = { createdAt: now, sentAt: now, deleteAt }
    return {
      ...own,
      event,
      email,
      name,
      namedBy: [],
      language: language(),
      linkHash: keys.linkHashOf(own),
      ...times,
    }
  }

  /** An address has one booking at an event and one link, even if several people book. */
  async function book(tx: Transaction, event: EventDocument, edit: GuestEdit, { by }: Booker, ip: string) {
    const fresh = created(event, edit)
    const before = await tx.get(eventGuests, fresh.id)
    const isKnown = by === undefined ? before?.isVisitor : before?.namedBy.includes(by)
    if (before && isKnown && clock() - Date.parse(before.sentAt) < REPEATED_WITHIN) return
    await count(tx, [
      { kind: 'address', value: edit.email, ...BOOKING_LIMITS.address },
      { kind: 'network', value: networkOf(ip), ...BOOKING_LIMITS.network },
      ...(by === undefined ? [] : [{ kind: 'member', value: by, ...BOOKING_LIMITS.member }]),
    ])
    const guest = {
      ...(before ?? fresh),
      namedBy: [...new Set([...(before?.namedBy ?? []), ...(by === undefined ? [] : [by])])],
      isVisitor: by === undefined ? (true as const) : before?.isVisitor,
      sentAt: fresh.sentAt,
      deleteAt: before?.confirmedAt ? before.deleteAt : fresh.deleteAt,
    }
    tx.put(eventGuests, guest)
    await sent.emit(tx, guest)
  }

  return {
    /** Called in the transaction that stores a booking. */
    onSent: sent.subscribe,

    /** The guests whom the member has invited to the event. Whether another's guest comes does not show. */
    async named({ id: actor }: Actor, eventId: string): Promise<NamedGuest[]> {
      const own = await guestsOf(store, actor, { event: eventId })
      const ids = own.map(({ id }) => joinedId(eventId, id))
      const answers = ids.length > 0 ? await store.getMany(rsvps, ids) : []
      return own.map(({ id, name, email, namedBy: [first] }, at) => ({
        id,
        name,
        email,
        state: (first === actor && answers[at]?.state) || 'invited',
      }))
    },

    /**
     * Invites a guest of a member who goes. The answer does not depend on who owns the address.
     * @throws Failure 400, 404, 409, 429
     */
    async name(actor: Actor, eventId: string, given: GuestEdit, ip: string): Promise<void> {
      const edit = readGuest(given)
      if (edit.email === actor.email) throw invalidFields({ email: m.guestsNotYourself() })
      await store.transact(async (tx) => {
        const event = await eventAccess.visibleEvent(tx, eventId, actor)
        if (!event) throw notFound('event')
        await assertOpen(event)
        const [mine, own] = await Promise.all([
          tx.get(rsvps, joinedId(eventId, actor.id)),
          guestsOf(tx, actor.id, { event: eventId }),
        ])
        if (mine?.state !== 'going') throw conflict('not_going', m.guestsGoFirst())
        const isNew = own.every(({ email }) => email !== edit.email)
        if (isNew && own.length >= GUEST_LIMITS.named)
          throw conflict('too_many_guests', m.guestsLimit({ count: GUEST_LIMITS.named }))
        await book(tx, event, edit, { by: actor.id }, ip)
        const { id, sessionHash } = actor
        if (isNew)
          await operations.audit.record(
            { action: 'event.guest_invited', actor: id, target: eventId, sessionHash },
            tx,
          )
      })
    },

    /** Withdraws an invitation that the guest has not confirmed. Withdrawing twice succeeds. */
    withdraw: ({ id: actor, sessionHash }: Actor, eventId: string, guestId: string): Promise<void> =>
      store.transact(async (tx) => {
        const guest = await tx.get(eventGuests, guestId)
        if (guest?.event !== eventId || !guest.namedBy.includes(actor)) return
        if (guest.confirmedAt && guest.namedBy[0] === actor)
          throw conflict('guest_confirmed', m.guestsConfirmed())
        forgetInviter(tx, guest, actor)
        await operations.audit.record(
          { action: 'event.guest_withdrawn', actor, target: eventId, sessionHash },
          tx,
        )
      }),

    /**
     * Books for a visitor. The answer does not depend on who owns the address.
     * @throws Failure 400, 404 for an event that is not public, 409, 429
     */
    async book(eventId: string, given: GuestEdit, ip: string): Promise<void> {
      const edit = readGuest(given)
      await store.transact(async (tx) => {
        const event = await eventAccess.visibleEvent(tx, eventId, VISITOR)
        if (event?.visibility !== 'public') throw notFound('event')
        await assertOpen(event)
        await book(tx, event, edit, {}, ip)
      })
    },

    async *exportOf(memberId: string) {
      for (const { event, name, email, createdAt } of await guestsOf(store, memberId))
        yield { event, name, email, createdAt }
    },

    /** Withdraws what guests have not confirmed. The others keep their seats. */
    async forget(memberId: string) {
      for (const { id } of await guestsOf(store, memberId))
        await store.transact(async (tx) => {
          const guest = await tx.get(eventGuests, id)
          if (guest) forgetInviter(tx, guest, memberId)
        })
    },
  }
}

/** Guests of the member at all events, or at one. */
const guestsOf = (reader: Pick<Reader, 'find'>, memberId: string, where?: { event: string }) =>
  allOf(reader, eventGuests, {
    where,
    contains: { field: 'namedBy', value: memberId },
    orderBy: 'createdAt',
  })

function forgetInviter(tx: Transaction, guest: EventGuest, memberId: string) {
  const namedBy = guest.namedBy.filter((id) => id !== memberId)
  if (namedBy.length === 0 && !guest.isVisitor && !guest.confirmedAt) tx.delete(eventGuests, guest.id)
  else tx.put(eventGuests, { ...guest, namedBy })
}

/** @throws Failure 400 */
function readGuest(given: GuestEdit): GuestEdit {
  const email = oneLine(given.email).toLowerCase()
  if (!isEmailAddress(email)) throw invalidFields({ email: m.guestsAddressRule() })
  return { email, name: readName(given.name) }
}

/** @throws Failure 400 */
export function readName(given: string) {
  const name = oneLine(given)
  const { min } = GUEST_LIMITS.name
  if (visibleLength(name) < min) throw invalidFields({ name: m.guestsNameRule({ min }) })
  return name
}
