import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

import type { ChapterDocument } from './chapters/collection.ts'
import { chapterMemberships } from './memberships/collection.ts'
import { membershipId } from './memberships/status.ts'

const SOFTWARE = 'Software and technology'

let fixture: OrganiserFixture
type Person = OrganiserFixture['ada']
let [lead, second, ada, grace]: Person[] = []
let made = 0
let slug = ''

beforeAll(async () => {
  fixture = await startOrganiserFixture({ liftRateLimits: true })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  ;[lead, second, ada, grace] = await Promise.all(Array.from({ length: 4 }, () => fixture.member()))
  await fixture.changeMember(lead!.uid, { displayName: 'Lena', industry: 'Legal' })
  await fixture.changeMember(second!.uid, { industry: '' })
  for (const { uid } of [ada!, grace!]) await fixture.changeMember(uid, { industry: SOFTWARE })
  made += 1
  slug = `chapter-${made}`
  await put({ industrySeats: 'one' })
})

async function put(more: Partial<ChapterDocument>) {
  await fixture.store.transact(async (tx) => {
    putChapter(tx, chapterDocument(`other-${made}`))
    putChapter(tx, chapterDocument(slug, { name: 'Bonn', ...more }))
    for (const { uid } of [lead!, second!])
      putChapterMembership(tx, slug, uid, { kind: 'home', role: 'lead', state: 'active' })
  })
  await fixture.services.chapters.start()
}
const join = (person: Person, kind: 'home' | 'guest' = 'home', to = slug) =>
  person.call('PUT', `/api/chapters/${to}/membership`, { body: { kind } })
const approve = (actor: Person, { uid }: Person) =>
  actor.call('POST', `/api/chapters/${slug}/people/${uid}/answer`, { body: { answer: 'approve' } })
const problem = ({ statusCode, json }: Awaited<ReturnType<typeof join>>) => {
  const { code, title } = json<{ code: string; title: string }>()
  return { statusCode, code, title }
}
const statusOf = async ({ uid }: Person) => {
  const found = await fixture.store.get(chapterMemberships, membershipId(slug, uid))
  return found && `${found.kind} ${found.state}`
}

test('a second home member of an industry is refused, told whom to ask, and can be a guest', async () => {
  expect((await join(ada!)).statusCode).toBe(200)
  const refused = problem(await join(grace!))
  expect(refused).toMatchObject({ statusCode: 409, code: 'seat_taken' })
  expect(refused.title).toContain(`Bonn has one home member per industry, and ${SOFTWARE} is taken.`)
  expect(refused.title).toContain('Lena')
  expect((await join(grace!, 'guest')).statusCode).toBe(200)
  expect(problem(await join(grace!)).code).toBe('seat_taken')
  await ada!.call('DELETE', `/api/chapters/${slug}/membership`)
  expect((await join(grace!)).statusCode).toBe(200)
})

test('someone without an industry is asked to choose one first', async () => {
  await fixture.changeMember(ada!.uid, { industry: '' })
  expect(problem(await join(ada!))).toMatchObject({ statusCode: 409, code: 'industry_required' })
  expect((await join(ada!, 'guest')).statusCode).toBe(200)
})

test('one of two requests for one seat that are approved at once is refused', async () => {
  await put({ industrySeats: 'one', joinRule: 'request' })
  for (const person of [ada!, grace!]) expect((await join(person)).statusCode).toBe(200)
  const answers = await Promise.all([approve(lead!, ada!), approve(second!, grace!)])
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['204', '409'])
  const refused = answers.find(({ statusCode }) => statusCode === 409)!
  expect(problem(refused)).toMatchObject({ code: 'seat_taken' })
  const states = new Set([await statusOf(ada!), await statusOf(grace!)])
  expect(states).toEqual(new Set(['home active', 'home pending']))
})

test('an admin appoints no second home member of an industry', async () => {
  await join(ada!)
  const path = `/api/chapters/${slug}/people/${grace!.uid}/role`
  expect(problem(await fixture.admin.call('PUT', path, { body: { role: 'host' } })).code).toBe('seat_taken')
})

test('one of two who join at once gets the seat of their industry', async () => {
  const answers = await Promise.all([join(ada!), join(grace!)])
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])
})

test('the seat of a member who changes industry is that of the new one', async () => {
  await join(ada!)
  const { version } = (await ada!.call('GET', '/api/me')).json<{ version: number }>()
  const body = { ...profileEdit, industry: 'Consulting' }
  const saved = await ada!.call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
  expect(saved.statusCode).toBe(200)
  expect((await join(grace!)).statusCode).toBe(200)
  const third = await fixture.member()
  await fixture.changeMember(third.uid, { industry: 'Consulting' })
  expect(problem(await join(third)).code).toBe('seat_taken')
})

test('undoing a move does not take a seat that has another member meanwhile', async () => {
  await join(ada!)
  await join(ada!, 'home', `other-${made}`)
  expect((await join(grace!)).statusCode).toBe(200)
  const undo = await ada!.call('POST', `/api/chapters/other-${made}/membership/undo`)
  expect(problem(undo).code).toBe('seat_taken')
})

test('an invited newcomer whose seat is taken asks for it', async () => {
  await join(ada!)
  await fixture.store.transact((tx) =>
    fixture.services.chapters.people.place(tx, {
      chapter: slug,
      member: grace!.uid,
      by: lead!.uid,
      role: 'member',
    }),
  )
  expect(await statusOf(grace!)).toBe('home pending')
})

test('members stay when seats are limited after they joined', async () => {
  await put({ industrySeats: 'any' })
  for (const person of [ada!, grace!]) expect((await join(person)).statusCode).toBe(200)
  await put({ industrySeats: 'one' })
  expect([await statusOf(ada!), await statusOf(grace!)]).toEqual(['home active', 'home active'])
})
