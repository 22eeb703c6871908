import { Type } from 'typebox'

import { batchesOf } from '#shared/lib/batches.ts'
import * as m from '#shared/events/messages.ts'
import { EVENT_LIMITS, HAVE_A_PLACE } from '#shared/events/rules.ts'
import type { InvitationPage, InvitationResult, InvitationsEdit } from '#shared/attendance/invitations.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { EventAccess, EventAudit, EventDocument } from '#server/modules/events/types.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, tooMany } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import { hasEnded, isCurrent } from '#server/modules/events/events/rules.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import type { ViewReader } from '#server/views/sql.ts'
import { parseCard } from '#server/views/cards.ts'

import { eventAddressInvitations, type EventInvitation, eventInvitations } from './collection.ts'
import { guestAt } from './guest-list.ts'
import { readLines } from './lines.ts'
import {
  addressesSeen,
  invitationCounts,
  invitationRows,
  reachableAmong,
  reachableAttendees,
  reachableByEmail,
  reachableByName,
  remindableIds,
  revokedCount,
} from './queries.ts'

/** Invitations to events that the member got. */
const ExportedInvitationsSchema = Type.Array(
  Type.Object({
    event: Type.String(),
    by: Type.String(),
    at: Type.String(),
    remindedAt: Type.Optional(Type.String()),
  }),
)

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  accounts: Accounts
  people: People
  eventAccess: EventAccess
  eventAudit: EventAudit
}

/** Each is a write; Firestore allows 500 per transaction. */
const BATCH = 200
/** Addresses that one organiser invites within 24 hours, whoever has them. */
const ADDRESSES_PER_DAY = 100
/** Addresses of one event that are counted. */
const MAX_ADDRESSES = 500

export type EventInvitationService = ReturnType<typeof createEventInvitationService>

/** Invitations to events. Invited members see the event and need no request. */
export function createEventInvitationService(deps: Deps) {
  const { store, clock, operations, accounts, people, eventAccess, eventAudit } = deps
  const { notify } = operations.outbox
  const now = () => isoInstant(clock())

  function notifyOf(
    tx: Transaction,
    { id, title }: EventDocument,
    {
      by,
      at,
      members,
      isReminder = false,
    }: { by: string; at: string; members: readonly string[]; isReminder?: boolean },
  ) {
    if (members.length === 0) return
    const news = isReminder ? 'reminder' : 'invitation'
    notify(tx, {
      topic: 'eventInvitation',
      subject: { kind: 'event', id },
      // Someone who is invited again after a withdrawal is notified again.
      dedupeKey: joinedId(id, news, at, ...members),
      actor: by,
      recipients: members,
      data: { title, news },
    })
  }

  /** Invites one batch. Members who are invited or have a place already are left out. @returns the others */
  const inviteBatch = (actor: Actor, eventId: string, members: readonly string[]) =>
    store.transact(async (tx) => {
      const event = await eventAccess.editableIn(tx, actor, eventId)
      const ids = members.map((member) => joinedId(eventId, member))
      const [stored, answers] = await Promise.all([tx.getMany(eventInvitations, ids), tx.getMany(rsvps, ids)])
      // An invitation by address counts as none: the organiser does not know of it.
      const isInvited = (at: number) => stored[at] !== undefined && stored[at].byAddress === undefined
      const invited = members.filter(
        (_, at) => !isInvited(at) && !HAVE_A_PLACE.has(answers[at]?.state ?? 'declined'),
      )
      const given = { event: eventId, by: actor.id, at: now() }
      for (const member of invited)
        tx.put(eventInvitations, { id: joinedId(eventId, member), member, ...given })
      const notified = new Set(members.filter((_, at) => !stored[at]))
      notifyOf(tx, event, { ...given, members: invited.filter((member) => notified.has(member)) })
      if (invited.length > 0)
        await eventAudit.record(tx, actor, event, {
          action: 'event.members_invited',
          after: { members: invited.length },
        })
      return invited
    })

  async function assertBelowLimit(by: string, more: number) {
    const since = isoInstant(clock() - DAY)
    const recent = await allOf(store, eventAddressInvitations, {
      where: { by },
      orderBy: 'at',
      range: { gt: since },
    })
    if (more === 0 || recent.length + more <= ADDRESSES_PER_DAY) return
    throw tooMany(DAY, m.invitationLimit({ count: ADDRESSES_PER_DAY }))
  }

  /**
   * Invites addresses, and the members who have one of them, whom the answer does not tell from others.
   * @returns the addresses that were invited, or none where members cannot invite people
   */
  async function inviteAddresses(
    actor: Actor,
    { id: eventId, endsAt }: EventDocument,
    { emails, owners }: { emails: readonly string[]; owners: ReadonlyMap<string, string> },
  ) {
    if (emails.length === 0) return new Set<string>()
    await assertBelowLimit(actor.id, emails.length)
    // Written in the same transaction, because the email names the event.
    const sent = await accounts.invitations.sender.inviteGuests(
      actor,
      { emails, expiresAt: endsAt },
      async (tx, invited) => {
        const event = await eventAccess.editableIn(tx, actor, eventId)
        const addresses = [...invited].map(([email, invitation]) => ({
          invitation,
          member: owners.get(email) ?? invitation,
          isOwned: owners.has(email),
        }))
        // Reads as much for the address of no one, so that the time tells nothing.
        const ids = addresses.map(({ member }) => joinedId(eventId, member))
        const [stored, answers] = await Promise.all([
          tx.getMany(eventInvitations, ids),
          tx.getMany(rsvps, ids),
        ])
        const given = { event: eventId, by: actor.id, at: now() }
        for (const { invitation } of addresses)
          tx.put(eventAddressInvitations, { id: joinedId(eventId, invitation), invitation, ...given })
        const reached = addresses.filter(
          ({ isOwned }, at) => isOwned && !stored[at] && !HAVE_A_PLACE.has(answers[at]?.state ?? 'declined'),
        )
        for (const { member, invitation } of reached)
          tx.put(eventInvitations, { id: joinedId(eventId, member), member, byAddress: invitation, ...given })
        notifyOf(tx, event, { ...given, members: reached.map(({ member }) => member) })
      },
    )
    return new Set(sent.keys())
  }

  return {
    /**
     * Invites members, and addresses. The answer is the same for each address that the actor does not see in a
     * profile, whoever has it. Suspended members and those separated by a block count as unknown. Repeating it changes
     * nothing.
     */
    async invite(actor: Actor, eventId: string, edit: InvitationsEdit): Promise<InvitationResult> {
      const event = await eventAccess.editableIn(store, actor, eventId)
      if (edit.attendeesOf) await eventAccess.editableEvent(actor, edit.attendeesOf)
      const { members, unknown, owners, duplicates } = resolve(await store.views(), actor, edit)
      if (members.length === 0 && unknown.length === 0 && duplicates === 0)
        throw invalidFields({ lines: m.invitationRulePeople() })
      const emails = unknown.flatMap(({ email }) => (email === undefined ? [] : [email]))
      const invitedAddresses = await inviteAddresses(actor, event, { emails, owners })
      let invited = 0
      for (const batch of batchesOf(members, BATCH))
        invited += (await inviteBatch(actor, eventId, batch)).length
      return {
        invited,
        already: members.length - invited,
        addresses: invitedAddresses.size,
        duplicates,
        unknown: unknown.filter(({ email = '' }) => !invitedAddresses.has(email)).map(({ text }) => text),
      }
    },

    /** Reminds everyone who has not answered, each once. */
    async remind(actor: Actor, eventId: string): Promise<{ reminded: number }> {
      await eventAccess.editableIn(store, actor, eventId)
      const due = remindableIds(await store.views(), actor.id, eventId, EVENT_LIMITS.invitations)
      let reminded = 0
      for (const batch of batchesOf(due, BATCH)) reminded += await remindBatch(actor, eventId, batch)
      return { reminded }
    },

    /** Withdrawing twice succeeds. */
    withdraw: (actor: Actor, eventId: string, memberId: string): Promise<void> =>
      store.transact(async (tx) => {
        const event = await eventAccess.editableIn(tx, actor, eventId)
        const id = joinedId(eventId, memberId)
        const [invitation, rsvp] = await Promise.all([tx.get(eventInvitations, id), tx.get(rsvps, id)])
        // An invitation by address looks like none.
        if (!invitation || invitation.byAddress !== undefined) return
        if (rsvp && rsvp.state !== 'declined') throw conflict('has_rsvp', m.invitationHasRsvp())
        tx.delete(eventInvitations, id)
        await eventAudit.record(tx, actor, event, {
          action: 'event.invitation_withdrawn',
          target: memberId,
          after: { event: eventId },
        })
      }),

    /** Invited members in the order of their names. @throws BadCursor */
    async page(actor: Actor, eventId: string, cursor?: string): Promise<InvitationPage> {
      await eventAccess.editableEvent(actor, eventId)
      const query = fingerprint('invitations', eventId)
      const views = await store.views()
      const { items, next } = pageAt(cursor, query, (range) =>
        invitationRows(views, actor.id, eventId, range),
      )
      const where = { event: eventId }
      const addresses = await store.find(eventAddressInvitations, { where, limit: MAX_ADDRESSES })
      const revoked = revokedCount(
        views,
        addresses.items.map(({ invitation }) => invitation),
      )
      return {
        items: items.map(({ card, at, remindedAt, state }) => ({
          member: parseCard(card),
          at,
          remindedAt: remindedAt ?? undefined,
          state: state ?? undefined,
        })),
        counts: {
          ...invitationCounts(views, actor.id, eventId),
          addresses: addresses.items.length - revoked,
        },
        next,
      }
    },

    /** The upcoming event to which the owner of an address was invited last, as invited people may see it. */
    async eventOfAddress(invitation: string): Promise<EventDocument | undefined> {
      const { items } = await store.find(eventAddressInvitations, { where: { invitation }, limit: BATCH })
      const latestFirst = items.toSorted((a, b) => (a.at < b.at ? 1 : -1))
      const found = await eventAccess.visibleAmong(latestFirst.map(({ event }) => event))
      return found.find((event) => isCurrent.of(event, clock()))
    },

    /** Called in the transaction in which a person joins with an invitation to the community. */
    async accepted(tx: Transaction, { invitation, member }: { invitation: string; member: string }) {
      const { items } = await tx.find(eventAddressInvitations, { where: { invitation }, limit: BATCH })
      for (const { event: eventId, by } of items) {
        const id = joinedId(eventId, member)
        const [event, known] = await Promise.all([
          eventAccess.stored(tx, eventId),
          tx.get(eventInvitations, id),
        ])
        if (known || !event || hasEnded.of(event, clock())) continue
        const given = { event: eventId, member, by, at: now() }
        tx.put(eventInvitations, { id, ...given, byAddress: invitation, isNew: true })
      }
    },

    /** Notifies someone who has joined, once they are active, of the events to which their address was invited. */
    async membershipChanged(memberId: string) {
      const own = (await invitationsOf(memberId)).filter(({ isNew }) => isNew).slice(0, BATCH)
      if (own.length === 0) return
      const found = await eventAccess.visibleAmong(own.map(({ event }) => event))
      await store.transact(async (tx) => {
        if ((await people.members.accountStateOf(tx, memberId)) !== 'active') return
        const stored = await tx.getMany(
          eventInvitations,
          own.map(({ id }) => id),
        )
        for (const invitation of stored) {
          if (!invitation?.isNew) continue
          const { isNew: _, ...known } = invitation
          tx.put(eventInvitations, known)
          const event = found.find(({ id }) => id === known.event)
          if (event && isCurrent.of(event, clock())) notifyOf(tx, event, { ...known, members: [memberId] })
        }
      })
    },

    guestAt,

    exportOf: (memberId: string) => invitationsOf(memberId),

    async forget(memberId: string) {
      const own = await invitationsOf(memberId)
      const sent = await allOf(store, eventAddressInvitations, { where: { by: memberId }, orderBy: 'at' })
      for (let at = 0; at < Math.max(own.length, sent.length); at += BATCH)
        await store.transact(async (tx) => {
          for (const { id, event, byAddress } of own.slice(at, at + BATCH)) {
            tx.delete(eventInvitations, id)
            if (byAddress !== undefined) tx.delete(eventAddressInvitations, joinedId(event, byAddress))
          }
          for (const { id } of sent.slice(at, at + BATCH)) tx.delete(eventAddressInvitations, id)
        })
    },
  }

  function invitationsOf(member: string): Promise<EventInvitation[]> {
    return allOf(store, eventInvitations, { where: { member }, orderBy: 'at' })
  }

  function remindBatch(actor: Actor, eventId: string, members: readonly string[]) {
    return store.transact(async (tx) => {
      const event = await eventAccess.editableIn(tx, actor, eventId)
      const ids = members.map((member) => joinedId(eventId, member))
      const [stored, answers] = await Promise.all([tx.getMany(eventInvitations, ids), tx.getMany(rsvps, ids)])
      const due = stored.flatMap((invitation, at) =>
        invitation && !invitation.remindedAt && !answers[at] ? [invitation] : [],
      )
      const at = now()
      for (const invitation of due) tx.put(eventInvitations, { ...invitation, remindedAt: at })
      notifyOf(tx, event, { by: actor.id, at, members: due.map(({ member }) => member), isReminder: true })
      if (due.length > 0)
        await eventAudit.record(tx, actor, event, {
          action: 'event.invitees_reminded',
          after: { members: due.length },
        })
      return due.length
    })
  }
}

/** Finds the members whom the edit names as the actor sees them, the other lines, and who has an address. */
function resolve(views: ViewReader, actor: Actor, edit: InvitationsEdit) {
  const lines = readLines(edit.lines ?? [])
  const emails = lines.flatMap((line) => ('email' in line ? [line.email] : []))
  const owners = reachableByEmail(views, actor.id, emails)
  const seen = addressesSeen(views, actor, emails)
  const byName = reachableByName(
    views,
    actor.id,
    lines.flatMap((line) => ('name' in line ? [line.name] : [])),
  )
  const members = new Set<string>()
  const unknown = new Map<string, { text: string; email?: string }>()
  let duplicates = 0
  for (const line of lines) {
    const key = 'email' in line ? line.email : line.name
    const member = 'name' in line ? byName.get(key) : seen.has(key) ? owners.get(key) : undefined
    if (member ? members.has(member) : unknown.has(key)) duplicates += 1
    else if (member) members.add(member)
    else unknown.set(key, 'email' in line ? { text: line.text, email: key } : { text: line.text })
  }
  const chosen = reachableAmong(views, actor.id, edit.members ?? [])
  const attendees = edit.attendeesOf
    ? reachableAttendees(views, actor.id, edit.attendeesOf, EVENT_LIMITS.invitations)
    : []
  for (const id of [...chosen, ...attendees]) members.add(id)
  members.delete(actor.id)
  return { members: [...members], unknown: [...unknown.values()], owners, duplicates }
}

export const eventInvitationsAccountData = (service: EventInvitationService) =>
  exported(
    {
      name: 'eventInvitations',
      collections: [eventInvitations, eventAddressInvitations],
      schema: ExportedInvitationsSchema,
    },
    service,
  )
