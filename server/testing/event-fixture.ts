import { randomUUID } from 'node:crypto'

import type { EventEdit } from '#shared/events.ts'
import type { MemberRole } from '#shared/roles.ts'
import { blocks } from '#server/features/blocks/collection.ts'
import { connections } from '#server/features/connections/collection.ts'
import { type EventDocument, events as eventDocuments } from '#server/features/events/collection.ts'
import { createPublicEvents } from '#server/features/events/public-events.ts'
import { createEventService } from '#server/features/events/service.ts'
import { newcomer } from '#server/features/members/admission.ts'
import { members } from '#server/features/members/collection.ts'
import { createAwards } from '#server/features/prestige/awards.ts'
import { prestigeEntries, prestigeSummaries } from '#server/features/prestige/collection.ts'
import { eventSeats, rsvps as rsvpDocuments, waitlistPromotions } from '#server/features/rsvps/collection.ts'
import { movedEvents } from '#server/features/rsvps/moves.ts'
import { createRsvpService } from '#server/features/rsvps/service.ts'
import type { Happening, Notify } from '#server/features/notifications/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { AuditFact } from '#server/features/audit/types.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts'
import type { Store } from '#server/store/port.ts'

import { eventDocument } from './events.ts'
import { openTemporaryStore } from './temporary-store.ts'

export const EVENT_COLLECTIONS = [
  blocks,
  connections,
  eventDocuments,
  eventSeats,
  members,
  movedEvents,
  prestigeEntries,
  prestigeSummaries,
  rsvpDocuments,
  waitlistPromotions,
]

export const person = (id: string, role: MemberRole = 'member'): Actor => ({
  id,
  role,
  email: `${id}@guildhall.test`,
  sessionHash: 'hash',
})

/**
 * The events and RSVPs of one replica, on a store that it may share with others. Members are only ids, except those who
 * were admitted.
 */
export function eventReplica(store: Store, clock: () => number) {
  const facts: AuditFact[] = []
  const pictures: { users: readonly string[]; id: string; oldId: string }[] = []
  const hidden = new Set<string>()
  const suspended = new Set<string>()
  const happenings: Happening[] = []
  const notify: Notify = (_, happening) => void happenings.push(happening)
  let ids = 0
  const cards = async (viewerId: string, memberIds: readonly string[]) =>
    memberIds
      .filter((id) => id !== 'nobody' && !hidden.has(`${viewerId} ${id}`))
      .map((id) => ({ id, displayName: id }))
  const eventMutex: KeyedMutex = (id, work) => store.withLock(`event-${id}`, work)
  const rsvps = createRsvpService({
    store,
    clock,
    eventMutex,
    eventOf: (reader, id) => events.nonDraft(reader, id),
    hiddenAmong: (viewer, all) => events.hiddenAmong(viewer, all),
    accountStates: async () => (id) => (suspended.has(id) ? 'inactive' : 'active'),
    awards: createAwards({ clock, newId: randomUUID }),
    notify,
  })
  const publicEvents = createPublicEvents({
    store,
    clock,
    seatsOf: rsvps.seatsOf,
  })
  const events = createEventService({
    store,
    clock,
    eventMutex,
    cards,
    newId: () => `made-${(ids += 1)}`,
    audit: async (fact) => void facts.push(fact),
    canOrganise: async (_, id) => id !== 'nobody',
    onDelete: async () => {},
    useImage: async (_, users, { id, oldId }) => void pictures.push({ users, id, oldId }),
    notify,
    prepareChange: rsvps.prepareEventChange,
    onRescheduled: rsvps.reschedule,
    hasRsvps: rsvps.hasRsvps,
    participation: rsvps.participation,
    recordDraftView: async () => {},
  })
  return {
    events,
    publicEvents,
    rsvps,
    facts,
    happenings,
    pictures,
    suspended: (): ReadonlySet<string> => new Set(suspended),
    suspend(id: string) {
      suspended.add(id)
      return rsvps.membershipChanged(id)
    },
    restore(id: string) {
      suspended.delete(id)
      return rsvps.membershipChanged(id)
    },
    /** As an admin who decides about a report does. */
    setHidden: (id: string, isHidden: boolean) =>
      store.transact(async (tx) => {
        const at = new Date(clock()).toISOString()
        await events.moderation.whole.setHidden(tx, id, isHidden ? { reason: 'Rude', at } : undefined)
      }),
    admit: (names: readonly string[]) =>
      store.transact(async (tx) => {
        const joinedAt = new Date(clock()).toISOString()
        for (const name of names)
          tx.put(members, { ...newcomer(name, joinedAt), version: 1, displayName: name })
      }),
    block: (blocker: string, blockedIds: readonly string[]) =>
      store.transact(async (tx) => {
        const blockedAt = new Date(clock()).toISOString()
        for (const blocked of blockedIds)
          tx.put(blocks, { id: joinedId(blocker, blocked), blocker, blocked, blockedAt })
      }),
    hide: (viewer: string, id: string) => void hidden.add(`${viewer} ${id}`),
  }
}

export type EventFixture = ReturnType<typeof openEventFixture>

/** One replica on a store of its own, with a clock that only moves when told. */
export function openEventFixture(store: Store = openTemporaryStore(EVENT_COLLECTIONS)) {
  let now = Date.parse('2026-03-02T12:00:00Z')
  const clock = () => now
  return {
    store,
    clock,
    ...eventReplica(store, clock),
    /** Another replica on the same store. */
    replica: (itsClock = clock) => eventReplica(store, itsClock),
    advance: (milliseconds: number) => void (now += milliseconds),
    /** An ISO instant, in hours from now. */
    inHours: (hours: number) => new Date(now + hours * 60 * 60 * 1_000).toISOString(),
    /** Stores an event: by default published, a week ahead, two hours long. */
    async put(more: Partial<EventDocument> & { id: string }) {
      const startsAt = more.startsAt ?? new Date(now + 7 * 24 * 60 * 60 * 1_000).toISOString()
      const changedAt = new Date(now).toISOString()
      const event = eventDocument(more.id, { changedAt, ...more, startsAt })
      await store.transact(async (tx) => tx.put(eventDocuments, event))
      return event
    },
    close: () => store.close(),
  }
}

/** What an organiser submits, for a week after the fixture's start. */
export const eventEdit = (more: Partial<EventEdit> = {}): EventEdit => ({
  title: 'Members’ breakfast',
  summary: 'Coffee and one question',
  description: '# Come early',
  startsAt: '2026-03-09T08:00:00.000Z',
  endsAt: '2026-03-09T10:00:00.000Z',
  allDay: false,
  timeZone: 'Europe/Lisbon',
  format: 'inPerson',
  venue: { name: 'The hall', address: { city: 'Lisbon' } },
  cover: '',
  visibility: 'members',
  guestsMax: 0,
  hosts: [],
  tags: ['Food'],
  ...more,
})
