import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ChapterHealth, ChaptersHealth } from '#shared/chapters/health.ts'
import type { ChapterRole } from '#shared/chapters/rules.ts'
import { PAGE_SIZE } from '#shared/lib/page.ts'
import { DAY } from '#shared/lib/durations.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'
import { events } from '#server/modules/events/events/collection.ts'

import { chapterMonthId, chapterMonths } from './months/collection.ts'

let fixture: OrganiserFixture
type Person = OrganiserFixture['ada']
beforeAll(async () => {
  fixture = await startOrganiserFixture({ liftRateLimits: true })
})
afterAll(() => fixture.close())

const daysAgo = (days: number) => new Date(fixture.clock() - days * DAY).toISOString()
const chapter = async (slug: string, more = {}) => {
  await fixture.store.transact(async (tx) =>
    putChapter(tx, chapterDocument(slug, { createdAt: daysAgo(100), stateSince: {}, ...more })),
  )
  await fixture.services.chapters.start()
  return slug
}
const put = (slug: string, { uid }: Person, at: string, role: ChapterRole = 'member') =>
  fixture.store.transact(async (tx) =>
    putChapterMembership(tx, slug, uid, { kind: 'home', role, state: 'active', at }),
  )
const healthOf = async (person: Person, slug: string) =>
  (await person.call('GET', `/api/chapters/${slug}/health`)).json<ChapterHealth>()
const all = (query = '') => fixture.admin.call('GET', `/api/admin/chapters/health${query}`)

test('the table of a community with one chapter is empty', async () => {
  await chapter('only')
  await fixture.services.chapters.months.closeDue()
  expect((await all()).json<ChaptersHealth>()).toEqual({ items: [], months: [] })
})

test('a lead sees the present month counted live, after those that are over', async () => {
  const slug = await chapter('live')
  const lead = await fixture.member()
  await put(slug, lead, daysAgo(90), 'lead')
  await fixture.services.chapters.months.closeDue()
  const before = await healthOf(lead, slug)
  expect(before.months.length).toBeGreaterThan(3)
  expect(before.months.at(-1)).toMatchObject({ members: 1, joined: 0 })
  await put(slug, await fixture.member(), daysAgo(0))
  const after = await healthOf(lead, slug)
  expect(after.months.at(-1)).toMatchObject({ members: 2, joined: 1 })
  expect(after.months.slice(0, -1)).toEqual(before.months.slice(0, -1))
  expect(after.months.map(({ month }) => month)).toEqual(after.months.map(({ month }) => month).toSorted())
})

test('lists newcomers who met nobody, except people who are blocked or suspended or have a meeting', async () => {
  const slug = await chapter('newcomers')
  const lead = await fixture.member()
  await put(slug, lead, daysAgo(2), 'lead')
  const [alone, met, blocked, suspended, old] = await Promise.all(
    Array.from({ length: 5 }, () => fixture.member()),
  )
  for (const person of [alone, met, blocked, suspended]) await put(slug, person!, daysAgo(10))
  await put(slug, old!, daysAgo(31))
  expect((await healthOf(lead, slug)).newcomers.total).toBe(4)
  await fixture.store.transact(async (tx) =>
    tx.put(meetings, meetingDocument('first', [met!.uid, old!.uid], { state: 'held', startsAt: daysAgo(5) })),
  )
  await blocked!.call('PUT', `/api/blocks/${lead.uid}`)
  await setStatus(fixture.store, suspended!.uid, 'suspended')
  const { newcomers } = await healthOf(lead, slug)
  expect([newcomers.total, newcomers.items.map(({ id }) => id)]).toEqual([1, [alone!.uid]])
})

test('a planned event of its own is ahead, and a draft or one of another chapter is not', async () => {
  const slug = await chapter('ahead')
  const lead = await fixture.member()
  await put(slug, lead, daysAgo(60), 'lead')
  const putEvent = (id: string, more: object) =>
    fixture.store.transact(async (tx) => tx.put(events, eventDocument(id, { chapterId: slug, ...more })))
  await putEvent('draft-ahead', { status: 'draft' })
  await putEvent('other-ahead', { chapterId: 'live', cohosts: [slug] })
  expect((await healthOf(lead, slug)).hasEventAhead).toBe(false)
  await putEvent('own-ahead', {})
  expect((await healthOf(lead, slug)).hasEventAhead).toBe(true)
})

test('admins sort a month of all chapters by each figure, page by page, without a value first', async () => {
  const zero = { joined: 0, left: 0, events: 0, seats: 0, going: 0, noShows: 0, met: 0, alone: 0 }
  const slugs = Array.from({ length: PAGE_SIZE + 6 }, (_, at) => `sorted-${String(at).padStart(2, '0')}`)
  for (const slug of slugs) await chapter(slug)
  await fixture.store.transact(async (tx) => {
    for (const [at, slug] of slugs.entries()) {
      const capacity = at === 20 ? 0 : 100
      const figures = { ...zero, members: (at * 7) % slugs.length, capacity, seats: at % 10 }
      const place = { id: chapterMonthId(slug, '2020-05'), chapter: slug, month: '2020-05' }
      tx.put(chapterMonths, { ...place, ...figures, countedAt: daysAgo(0) })
    }
  })
  const sorted = async (query: string) => {
    const first = (await all(`?month=2020-05${query}`)).json<ChaptersHealth>()
    const rest = (await all(`?month=2020-05${query}&cursor=${first.next}`)).json<ChaptersHealth>()
    expect([first.items.length, rest.items.length, rest.next]).toEqual([PAGE_SIZE, 6, undefined])
    return [...first.items, ...rest.items]
  }
  expect((await sorted('')).map(({ slug }) => slug)).toEqual(slugs)
  const members = (await sorted('&sort=members&order=down')).map((row) => row.members)
  expect(members).toEqual(slugs.map((_, at) => slugs.length - 1 - at))
  const [first, second] = await sorted('&sort=filled')
  expect([first?.slug, second?.seats]).toEqual(['sorted-20', 0])
  expect((await all('?month=2020-13')).statusCode).toBe(400)
  expect((await all('?sort=filled&cursor=abc')).statusCode).toBe(400)
  expect((await fixture.ada.call('GET', '/api/admin/chapters/health')).statusCode).toBe(403)
})
