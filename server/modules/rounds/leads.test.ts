import { afterAll, beforeAll, expect, test } from 'vitest'

import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import type { MemberRounds, NewRound, Round, RoundGroup, RoundLine } from '#shared/rounds/schema.ts'
import { chapters } from '#server/modules/chapters/chapters/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'

import { rounds } from './collection.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

let app: TestApp
let lead: Person
let other: Person
let member: Person
beforeAll(async () => {
  app = await startTestApp({ liftRateLimits: true })
  ;[lead, other, member] = [await app.member(), await app.member(), await app.member()]
  await app.store.transact(async (tx) => {
    for (const slug of ['north', 'south']) putChapter(tx, chapterDocument(slug))
    putChapterMembership(tx, 'north', lead.uid, { kind: 'home', role: 'lead', state: 'active' })
    putChapterMembership(tx, 'south', other.uid, { kind: 'home', role: 'lead', state: 'active' })
    putChapterMembership(tx, 'north', member.uid, { kind: 'home', role: 'member', state: 'active' })
  })
  await app.services.chapters.start()
  app.advance(1_000)
}, 60_000)
afterAll(() => app.close())

const open = (who: Person, more: Partial<NewRound> = {}) =>
  who.call('POST', '/api/organiser/rounds', {
    body: {
      title: 'Coffee in the north',
      audience: 'chapter',
      chapter: 'north',
      size: 2,
      optInUntil: new Date(app.clock() + HOUR).toISOString(),
      monthly: false,
      ...more,
    },
  })
const outcomeOf = async (answer: ReturnType<typeof open>) => {
  const { statusCode, body } = await answer
  if (statusCode < 300) return statusCode
  const { code, fields } = JSON.parse(body) as { code: string; fields?: object }
  return fields ? Object.keys(fields).join() : code
}

test('a lead opens a round for their chapter, and forms and releases its groups', async () => {
  const round = (await open(lead)).json<Round>()
  expect(round).toMatchObject({ chapter: 'Chapter north', audience: 'chapter' })
  for (const who of [lead, member]) {
    const answer = await who.call('PUT', `/api/rounds/${round.id}/opt-in`, {
      body: { topic: '', every: false },
    })
    expect(answer.statusCode).toBe(200)
  }
  const list = (await lead.call('GET', '/api/organiser/rounds')).json<{ items: RoundLine[] }>()
  expect(list.items.map(({ id }) => id)).toEqual([round.id])

  const at = new Date(app.clock() - MINUTE).toISOString()
  await app.store.transact(async (tx) => {
    tx.put(rounds, { ...(await tx.get(rounds, round.id))!, optInUntil: at, dueAt: at })
  })
  await app.services.rounds.rounds.advanceDue()
  const { items } = (await lead.call('GET', `/api/organiser/rounds/${round.id}/groups`)).json<{
    items: RoundGroup[]
  }>()
  expect(items.map(({ people }) => people.length)).toEqual([2])
  expect(await outcomeOf(lead.call('POST', `/api/organiser/rounds/${round.id}/release`))).toBe(200)
})

test('a lead opens no round for everyone or for another chapter, and a member opens none', async () => {
  expect(await outcomeOf(open(lead, { audience: 'everyone', chapter: undefined }))).toBe('audience')
  expect(await outcomeOf(open(lead, { chapter: 'south' }))).toBe('chapter')
  expect(await outcomeOf(open(member))).toBe('role_required')
  expect(await outcomeOf(member.call('GET', '/api/organiser/rounds'))).toBe('role_required')
})

test('the lead of another chapter finds no round of this one', async () => {
  const round = (await open(lead)).json<Round>()
  const ofRound = `/api/organiser/rounds/${round.id}`
  expect((await other.call('GET', '/api/organiser/rounds')).json<{ items: unknown[] }>().items).toEqual([])
  for (const call of [
    other.call('GET', ofRound),
    other.call('GET', `${ofRound}/groups`),
    other.call('PUT', `${ofRound}/people/${member.uid}`, { body: { group: 0 } }),
    other.call('POST', `${ofRound}/release`),
    other.call('POST', `${ofRound}/cancel`),
  ])
    expect(await outcomeOf(call)).toBe('round_not_found')
  const own = (await other.call('GET', '/api/rounds')).json<MemberRounds>()
  expect(own.items.map(({ id }) => id)).not.toContain(round.id)
  expect(await outcomeOf(lead.call('POST', `${ofRound}/cancel`))).toBe(200)
})

test('a lead whose chapter is closed organises no round', async () => {
  const round = (await open(lead)).json<Round>()
  await app.store.transact(async (tx) => {
    tx.put(chapters, { ...(await tx.get(chapters, 'north'))!, state: 'closed' })
  })
  app.advance(1_000)
  expect(await outcomeOf(open(lead))).toBe('role_required')
  expect(await outcomeOf(lead.call('POST', `/api/organiser/rounds/${round.id}/cancel`))).toBe('role_required')
})
