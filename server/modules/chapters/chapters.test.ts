import { afterAll, expect, test } from 'vitest'

import type { Chapter, ChapterEdit, ChapterPage } from '#shared/chapters/schema.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

const fixture = await startOrganiserFixture({ liftRateLimits: true })
afterAll(() => fixture.close())

const edit = (more: Partial<ChapterEdit> = {}): ChapterEdit => ({
  name: 'Berlin',
  slug: 'berlin',
  region: 'Germany',
  place: 'Berlin',
  timeZone: 'Europe/Berlin',
  language: 'de',
  about: 'We meet every month.',
  joinRule: 'open',
  listing: 'members',
  state: 'forming',
  ...more,
})
const create = (more?: Partial<ChapterEdit>) =>
  fixture.admin.call('POST', '/api/admin/chapters', { body: edit(more) })
const save = (slug: string, version: number, more?: Partial<ChapterEdit>) =>
  fixture.admin.call('PUT', `/api/admin/chapters/${slug}`, {
    body: edit(more),
    headers: { 'if-match': `"${version}"` },
  })
const listed = async (person: OrganiserFixture['ada']) =>
  (await person.call('GET', '/api/chapters')).json<ChapterPage>().items.map(({ slug }) => slug)
const problem = (answer: Awaited<ReturnType<typeof create>>) =>
  answer.json<{ code: string; fields?: Record<string, string> }>()

test('nobody but admins sees the first chapter; both are there with the second', async () => {
  expect((await create()).statusCode).toBe(201)
  expect([await listed(fixture.ada), await listed(fixture.admin)]).toEqual([[], ['berlin']])
  expect((await fixture.ada.call('GET', '/api/chapters/berlin')).statusCode).toBe(404)
  expect((await create({ name: 'Hamburg', slug: 'hamburg' })).statusCode).toBe(201)
  expect(await listed(fixture.ada)).toEqual(['berlin', 'hamburg'])
})

test('an old slug leads to the chapter, and no other chapter gets it', async () => {
  expect((await save('hamburg', 1, { name: 'Hamburg', slug: 'hansestadt' })).statusCode).toBe(200)
  for (const slug of ['hamburg', 'hansestadt'])
    expect((await fixture.ada.call('GET', `/api/chapters/${slug}`)).json<Chapter>().slug).toBe('hansestadt')
  expect(problem(await create({ name: 'Other', slug: 'hamburg' })).fields).toHaveProperty('slug')
  expect((await save('hansestadt', 2, { name: 'Hamburg', slug: 'hamburg' })).statusCode).toBe(200)
})

test('two chapters that claim a slug at once do not share it', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map((number) => create({ name: `C${number}`, slug: 'claimed' })),
  )
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '400', '400'])
})

test('an edit of an outdated version is refused', async () => {
  await create({ name: 'Bremen', slug: 'bremen' })
  expect((await save('bremen', 1, { name: 'Bremen', slug: 'bremen', about: 'New' })).statusCode).toBe(200)
  expect((await save('bremen', 1, { name: 'Bremen', slug: 'bremen' })).statusCode).toBe(412)
})

test('an edit replaces every field, and repeating it changes nothing', async () => {
  const ulm = { name: 'Ulm', slug: 'ulm' }
  await create({ ...ulm, leadTerm: '12', industrySeats: 'one', lettersPerWeek: '7' })
  for (let times = 0; times < 2; times += 1) {
    const saved = (await save('ulm', 1, ulm)).json<Chapter>()
    expect(saved).toMatchObject({ ...edit(ulm), version: 2 })
    for (const field of ['leadTerm', 'industrySeats', 'lettersPerWeek'])
      expect(saved).not.toHaveProperty(field)
  }
})

test('a chapter goes through its states with their dates, and a closed one stays closed', async () => {
  await create({ name: 'Mainz', slug: 'mainz' })
  const states = ['active', 'resting', 'active', 'closed'] as const
  for (const [at, state] of states.entries())
    expect((await save('mainz', at + 1, { name: 'Mainz', slug: 'mainz', state })).statusCode).toBe(200)
  const { stateSince } = (await fixture.admin.call('GET', '/api/chapters/mainz')).json<Chapter>()
  expect(Object.keys(stateSince).toSorted()).toEqual(['active', 'closed', 'forming', 'resting'])
  const reopened = await save('mainz', 5, { name: 'Mainz', slug: 'mainz', state: 'active' })
  expect(problem(reopened).fields).toHaveProperty('state')
  expect(await listed(fixture.ada)).not.toContain('mainz')
})

test('a new chapter is forming or active', async () => {
  for (const state of ['resting', 'closed'] as const)
    expect((await create({ slug: 'new', state })).json()).toMatchObject({
      fields: { state: expect.any(String) },
    })
})

test('a form with errors names the fields, and text is cleaned', async () => {
  const wrong = problem(await create({ name: ' \u200b', slug: 'wrong', timeZone: 'Mars/Base' }))
  expect(Object.keys(wrong.fields ?? {}).toSorted()).toEqual(['name', 'timeZone'])
  expect((await create({ slug: 'Not a slug' })).statusCode).toBe(400)
  const { name } = (await create({ name: ' Co\u202Elogne  on Rhine ', slug: 'cologne' })).json<Chapter>()
  expect(name).toBe('Cologne on Rhine')
})
