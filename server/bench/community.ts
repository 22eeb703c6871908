import { DAY } from '#shared/lib/durations.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import type { Store } from '#server/store/port.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'

import { connected } from './connected.ts'
import { fullLivesAt, seedFullLives } from './full-lives.ts'
import { seedMembers } from './members.ts'

export const VIEWER = 'member-0'
export const ORGANISER = 'member-1'
export const ADMIN = 'member-2'
/** Event for which a thousand members have a seat, the viewer among them. */
export const FULL_EVENT = 'full'

const CONNECTIONS = 350
const OF_OTHERS = 40
export const UPCOMING = 200
const ATTENDED = 20
/** Members with a full life who are going to each upcoming event. */
const LIVELY = 15

/**
 * Seeds a large community: `count` members, one with 350 connections and 600 with a full life, and 220 events.
 */
export async function seedCommunity(store: Store, count: number) {
  await seedMembers(store, count)
  await store.transact(async (tx) => {
    const [organiser, admin] = await tx.getMany(members, [ORGANISER, ADMIN])
    tx.put(members, { ...organiser!, role: 'organiser' })
    tx.put(members, { ...admin!, role: 'admin' })
    for (let at = 1; at <= CONNECTIONS; at++) tx.put(connections, connected(0, at))
  })
  for (let at = 1; at <= CONNECTIONS; at++) {
    await store.transact(async (tx) => {
      for (let more = 0; more < OF_OTHERS; more++) {
        tx.put(connections, connected(at, distantOf(at, more, count)))
      }
    })
  }
  const going = Array.from({ length: 1_000 }, (_, at) => `member-${at}`)
  await store.transact(async (tx) => putSeated(tx, upcomingEvent(FULL_EVENT, 7, { capacity: 1_000 }), going))
  for (let at = 0; at < UPCOMING + ATTENDED; at++) {
    const [days, who] =
      at < ATTENDED
        ? [-7 - at, going.slice(0, 50)]
        : [1 + (at % 90), [...going.slice(at, at + 10), ...fullLivesAt(at, LIVELY)]]
    await store.transact(async (tx) => putSeated(tx, upcomingEvent(eventId(at), days), who))
  }
  await seedFullLives(
    store,
    Array.from({ length: UPCOMING }, (_, at) => upcomingId(at)),
  )
}

const eventId = (at: number) => `event-${at}`

/** @param at below `UPCOMING` */
export const upcomingId = (at: number) => eventId(ATTENDED + at)

const distantOf = (at: number, more: number, count: number) =>
  CONNECTIONS + 1 + ((at * 37 + more * 101) % (count - CONNECTIONS - 1))

export const upcomingEvent = (id: string, days: number, more: { capacity?: number } = {}) =>
  eventDocument(id, {
    createdBy: ORGANISER,
    hosts: [ORGANISER],
    title: `An evening about bread, part ${id}`,
    summary: 'Three bakers show what they bake at night, and who buys it in the morning.',
    description:
      'We meet at the oven, bake together and talk about flour, suppliers and early mornings. '.repeat(9),
    tags: ['bread', 'suppliers'],
    startsAt: new Date(Date.now() + days * DAY).toISOString(),
    ...more,
  })
