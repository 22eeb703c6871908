import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ChapterRole } from '#shared/chapters/rules.ts'
import type { Chapter, ChapterEdit } from '#shared/chapters/schema.ts'
import { chapterDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import {
  type ChapterFixture,
  type Person,
  startChapterFixture,
} from '#server/testing/fixtures/chapter-fixture.ts'

import type { ChapterDocument } from './chapters/collection.ts'
import { chapterMemberships } from './memberships/collection.ts'
import { membershipId, withStatus } from './memberships/status.ts'
import { termEndOf } from './memberships/term.ts'

const LEAD = { kind: 'home', role: 'lead', state: 'active' } as const
const endOf = (more: Partial<ChapterDocument>, at: string) =>
  termEndOf(
    chapterDocument('berlin', { leadTerm: '6', ...more }),
    withStatus(undefined, { chapter: 'berlin', member: 'ada' }, LEAD, { by: 'ada', at }),
  )

test('a term ends on the same day and at the same time of the chapter’s clock, some months later', () => {
  expect(endOf({}, '2026-01-10T11:00:00.000Z')).toBe('2026-07-10T10:00:00.000Z')
  expect(endOf({}, '2026-08-31T10:00:00.000Z')).toBe('2027-02-28T11:00:00.000Z')
  expect(endOf({ leadTerm: '12' }, '2026-01-10T11:00:00.000Z')).toBe('2027-01-10T11:00:00.000Z')
})

test('a term that is set later counts from then, and without one there is no end', () => {
  expect(endOf({ termSince: '2026-05-10T10:00:00.000Z' }, '2020-01-10T11:00:00.000Z')).toBe(
    '2026-11-10T11:00:00.000Z',
  )
  for (const more of [{ leadTerm: 'none' }, { state: 'closed' }] as const)
    expect(endOf(more, '2026-01-10T11:00:00.000Z')).toBeUndefined()
})

let fixture: ChapterFixture
let lead: Person
let second: Person
let slug: string
let made = 0

beforeAll(async () => {
  fixture = await startChapterFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  made += 1
  slug = `term-${made}`
  ;[lead, second] = await Promise.all([fixture.member(), fixture.member()])
  await fixture.putChapters(
    chapterDocument('other', { state: 'forming' }),
    chapterDocument(slug, { leadTerm: '12' }),
  )
  await put(second, 'lead', 1)
})

const put = (person: Person, role: ChapterRole, days: number) => fixture.putAtHome(slug, person, role, days)
const notify = () => fixture.services.chapters.terms.notifyDue()
const news = async (person: Person) =>
  (await fixture.news(person, 'chapterTerm', slug)).map((text) => text.replace(/ on .*? \d{4}/, ''))
const renew = (person: Person) => person.call('POST', `/api/chapters/${slug}/membership/term`)
const ownOf = async (person: Person) => (await fixture.page(person, slug)).own
const historyOf = async ({ uid }: Person) =>
  (await fixture.store.get(chapterMemberships, membershipId(slug, uid)))?.history.length

const ENDS = () => `Your term as lead of Chapter ${slug} ends. Renew it, or find someone to take over.`
const ENDED = () => `Your term as lead of Chapter ${slug} has ended. Renew it, or find someone to take over.`

test('a lead is reminded 30 days before the end, once, by two replicas at once', async () => {
  await put(lead, 'lead', 365 - 40)
  await notify()
  expect(await news(lead)).toEqual([])
  await put(lead, 'lead', 365 - 29)
  await Promise.all([notify(), notify()])
  await notify()
  expect([await news(lead), await news(second), await news(fixture.admin)]).toEqual([[ENDS()], [], []])
})

test('at the end the lead, the other leads and the admins are told once, and the lead stays', async () => {
  await put(lead, 'lead', 370)
  await notify()
  await notify()
  expect(await news(lead)).toEqual([ENDED()])
  const others = [await news(second), await news(fixture.admin)]
  for (const texts of others) {
    expect(texts).toHaveLength(1)
    expect(texts[0]).toMatch(/^The term of .* as lead of Chapter .* has ended\.$/)
  }
  expect((await ownOf(lead))?.role).toBe('lead')
})

test('one click renews the term, and a second one changes nothing', async () => {
  await put(lead, 'lead', 370)
  expect((await ownOf(lead))?.termEndsAt).toBeDefined()
  expect((await renew(lead)).statusCode).toBe(204)
  expect((await renew(lead)).statusCode).toBe(204)
  expect([(await ownOf(lead))?.termEndsAt, await historyOf(lead)]).toEqual([undefined, 2])
  await notify()
  expect(await news(lead)).toEqual([])
})

test('a lead who moves away and undoes it has no longer a term than before', async () => {
  await put(lead, 'lead', 370)
  const before = await ownOf(lead)
  await lead.call('PUT', '/api/chapters/other/membership', { body: { kind: 'home' } })
  expect((await lead.call('POST', '/api/chapters/other/membership/undo')).statusCode).toBe(204)
  expect(before).toHaveProperty('termEndsAt')
  expect(await ownOf(lead)).toEqual(before)
})

test('only a lead of a chapter with terms has one to renew', async () => {
  const member = await fixture.member()
  await put(member, 'member', 400)
  expect((await renew(member)).statusCode).toBe(403)
  expect((await renew(fixture.admin)).statusCode).toBe(409)
  await fixture.store.transact(async (tx) => putChapter(tx, chapterDocument(slug)))
  expect((await renew(second)).statusCode).toBe(409)
})

test('a lead whose chapter gets a term later has all of it', async () => {
  await fixture.store.transact(async (tx) => putChapter(tx, chapterDocument(slug)))
  await put(lead, 'lead', 1_000)
  const { name, region, place, timeZone, language, about, joinRule, listing, state } = chapterDocument(slug)
  const edit: ChapterEdit = { name, slug, region, place, timeZone, language, about, joinRule, listing, state }
  const saved = await fixture.admin.call('PUT', `/api/admin/chapters/${slug}`, {
    body: { ...edit, leadTerm: '6' },
    headers: { 'if-match': '"1"' },
  })
  expect([saved.statusCode, saved.json<Chapter>().leadTerm]).toEqual([200, '6'])
  await notify()
  expect([await news(lead), (await ownOf(lead))?.termEndsAt]).toEqual([[], undefined])
})
