import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Chapter, ChapterPerson } from '#shared/chapters/schema.ts'
import type { ChapterRole } from '#shared/chapters/rules.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

type Person = OrganiserFixture['ada']

let fixture: OrganiserFixture
/** Two leads of Berlin, and a member of Bonn who has blocked the first. */
let [blocked, lead, otto]: Person[] = []

beforeAll(async () => {
  fixture = await startOrganiserFixture({ liftRateLimits: true })
  ;[blocked, lead, otto] = await Promise.all(
    ['Bea', 'Lena', 'Otto'].map(async (displayName) => {
      const person = await fixture.member()
      await fixture.changeMember(person.uid, { displayName, onboardedAt: '2026-01-02T10:00:00.000Z' })
      return person
    }),
  )
  await fixture.store.transact(async (tx) => {
    putChapter(tx, chapterDocument('berlin', { joinRule: 'request' }))
    putChapter(tx, chapterDocument('bonn'))
    const put = (slug: string, { uid }: Person, role: ChapterRole) =>
      putChapterMembership(tx, slug, uid, { kind: 'home', role, state: 'active' })
    put('berlin', blocked!, 'lead')
    put('berlin', lead!, 'lead')
    put('bonn', otto!, 'lead')
  })
  await fixture.services.chapters.start()
  await otto!.call('PUT', `/api/blocks/${blocked!.uid}`)
})
afterAll(() => fixture.close())

const namesIn = async ({ call }: Person, path: string) =>
  (await call('GET', path)).json<{ items: ChapterPerson[] }>().items.map(({ displayName }) => displayName)
const person = (end = '') => `/api/chapters/berlin/people/${otto!.uid}${end}`
const approve = ({ call }: Person) => call('POST', person('/answer'), { body: { answer: 'approve' } })

test('a lead whom someone of another chapter has blocked neither sees nor answers their request', async () => {
  const asked = await otto!.call('PUT', '/api/chapters/berlin/membership', { body: { kind: 'guest' } })
  expect(asked.statusCode).toBe(200)
  const pending = '/api/chapters/berlin/people?state=pending'
  expect(await namesIn(blocked!, pending)).toEqual([])
  const { body } = await blocked!.call('GET', '/api/notifications')
  expect(body).not.toContain('Otto')
  expect((await approve(blocked!)).json()).toMatchObject({ code: 'member_not_found' })
  expect(await namesIn(lead!, pending)).toEqual(['Otto'])
  expect((await approve(lead!)).statusCode).toBe(204)
})

test('members of one chapter who blocked each other see each other in none of its lists, and hold no rights over each other', async () => {
  for (const list of ['members', 'people']) {
    expect((await namesIn(blocked!, `/api/chapters/berlin/${list}`)).toSorted()).toEqual(['Bea', 'Lena'])
    expect(await namesIn(lead!, `/api/chapters/berlin/${list}`)).toContain('Otto')
  }
  const { leads } = (await otto!.call('GET', '/api/chapters/berlin')).json<Chapter>()
  expect(leads.map(({ displayName }) => displayName)).toEqual(['Lena'])
  for (const answer of [
    await blocked!.call('DELETE', person()),
    await blocked!.call('PUT', person('/role'), { body: { role: 'host' } }),
    await blocked!.call('PUT', person()),
  ])
    expect(answer.json()).toMatchObject({ code: 'member_not_found' })
})

test('a lead of one chapter does not invite someone of another who has blocked them', async () => {
  await otto!.call('DELETE', '/api/chapters/berlin/membership')
  expect((await blocked!.call('PUT', person())).json()).toMatchObject({ code: 'member_not_found' })
  expect((await lead!.call('PUT', person())).statusCode).toBe(204)
})
