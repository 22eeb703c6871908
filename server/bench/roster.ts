import { collections } from '#server/collections.ts'
import { directoryEntryOf } from '#server/features/directory/service.ts'
import { createTopicIndex } from '#server/features/introductions/topic-index.ts'
import { createViewing } from '#server/features/members/viewing.ts'
import { createRosterService } from '#server/features/roster/service.ts'
import { createRosterRsvps } from '#server/features/rsvps/roster-rsvps.ts'
import { createCardLookup } from '#server/lib/card-lookup.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { RelationshipKind } from '#server/features/connections/types.ts'
import type { Store } from '#server/store/port.ts'
import { person } from '#server/testing/event-fixture.ts'
import { eventDocument, putSeated } from '#server/testing/events.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { createMemberReadModel } from '#server/features/members/read-model.ts'

import { seedMembers } from './members.ts'
import type { Figure } from './pages.ts'

/** The most seats that an event can have. */
const GOING = 10_000
const SAMPLES = 150

/** Latency of a page of the largest possible roster. */
export async function rosterFigures(): Promise<Figure[]> {
  const store = openTemporaryStore(collections)
  try {
    await seedMembers(store, GOING)
    const event = eventDocument('largest', { capacity: GOING })
    const ids = Array.from({ length: GOING }, (_, at) => `member-${at}`)
    await store.transact(async (tx) => putSeated(tx, event, ids))
    const roster = await rosterOn(store)
    const organiser = person('organiser', 'admin')
    const startedAt = performance.now()
    await roster.page(organiser, event.id, {})
    const first = performance.now() - startedAt
    return [
      figure('roster, first page of 10,000 RSVPs, uncached', first, 500),
      figure('roster, page of 10,000 RSVPs, p99', await p99(() => roster.page(organiser, event.id, {})), 50),
      figure(
        'roster, search by name in 10,000 RSVPs, p99',
        await p99(() => roster.page(organiser, event.id, { q: 'ba' })),
        50,
      ),
    ]
  } finally {
    await store.close()
  }
}

/** As in production, for someone who manages every event. */
async function rosterOn(store: Store) {
  const clock = systemClock
  const { names, lookup } = createMemberReadModel({
    store,
    clock,
    directoryEntryOf,
    topics: createTopicIndex(),
    everyone: { put() {}, remove() {}, save() {}, load() {} },
    publicProfiles: { put() {}, remove() {}, save() {}, load() {} },
    onMember() {},
  })
  const viewing = createViewing({
    store,
    clock,
    lookup,
    relationshipKindOf: async () => 'member',
    relationshipKindsOf: async (_, ids) =>
      new Map(ids.map((id): [string, RelationshipKind] => [id, 'member'])),
    hasBlocked: async () => false,
    prestigeOf: async () => undefined,
  })
  await names()
  const { rosterRsvps, trackRoster } = createRosterRsvps({ store, clock })
  return createRosterService({
    clock,
    memberNames: names,
    trackRoster,
    managedEvent: async (_, eventId) => eventDocument(eventId),
    rosterRsvps,
    lookUpCards: createCardLookup(viewing.cardsForOrganisers),
    visibleProfiles: viewing.openProfileIds,
    audit: async () => {},
  })
}

/** Warm-up, so that the code is compiled. */
async function p99(work: () => Promise<unknown>) {
  const took: number[] = []
  for (let at = 0; at < SAMPLES; at++) {
    const startedAt = performance.now()
    await work()
    took.push(performance.now() - startedAt)
  }
  const warm = took.slice(SAMPLES / 3).toSorted((a, b) => a - b)
  return warm[Math.ceil(warm.length * 0.99) - 1] ?? 0
}

const figure = (name: string, value: number, limit: number): Figure => ({
  name,
  value: Math.round(value),
  unit: 'ms',
  bound: 'at most',
  limit,
})
