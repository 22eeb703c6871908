import { onTestFinished, expect, test } from 'vitest'

import type { ChapterFigures } from '#shared/chapters/health.ts'
import { DAY, HOUR } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import type { ChapterDocument } from '#server/modules/chapters/chapters/collection.ts'
import { chapterMemberships } from '#server/modules/chapters/memberships/collection.ts'
import { withStatus } from '#server/modules/chapters/memberships/status.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'
import { chapterDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { newTestDatabase } from '#server/testing/temporary-store.ts'

import { createMonthClosing } from './closing.ts'
import { chapterMonths } from './collection.ts'

/** The clock of Berlin goes forward on 29 March 2026. */
const FEBRUARY_ENDS = '2026-02-28T23:00:00.000Z'
const MARCH_ENDS = '2026-03-31T22:00:00.000Z'
const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()
const CREATED = '2026-02-10T12:00:00.000Z'

interface Replica {
  store: Store
  closeDue: () => Promise<void>
  at: (instant: string) => void
}

function replicas(count: number): Replica[] {
  const database = newTestDatabase()
  const stores = Array.from({ length: count }, () => database.open(collections))
  onTestFinished(async () => {
    for (const store of stores) await store.close()
    database.remove()
  })
  return stores.map((store) => {
    let now = Date.parse('2026-04-01T08:00:00.000Z')
    const { closeDue } = createMonthClosing({ store, clock: () => now, areShown: () => true })
    return { store, closeDue, at: (instant) => void (now = Date.parse(instant)) }
  })
}

async function setup(more: Partial<ChapterDocument> = {}) {
  const [replica] = replicas(1)
  const { store } = replica!
  await store.transact(async (tx) =>
    putChapter(tx, chapterDocument('berlin', { createdAt: CREATED, stateSince: {}, ...more })),
  )
  const months = async () =>
    Object.fromEntries((await allOf(store, chapterMonths, {})).map((each) => [each.month, each]))
  const figures = async (month = '2026-03'): Promise<ChapterFigures | undefined> => (await months())[month]
  return { ...replica!, months, figures }
}

/** A member of the chapter with these states, each from its instant. */
const stay = (store: Store, member: string, ...changes: ['active' | 'left', string][]) =>
  store.transact(async (tx) => {
    let membership
    for (const [state, at] of changes)
      membership = withStatus(
        membership,
        { chapter: 'berlin', member },
        { kind: 'home', role: 'member', state },
        { by: member, at },
      )
    tx.put(chapterMemberships, membership!)
  })

const meet = (store: Store, people: string[], startsAt: string, confirmedBy = people) =>
  store.transact(async (tx) => {
    const confirmations = confirmedBy.map((member) => ({ member, held: true }))
    const id = `${people.join('-')}-${startsAt}`
    tx.put(meetings, meetingDocument(id, people, { state: 'held', startsAt, confirmations }))
  })

test('a month begins and ends at midnight in the time zone of the chapter, also when its clock changes', async () => {
  const { store, closeDue, months } = await setup()
  await stay(store, 'february', ['active', before(FEBRUARY_ENDS)])
  await stay(store, 'first', ['active', FEBRUARY_ENDS], ['left', before(MARCH_ENDS)])
  await stay(store, 'last', ['active', before(MARCH_ENDS)], ['left', MARCH_ENDS])
  await stay(store, 'april', ['active', MARCH_ENDS])
  await closeDue()
  const { '2026-02': february, '2026-03': march, ...others } = await months()
  expect(others).toEqual({})
  expect(february).toMatchObject({ members: 1, joined: 1, left: 0 })
  expect(march).toMatchObject({ members: 2, joined: 2, left: 1 })
})

test('someone who leaves and returns is counted each time, and a change of the kind is not', async () => {
  const { store, closeDue, figures } = await setup()
  const days = ['05', '06', '07', '08'].map((day) => `2026-03-${day}T10:00:00.000Z`)
  await stay(
    store,
    'ada',
    ['active', days[0]!],
    ['left', days[1]!],
    ['active', days[2]!],
    ['active', days[3]!],
  )
  await closeDue()
  expect(await figures()).toMatchObject({ members: 1, joined: 2, left: 1 })
})

test('own events that took place count, with seats of those with a limit and no-shows of those with a check-in', async () => {
  const { store, closeDue, figures } = await setup()
  const startsAt = '2026-03-10T18:00:00.000Z'
  const own = { chapterId: 'berlin', startsAt }
  await store.transact(async (tx) => {
    putSeated(tx, eventDocument('full', { ...own, capacity: 2 }), ['ada', 'ben'])
    putSeated(tx, eventDocument('half', { ...own, capacity: 2 }), ['ada'], { checkedInAt: startsAt })
    putSeated(tx, eventDocument('unlimited', own), ['ada', 'ben', 'cleo'])
    putSeated(tx, eventDocument('draft', { ...own, status: 'draft', capacity: 9 }), [])
    putSeated(tx, eventDocument('cancelled', { ...own, status: 'cancelled', capacity: 9 }), ['ada'])
    putSeated(tx, eventDocument('elsewhere', { ...own, chapterId: 'other', cohosts: ['berlin'] }), ['ada'])
    putSeated(tx, eventDocument('april', { ...own, startsAt: MARCH_ENDS }), ['ada'])
  })
  await store.transact(async (tx) => {
    const event = eventDocument('mixed', own)
    putSeated(tx, event, ['ada', 'ben'])
    putSeated(tx, event, ['cleo'], { checkedInAt: startsAt })
  })
  await closeDue()
  expect(await figures()).toMatchObject({
    events: 4,
    seats: 3,
    capacity: 4,
    going: 4,
    noShows: 2,
  })
})

test('a member met someone once they have confirmed a growth meeting of the month', async () => {
  const { store, closeDue, figures } = await setup()
  for (const member of ['ada', 'ben', 'cleo', 'dan']) await stay(store, member, ['active', CREATED])
  await meet(store, ['ada', 'ben', 'cleo'], '2026-03-20T10:00:00.000Z', ['ada', 'ben'])
  await meet(store, ['dan', 'ada'], '2026-04-01T07:00:00.000Z')
  await closeDue()
  expect(await figures()).toMatchObject({ members: 4, met: 2 })
})

test('a newcomer who met nobody counts in the month in which their thirtieth day ends, if they stayed', async () => {
  const { store, closeDue, months } = await setup()
  const joinedAt = '2026-02-12T10:00:00.000Z'
  for (const member of ['ada', 'ben', 'late']) await stay(store, member, ['active', joinedAt])
  await stay(store, 'gone', ['active', joinedAt], ['left', '2026-03-01T10:00:00.000Z'])
  await stay(store, 'young', ['active', '2026-03-05T10:00:00.000Z'])
  await meet(store, ['ada', 'other'], '2026-03-01T10:00:00.000Z')
  await meet(store, ['late', 'other'], '2026-03-20T10:00:00.000Z')
  await closeDue()
  const { '2026-02': february, '2026-03': march } = await months()
  expect([february?.alone, march?.alone]).toEqual([0, 2])
})

test('a month is counted again once it is settled, and then no more', async () => {
  const { store, closeDue, figures, months, at } = await setup()
  await stay(store, 'ada', ['active', CREATED])
  await closeDue()
  await meet(store, ['ada', 'ben'], '2026-03-30T10:00:00.000Z')
  at('2026-04-10T10:00:00.000Z')
  await closeDue()
  expect(await figures()).toMatchObject({ met: 0 })
  at('2026-04-16T10:00:00.000Z')
  await closeDue()
  const settled = await months()
  expect(settled['2026-03']).toMatchObject({ met: 1, countedAt: '2026-04-16T10:00:00.000Z' })
  await stay(store, 'ben', ['active', CREATED])
  at('2026-04-30T10:00:00.000Z')
  await closeDue()
  expect(await months()).toEqual(settled)
})

test('months before the server ran are counted from the chapter’s creation to its closing', async () => {
  const { closeDue, months, at } = await setup({ stateSince: { closed: '2026-05-03T10:00:00.000Z' } })
  at('2026-08-01T10:00:00.000Z')
  await closeDue()
  expect(Object.keys(await months()).toSorted()).toEqual(['2026-02', '2026-03', '2026-04', '2026-05'])
})

test('two replicas that close a month at once count it once', async () => {
  const [here, there] = replicas(2)
  await here!.store.transact(async (tx) => {
    for (const slug of ['berlin', 'bremen'])
      putChapter(tx, chapterDocument(slug, { createdAt: CREATED, stateSince: {} }))
  })
  there!.at(new Date(Date.parse('2026-04-01T08:00:00.000Z') + HOUR).toISOString())
  await Promise.all([here!.closeDue(), there!.closeDue(), here!.closeDue(), there!.closeDue()])
  const stored = await allOf(here!.store, chapterMonths, {})
  expect(stored.map(({ chapter, month }) => `${chapter} ${month}`).toSorted()).toEqual([
    'berlin 2026-02',
    'berlin 2026-03',
    'bremen 2026-02',
    'bremen 2026-03',
  ])
  await Promise.all([here!.closeDue(), there!.closeDue()])
  expect(await allOf(here!.store, chapterMonths, {})).toEqual(stored)
})

test('a community with one chapter is asked nothing', async () => {
  const unused = new Proxy({} as Store, {
    get: () => {
      throw new Error('The store was used')
    },
  })
  const { closeDue } = createMonthClosing({
    store: unused,
    clock: () => Date.now() + DAY,
    areShown: () => false,
  })
  await expect(closeDue()).resolves.toBeUndefined()
})
