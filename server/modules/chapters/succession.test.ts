import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ChapterHealth } from '#shared/chapters/health.ts'
import type { ChapterRole } from '#shared/chapters/rules.ts'
import { events } from '#server/modules/events/events/collection.ts'
import type { Store } from '#server/store/port.ts'
import { chapterDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import {
  type ChapterFixture,
  type Person,
  startChapterFixture,
} from '#server/testing/fixtures/chapter-fixture.ts'
import { partOf } from '#server/tools/part-of.ts'

import { chapters } from './chapters/collection.ts'
import { chapterSuccessions } from './succession/collection.ts'
import { createChapterReview } from './succession/review.ts'

let fixture: ChapterFixture
let lead: Person
let second: Person
let ada: Person
let slug: string
let made = 0

beforeAll(async () => {
  fixture = await startChapterFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  made += 1
  slug = `chapter-${made}`
  ;[lead, second, ada] = await Promise.all([fixture.member(), fixture.member(), fixture.member()])
  const stateSince = { active: fixture.daysAgo(300) }
  await fixture.putChapters(
    chapterDocument('other', { state: 'forming' }),
    chapterDocument(slug, { stateSince }),
  )
  await fixture.store.transact(async (tx) =>
    tx.put(events, eventDocument(`event-of-${slug}`, { chapterId: slug })),
  )
  await put(lead, 'lead')
  await put(second, 'lead')
  await put(ada, 'member')
})

const put = (person: Person, role: ChapterRole, days = 200) => fixture.putAtHome(slug, person, role, days)
const review = () => fixture.services.chapters.review.reviewDue()
const stateOf = async () => (await fixture.store.get(chapters, slug))?.state
const asked = () => fixture.store.get(chapterSuccessions, slug)
const page = (person: Person) => fixture.page(person, slug)
const news = (person: Person) => fixture.news(person, 'chapterSuccession', slug)
const appoint = (actor: Person, person: Person, role: ChapterRole) =>
  fixture.appoint(actor, slug, person, role)
const offer = (person: Person, method: 'PUT' | 'DELETE' = 'PUT') =>
  person.call(method, `/api/chapters/${slug}/membership/offer`)
const setAsked = (days: number) =>
  fixture.store.transact(async (tx) =>
    tx.put(chapterSuccessions, { id: slug, need: 'lead', askedAt: fixture.daysAgo(days) }),
  )

test('when a lead steps down and one is left, members and admins are told once, by two replicas at once', async () => {
  await review()
  expect(await asked()).toBeUndefined()
  expect((await appoint(lead, second, 'member')).statusCode).toBe(204)
  await Promise.all([review(), review()])
  await review()
  const text = `Chapter ${slug} needs another lead.`
  expect(await news(ada)).toEqual([`${text} Would you like to take over?`])
  expect(await news(fixture.admin)).toEqual([`${text} Its members were asked to take over.`])
  expect((await page(ada)).succession?.need).toBe('lead')
  expect((await page(fixture.rival)).succession).toBeUndefined()
})

test('a suspended lead leads nothing, and their return ends the question', async () => {
  await setStatus(fixture.store, second.uid, 'suspended')
  await review()
  expect((await asked())?.need).toBe('lead')
  await setStatus(fixture.store, second.uid, 'active')
  await review()
  expect([await asked(), await stateOf()]).toEqual([undefined, 'active'])
})

test('members are asked after 120 days without an event, and a planned one ends the question', async () => {
  const event = eventDocument(`event-of-${slug}`, { chapterId: slug, startsAt: fixture.daysAgo(121) })
  await fixture.store.transact(async (tx) => tx.put(events, event))
  await review()
  expect((await asked())?.need).toBe('event')
  await fixture.store.transact(async (tx) =>
    tx.put(events, eventDocument(`next-of-${slug}`, { chapterId: slug })),
  )
  await review()
  expect(await asked()).toBeUndefined()
})

test('a member offers to lead, withdraws it, offers again, and is appointed', async () => {
  expect((await offer(ada)).statusCode).toBe(409)
  await appoint(lead, second, 'member')
  await review()
  expect((await offer(ada)).statusCode).toBe(204)
  expect((await offer(ada)).statusCode).toBe(204)
  const health = async () =>
    (await lead.call('GET', `/api/chapters/${slug}/health`)).json<ChapterHealth>().offers.map(({ id }) => id)
  expect(await health()).toEqual([ada.uid])
  expect((await page(ada)).own?.offersToLead).toBe(true)
  expect((await offer(ada, 'DELETE')).statusCode).toBe(204)
  expect(await health()).toEqual([])
  await offer(ada)
  expect(await news(lead)).toContainEqual(expect.stringContaining('offers to lead'))
  expect((await appoint(lead, ada, 'lead')).statusCode).toBe(204)
  expect([await health(), (await page(ada)).own?.offersToLead]).toEqual([[], undefined])
  await review()
  expect([await asked(), await stateOf()]).toEqual([undefined, 'active'])
})

test('an offer by someone whom the lead has blocked is hidden from the lead', async () => {
  await appoint(lead, second, 'member')
  await review()
  await lead.call('PUT', `/api/blocks/${ada.uid}`)
  await offer(ada)
  const { offers } = (await lead.call('GET', `/api/chapters/${slug}/health`)).json<ChapterHealth>()
  expect(offers).toEqual([])
})

test('a chapter rests after 30 days, its members stay, and a new lead makes it active again', async () => {
  await appoint(lead, second, 'member')
  await setAsked(29)
  await review()
  expect(await stateOf()).toBe('active')
  await setAsked(30)
  await Promise.all([review(), review()])
  const rested = await fixture.store.get(chapters, slug)
  expect(rested).toMatchObject({ state: 'resting', version: 2 })
  expect(rested?.stateSince.resting).toBeDefined()
  expect(await news(ada)).toEqual([
    `Chapter ${slug} is resting now. A new event or lead makes it active again.`,
  ])
  expect((await page(ada)).members).toBe(3)
  expect((await offer(ada)).statusCode).toBe(204)
  await appoint(lead, ada, 'lead')
  await review()
  expect([await stateOf(), await asked()]).toEqual(['active', undefined])
  await review()
  expect(await asked()).toBeUndefined()
})

test('a resting chapter wakes with a new event, and not with one that was planned before', async () => {
  await appoint(lead, second, 'member')
  await setAsked(30)
  await review()
  await review()
  expect(await stateOf()).toBe('resting')
  const createdAt = new Date(fixture.clock() + 1_000).toISOString()
  await fixture.store.transact(async (tx) =>
    tx.put(events, eventDocument(`new-of-${slug}`, { chapterId: slug, createdAt })),
  )
  await review()
  expect([await stateOf(), await asked()]).toEqual(['active', undefined])
})

test('a lead who is appointed while the chapter goes to rest leaves it active', async () => {
  await appoint(lead, second, 'member')
  await setAsked(30)
  await Promise.all([review(), appoint(lead, ada, 'lead'), review()])
  await review()
  expect([await stateOf(), await asked()]).toEqual(['active', undefined])
})

test('an admin removes the last leads, and the admins are told', async () => {
  for (const person of [lead, second])
    expect((await appoint(fixture.admin, person, 'member')).statusCode).toBe(204)
  await review()
  expect((await asked())?.need).toBe('lead')
  await offer(ada)
  expect(await news(fixture.admin)).toContainEqual(expect.stringContaining('offers to lead'))
})

test('a closed chapter asks nobody any more', async () => {
  await setAsked(5)
  expect((await page(ada)).succession).toBeDefined()
  await fixture.store.transact(async (tx) =>
    putChapter(tx, chapterDocument(slug, { state: 'closed', stateSince: { closed: fixture.daysAgo(0) } })),
  )
  expect((await page(ada)).succession).toBeUndefined()
  expect((await offer(ada)).statusCode).toBe(403)
})

test('a community with one chapter is asked nothing', async () => {
  const { operations, people } = fixture.services
  const store = partOf<Store>({})
  const { reviewDue } = createChapterReview({
    store,
    clock: Date.now,
    operations,
    people,
    areShown: () => false,
  })
  await expect(reviewDue()).resolves.toBeUndefined()
})
