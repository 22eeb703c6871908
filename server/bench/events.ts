import { events } from '#server/features/events/collection.ts'
import { eventSeats, rsvps as answers } from '#server/features/rsvps/collection.ts'
import { isoInstant, systemClock } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Store } from '#server/store/port.ts'
import { EVENT_COLLECTIONS, eventReplica, person } from '#server/testing/event-fixture.ts'
import { eventDocument } from '#server/testing/events.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import type { Figure } from './pages.ts'
import { row, type Row } from './row.ts'

const EVENTS = 10_000
const HOUR = 60 * 60 * 1_000
const SAMPLES = 1_000
const ROUNDS = 3
const RSVPS = 400
const AT_ONCE = 50

/** Latency of a page of events, and RSVPs per second beside the writes that they need at least. */
export async function eventRows(): Promise<(Row | Figure)[]> {
  const store = openTemporaryStore(EVENT_COLLECTIONS)
  try {
    await seed(store)
    return [...(await listRows(store)), ...(await answerRows(store))]
  } finally {
    await store.close()
  }
}

const idOf = (at: number) => `event-${at}`

/** The first half is past, the rest upcoming, one per hour. */
async function seed(store: Store) {
  const now = systemClock()
  await store.transact(async (tx) => {
    for (let at = 0; at < EVENTS; at++) {
      const startsAt = isoInstant(now + (at - EVENTS / 2 + 24) * HOUR)
      const changedAt = isoInstant(now - 24 * HOUR)
      const title = `${at % 7 === 0 ? 'Breakfast' : 'Evening'} number ${at}`
      tx.put(events, eventDocument(idOf(at), { startsAt, changedAt, title, tags: [`tag ${at % 20}`] }))
    }
  })
}

async function listRows(store: Store): Promise<(Row | Figure)[]> {
  const { events: service } = eventReplica(store, systemClock)
  const viewer = person('viewer')
  const { items } = await service.list(viewer, 'upcoming', {})
  const ids = items.map(({ id }) => id)
  const rsvpIds = ids.map((id) => joinedId(id, viewer.id))
  const { list, searched, baseline } = await timed({
    list: () => service.list(viewer, 'upcoming', {}),
    searched: () => service.list(viewer, 'upcoming', { q: 'break', tag: 'tag 7' }),
    baseline: async () => {
      await store.getMany(events, ids)
      await store.getMany(eventSeats, ids)
      await store.getMany(answers, rsvpIds)
    },
  })
  return [
    milliseconds('events, upcoming page, p99 of 10,000 events', list.p99),
    milliseconds('events, search by words and tag, p99 of 10,000 events', searched.p99),
    row(
      'events, upcoming page / reading its documents from the store',
      list.perSecond,
      baseline.perSecond,
      0.3,
    ),
  ]
}

const milliseconds = (name: string, value: number): Figure => ({
  name,
  value: Number(value.toFixed(2)),
  unit: 'ms',
  bound: 'at most',
  limit: 50,
})

/** In turns, so that other load on the machine affects all of them equally. */
async function timed<K extends string>(works: Record<K, () => Promise<unknown>>) {
  const kinds = Object.keys(works) as K[]
  const took = new Map(kinds.map((kind): [K, number[]] => [kind, []]))
  for (let at = 0; at < SAMPLES; at++) {
    for (const [kind, samples] of took) {
      const startedAt = performance.now()
      await works[kind]()
      samples.push(performance.now() - startedAt)
    }
  }
  const timings = Array.from(took, ([kind, samples]) => [kind, timingOf(samples)] as const)
  return Object.fromEntries(timings) as Record<K, ReturnType<typeof timingOf>>
}

function timingOf(samples: readonly number[]) {
  // Warm-up, so that the code is compiled.
  const warm = samples.slice(SAMPLES / 4).toSorted((a, b) => a - b)
  const at = (share: number) => warm[Math.ceil(warm.length * share) - 1] ?? 0
  return { p99: at(0.99), perSecond: 1_000 / at(0.5) }
}

async function answerRows(store: Store): Promise<Row[]> {
  const { rsvps } = eventReplica(store, systemClock)
  const going = (member: string, event: string) =>
    rsvps.respond(person(member), event, { state: 'going', guests: 0 })
  const best = { one: 0, many: 0, baseline: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const member = (at: number) => `member-${round}-${at}`
    const target = EVENTS - 1 - round
    best.one = Math.max(best.one, await perSecond((at) => going(member(at), idOf(target))))
    best.many = Math.max(best.many, await perSecond((at) => going(member(at), idOf(EVENTS / 2 + 100 + at))))
    best.baseline = Math.max(
      best.baseline,
      await perSecond((at) => writeTwo(store, `baseline-${round}-${at}`)),
    )
  }
  return [
    row('RSVPs to one event / bare transactions of two writes', best.one, best.baseline, 0.4),
    row('RSVPs to many events / bare transactions of two writes', best.many, best.baseline, 0.4),
  ]
}

/** The least that an RSVP needs: the RSVP and the count, durably. */
const writeTwo = (store: Store, id: string) =>
  store.transact(async (tx) => {
    tx.put(eventSeats, { id, going: 1, held: 0, waiting: 0, lastTicket: 1 })
    tx.put(answers, {
      id,
      event: id,
      member: id,
      state: 'going',
      guests: 0,
      ticket: 1,
      answeredAt: '2026-03-02T12:00:00.000Z',
      changedAt: '2026-03-02T12:00:00.000Z',
      startsAt: '2026-03-09T12:00:00.000Z',
    })
  })

async function perSecond(work: (at: number) => Promise<unknown>) {
  const startedAt = performance.now()
  for (let at = 0; at < RSVPS; at += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => work(at + more)))
  }
  return (RSVPS * 1_000) / (performance.now() - startedAt)
}
