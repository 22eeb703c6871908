import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ChapterImport } from '#shared/chapters/schema.ts'
import {
  type ChapterFixture,
  type Person,
  startChapterFixture,
} from '#server/testing/fixtures/chapter-fixture.ts'
import { chapterDocument } from '#server/testing/fixtures/chapters.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

import { chapters } from './chapters/collection.ts'

let fixture: ChapterFixture
let lead: Person
let first: string
let second: string
let made = 0

beforeAll(async () => {
  fixture = await startChapterFixture()
  await fixture.putChapters(chapterDocument('taken'))
})
afterAll(() => fixture.close())
beforeEach(async () => {
  made += 1
  ;[first, second] = [`first-${made}`, `second-${made}`]
  lead = await fixture.member()
})

type Row = ChapterImport['chapters'][number]

function row(slug: string, more: Partial<Row> = {}): Row {
  const { id: _, version: __, createdAt: ___, stateSince: ____, ...chapter } = chapterDocument(slug)
  return { ...chapter, state: 'forming', ...more }
}
const send = (...rows: Row[]) =>
  fixture.admin.call('POST', '/api/admin/chapters/import', { body: { chapters: rows } })
const total = () => fixture.store.count(chapters, {})

test('an admin creates the chapters of a file, with a member as the lead of one, and can repeat it', async () => {
  const rows = [row(first, { lead: ` ${lead.email.toUpperCase()} ` }), row(second, { name: 'Second' })]
  expect((await send(...rows)).statusCode).toBe(204)
  expect(await fixture.page(lead, first)).toMatchObject({
    state: 'forming',
    own: { kind: 'home', role: 'lead', state: 'active' },
  })
  expect(await fixture.page(lead, second)).toMatchObject({ name: 'Second', leads: [] })
  const before = await total()
  expect((await send(...rows)).statusCode).toBe(204)
  expect(await total()).toBe(before)
})

test('a file that names the lead of a chapter that exists without one is refused', async () => {
  expect((await send(row(first))).statusCode).toBe(204)
  const answer = await send(row(first, { lead: lead.email }))
  expect(answer.json()).toMatchObject({
    status: 400,
    fields: { 'chapters.0.slug': 'Another chapter has or had this address.' },
  })
  expect(await fixture.page(lead, first)).toMatchObject({ leads: [] })
})

test('a file with any error creates nothing, and its errors name row and field', async () => {
  const before = await total()
  const suspended = await fixture.member()
  await setStatus(fixture.store, suspended.uid, 'suspended')
  const answer = await send(
    row(first),
    row('taken', { name: 'Other' }),
    row(second, { timeZone: 'Nowhere', lead: 'no address' }),
    row(second, { name: ' · ', lead: lead.email }),
    row(`third-${made}`, { lead: lead.email }),
    row(`fourth-${made}`, { lead: suspended.email }),
  )
  const unknown = 'Enter the address of an active member, or of someone to invite.'
  const taken = 'Another chapter has or had this address.'
  const repeated = 'This person is named as lead of another row, too.'
  expect(answer.json()).toMatchObject({ status: 400 })
  expect(answer.json<{ fields: object }>().fields).toEqual({
    'chapters.1.slug': taken,
    'chapters.2.timeZone': 'Choose a time zone.',
    'chapters.2.slug': taken,
    'chapters.2.lead': unknown,
    'chapters.3.name': 'Enter a name (at least 2 characters).',
    'chapters.3.slug': taken,
    'chapters.3.lead': repeated,
    'chapters.4.lead': repeated,
    'chapters.5.lead': unknown,
  })
  expect(await total()).toBe(before)
})

test('a value that the form does not have is refused with the names in the form', async () => {
  const answer = await send(row(first, { joinRule: 'Sometimes' as 'open', listing: 'x' as 'hidden' }))
  expect(answer.json()).toMatchObject({
    fields: {
      'chapters.0.joinRule': 'Choose one of Open, By request, By invitation.',
      'chapters.0.listing': 'Choose one of Public, Members, Hidden.',
    },
  })
})

test('errors of values come with those of addresses and leads, in one answer', async () => {
  const before = await total()
  const answer = await send(
    row('taken', { name: 'Other', joinRule: 'Sometimes' as 'open' }),
    row('Not an address', { name: '', lead: 'nobody' }),
    row(first, { region: 'r'.repeat(1_000) }),
    row(first),
  )
  const taken = 'Another chapter has or had this address.'
  expect(answer.json()).toMatchObject({ status: 400 })
  expect(answer.json<{ fields: object }>().fields).toEqual({
    'chapters.0.joinRule': 'Choose one of Open, By request, By invitation.',
    'chapters.0.slug': taken,
    'chapters.1.name': 'This field can’t be empty.',
    'chapters.1.slug': expect.stringContaining('letters'),
    'chapters.1.lead': 'Enter the address of an active member, or of someone to invite.',
    'chapters.2.region': expect.stringContaining('at most'),
    'chapters.2.slug': taken,
    'chapters.3.slug': taken,
  })
  expect(await total()).toBe(before)
})

test('a body of another shape is refused with its first errors alone', async () => {
  const answer = await fixture.admin.call('POST', '/api/admin/chapters/import', {
    body: { chapters: [{ ...row('taken'), slug: 7 }, 'row'] },
  })
  expect(answer.json()).toMatchObject({ status: 400, fields: { 'chapters.0.slug': expect.any(String) } })
})

test('a lead without the industry that a seat needs creates nothing', async () => {
  const before = await total()
  const answer = await send(row(first), row(second, { industrySeats: 'one', lead: lead.email }))
  expect(answer.json()).toMatchObject({ status: 409, code: 'industry_required' })
  expect(await total()).toBe(before)
})

test('two files with the same address at once: one is created, the other is refused', async () => {
  const answers = await Promise.all([send(row(first, { name: 'One' })), send(row(first, { name: 'Two' }))])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 400])
})

test('a hundred chapters are created at once', async () => {
  const rows = Array.from({ length: 100 }, (_, at) => row(`many-${made}-${at}`))
  expect((await send(...rows)).statusCode).toBe(204)
  expect((await send(...rows, row('more'))).statusCode).toBe(400)
})
