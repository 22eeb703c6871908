import { randomUUID } from 'node:crypto'

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { PAGE_SIZE } from '#shared/lib/page.ts'
import { memberId, seedMembers } from '#server/bench/members.ts'
import { collections } from '#server/collections.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import { fulfilledAsks } from '#server/modules/people/asks/collection.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { accept, sendRequest } from '#server/modules/people/connections/connection-state.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import type { Query, ViewReader } from '#server/views/sql.ts'

import { startTestApp } from './app.ts'
import { eventDocument, putSeated } from './fixtures/events.ts'
import { meetingDocument } from './fixtures/meetings.ts'
import { SCREENS, screenUrl } from './screens.ts'
import { openTemporaryStore } from './temporary-store.ts'

const CONNECTIONS = 40
const OF_OTHERS = 10
const SEATED = 100
const EVENTS = 300
const MEETINGS = 12
const RUNS = 5
const REQUESTS = 20
const BATCH = 1_000

export interface Cost {
  text: string
  url: string
  /** How often the two people sent it. */
  calls: number
  /** Sum of the rows that they got. */
  rows: number
  /** Milliseconds of the fastest run. */
  least: number
  /** Runs it some more times, since another process may have interrupted all runs so far. */
  measure: () => void
}

/**
 * A community with an admin and a member whose connections, meetings, notifications and event are the same whatever its
 * size, and 300 events. All else grows with the number of members.
 */
export async function openCommunity(size: number) {
  const costs = new Map<string, Cost>()
  /** Undefined while statements are not recorded. */
  let url: string | undefined
  const temporary = openTemporaryStore(collections)
  const store = observed(temporary, (text, run, rows) => {
    if (url === undefined) return
    const requested = url
    const cost = costs.getOrInsertComputed(`${requested} ${text}`, () => costOf(text, requested, run))
    cost.calls += 1
    cost.rows += rows
    cost.measure()
  })
  const email = `${randomUUID()}@guildhall.test`
  const app = await startTestApp({ store, liftRateLimits: true, env: { ADMIN_EMAILS: email } })
  await seedMembers(store, size)
  await connectInPairs(store, size)
  await addFulfilledAsks(store, size)
  const people = [await app.member({ email }), await app.member()] as const
  const [admin, other] = people
  for (const { uid } of people) await addNeighbourhood(store, uid)
  await addEvents(store, admin.uid, [other.uid])

  return {
    /** Sends the requests of all screens as each of the two people. @returns the costs by request and statement */
    async visit(): Promise<ReadonlyMap<string, Cost>> {
      for (const path of SCREENS)
        for (const person of people) {
          url = urlOf(path)
          await person.call('GET', url)
        }
      url = undefined
      return costs
    },

    /** Milliseconds of the fastest of some requests of the admin, which nothing has interrupted: its processor time. */
    async processorTime(path: string) {
      let least = Infinity
      for (let request = 0; request < REQUESTS; request += 1) {
        const startedAt = performance.now()
        await admin.call('GET', urlOf(path))
        least = Math.min(least, performance.now() - startedAt)
      }
      return least
    },

    async close() {
      await app.close()
      await temporary.close()
    },
  }
}

const urlOf = (path: string) => screenUrl(path, { event: 'event-0', other: memberId(1) })

function costOf(text: string, url: string, run: () => void): Cost {
  const cost = {
    text,
    url,
    calls: 0,
    rows: 0,
    least: Infinity,
    measure() {
      for (let count = 0; count < RUNS; count += 1) {
        const startedAt = performance.now()
        run()
        cost.least = Math.min(cost.least, performance.now() - startedAt)
      }
    },
  }
  return cost
}

function observed(store: Store, onRead: (text: string, run: () => void, rows: number) => void): Store {
  const reporting =
    <R>(read: (query: Query) => R) =>
    (query: Query) => {
      const result = read(query)
      onRead(query.text, () => void read(query), Array.isArray(result) ? result.length : 1)
      return result
    }
  return {
    ...store,
    async views() {
      const { all, get, column } = await store.views()
      return { all: reporting(all), get: reporting(get), column: reporting(column) } as ViewReader
    },
  }
}

function connect(tx: Transaction, one: string, another: string) {
  const now = Date.now()
  const request = sendRequest(undefined, { actor: one, receiver: another, note: '', now: now - 1_000 })
  tx.put(connections, accept(request, { actor: another, now }))
}

/** Members without a connection are few, so that a statement that looks for them goes far. */
async function connectInPairs(store: Store, size: number) {
  for (let from = 0; from < size; from += BATCH) {
    await store.transact(async (tx) => {
      for (let at = from; at < Math.min(from + BATCH, size); at += 2)
        connect(tx, memberId(at), memberId(at + 1))
    })
  }
}

async function addFulfilledAsks(store: Store, size: number) {
  await store.transact(async (tx) => {
    for (let at = 0; at < size; at += 20)
      tx.put(fulfilledAsks, {
        id: `fulfilled-${at}`,
        owner: memberId(at),
        text: 'A printer',
        fulfilledAt: isoInstant(Date.now() - at * MINUTE),
        helper: memberId(at + 1),
        isNamed: true,
      })
  })
}

async function addNeighbourhood(store: Store, viewerId: string) {
  await store.transact(async (tx) => {
    const viewer = await tx.get(members, viewerId)
    const like = await tx.get(members, memberId(0))
    const { id, email, role, version } = viewer!
    tx.put(members, { ...like!, id, email, role, version: version + 1 })
    for (let at = 1; at <= CONNECTIONS; at += 1) {
      connect(tx, viewerId, memberId(at))
      for (let more = 1; more <= OF_OTHERS; more += 1)
        connect(tx, memberId(at), memberId(at * OF_OTHERS + CONNECTIONS + more))
    }
    for (let at = 1; at <= MEETINGS; at += 1) {
      const startsAt = isoInstant(Date.now() + at * DAY)
      const more = { state: 'scheduled' as const, startsAt }
      tx.put(
        meetings,
        meetingDocument(joinedId('meeting', viewerId, `${at}`), [viewerId, memberId(at)], more),
      )
    }
    for (let at = 1; at <= PAGE_SIZE; at += 1)
      tx.put(notifications, {
        id: joinedId(`notification-${at}`, viewerId),
        topic: 'newEvent',
        subject: { kind: 'event', id: 'event-0' },
        actor: memberId(at),
        data: { title: 'A breakfast' },
        at: isoInstant(Date.now() - at * HOUR),
        member: viewerId,
      })
  })
}

/** One that began lately, to which a hundred members came, and others with a few around it. */
async function addEvents(store: Store, organiser: string, alsoGoing: readonly string[]) {
  for (let at = 0; at < EVENTS; at += 1) {
    const hours = at === 0 ? -1 : (at - EVENTS / 2) * 12
    const startsAt = isoInstant(Date.now() + hours * HOUR)
    const event = eventDocument(`event-${at}`, { createdBy: organiser, startsAt, visibility: 'public' })
    const going = Array.from({ length: at === 0 ? SEATED : 5 }, (_, each) => memberId(at + each))
    const arrived = at === 0 ? { checkedInAt: startsAt, checkedInBy: organiser } : {}
    await store.transact(async (tx) => putSeated(tx, event, [organiser, ...alsoGoing, ...going], arrived))
  }
}
