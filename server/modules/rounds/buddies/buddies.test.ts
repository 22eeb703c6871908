import { afterAll, beforeEach, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import type { MeetingDetails, MeetingLists } from '#shared/meetings/schema.ts'
import type { Buddies } from '#shared/rounds/buddies.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

import { buddyOffers, buddyPairs } from './collection.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

const app = await startTestApp({ liftRateLimits: true })
afterAll(() => app.close())
// Buddies of one test would be candidates in the others.
beforeEach(async () => {
  for (const { id } of await allOf(app.store, buddyOffers, {}))
    await app.store.transact(async (tx) => tx.delete(buddyOffers, id))
  app.advance(1_000)
})

async function person(days: number, more: Partial<MemberDocument> = {}) {
  const found = await app.member()
  const joinedAt = new Date(app.clock() - days * DAY).toISOString()
  await app.store.transact(async (tx) => {
    const member = await tx.get(members, found.uid)
    const profile = { displayName: `Person ${found.uid.slice(0, 4)}`, onboardedAt: joinedAt, joinedAt }
    tx.put(members, { ...member!, ...profile, ...more, version: member!.version + 1 })
  })
  app.services.accounts.sessions.evict(found.uid)
  // Visible after a second, like a write of another process.
  app.advance(1_000)
  return found
}
const newcomer = (more?: Partial<MemberDocument>) => person(5, more)
async function buddy(most = 2, more?: Partial<MemberDocument>) {
  const found = await person(300, more)
  expect((await offer(found, most)).statusCode).toBe(200)
  return found
}

const offer = (who: Person, most: number) => who.call('PUT', '/api/buddies/offer', { body: { most } })
const ask = (who: Person, { uid }: Person, topic = '') =>
  who.call('POST', `/api/buddies/${uid}`, { body: { topic } })
const outcomeOf = async (answer: ReturnType<typeof ask>) => {
  const { statusCode, json } = await answer
  return statusCode === 200 ? 200 : json<{ code: string }>().code
}
const seenBy = async (who: Person) => (await who.call('GET', '/api/buddies')).json<Buddies>()
const candidatesOf = async (who: Person) => (await seenBy(who)).candidates.map(({ member }) => member.id)
const meetingsOf = async (who: Person) =>
  Object.values((await who.call('GET', '/api/meetings')).json<MeetingLists>()).flat()

test('a newcomer asks a member who offered it, and the two get one meeting to vote on', async () => {
  const [mentor, ada] = [await buddy(), await newcomer()]
  expect(await candidatesOf(ada)).toEqual([mentor.uid])
  expect((await ask(ada, mentor, 'Whom should I meet first?')).statusCode).toBe(200)
  // Repeated because its response was lost.
  const { buddy: own, candidates } = (await ask(ada, mentor)).json<Buddies>()
  expect([own?.member.id, candidates]).toEqual([mentor.uid, []])
  for (const who of [ada, mentor]) expect(await meetingsOf(who)).toHaveLength(1)
  const meeting = (await mentor.call('GET', `/api/meetings/${own!.meeting}`)).json<MeetingDetails>()
  expect(meeting).toMatchObject({ agenda: ['Whom should I meet first?'], status: 'proposed' })
  expect(meeting.slots).toHaveLength(3)
  const sent = (await allOf(app.store, outbox, {})).filter(({ subject }) => subject.id === own!.meeting)
  expect(sent.flatMap(({ recipients }) => recipients).toSorted()).toEqual([ada.uid, mentor.uid].toSorted())
  expect((await seenBy(mentor)).offer).toEqual({ most: 2, newcomers: 1 })
})

test('a buddy has only as many newcomers as they offered, also when newcomers ask at the same time', async () => {
  const mentor = await buddy(1)
  const [ada, ben] = [await newcomer(), await newcomer()]
  const outcomes = await Promise.all([outcomeOf(ask(ada, mentor)), outcomeOf(ask(ben, mentor))])
  expect(outcomes.toSorted()).toEqual([200, 'buddy_not_possible'])
  expect(await candidatesOf(await newcomer())).toEqual([])
  expect((await offer(mentor, 2)).statusCode).toBe(200)
  expect(await candidatesOf(await newcomer())).toEqual([mentor.uid])
})

test('a newcomer has one buddy at a time, and can ask another one after a decline', async () => {
  const [first, second, ada] = [await buddy(1), await buddy(1), await newcomer()]
  const { buddy: own } = (await ask(ada, first)).json<Buddies>()
  expect(await outcomeOf(ask(ada, second))).toBe('has_buddy')
  await first.call('POST', `/api/meetings/${own!.meeting}/decline`, { body: { reason: '' } })
  const after = await seenBy(ada)
  expect([after.buddy, after.candidates.map(({ member }) => member.id)]).toEqual([undefined, [second.uid]])
  expect(await outcomeOf(ask(ada, first))).toBe('buddy_not_possible')
  expect(await outcomeOf(ask(ada, second))).toBe(200)
  // The place is free for someone else.
  expect(await candidatesOf(await newcomer())).toEqual([first.uid])
})

test('only newcomers ask for a buddy, and only others offer to be one', async () => {
  const [mentor, ada, member] = [await buddy(), await newcomer(), await person(91)]
  expect(await outcomeOf(offer(ada, 2))).toBe('newcomer')
  expect(await outcomeOf(ask(member, mentor))).toBe('newcomers_only')
  expect(await seenBy(member)).toEqual({ isNewcomer: false, candidates: [] })
  expect((await offer(member, 0)).statusCode).toBe(400)
  expect((await offer(member, 6)).statusCode).toBe(400)
})

test('a block, a suspension and a withdrawn offer keep people apart, all with the same answer', async () => {
  const [ada, blocker, blocked, suspended, withdrawn, stranger] = [
    await newcomer(),
    await buddy(),
    await buddy(),
    await buddy(),
    await buddy(),
    await person(300),
  ]
  await blocker.call('PUT', `/api/blocks/${ada.uid}`)
  await ada.call('PUT', `/api/blocks/${blocked.uid}`)
  await setStatus(app.store, suspended.uid, 'suspended')
  await withdrawn.call('DELETE', '/api/buddies/offer')
  app.advance(1_000)
  expect(await candidatesOf(ada)).toEqual([])
  for (const who of [blocker, blocked, suspended, withdrawn, stranger, ada])
    expect(await outcomeOf(ask(ada, who))).toBe('buddy_not_possible')
  expect(await allOf(app.store, buddyPairs, { where: { newcomer: ada.uid } })).toEqual([])
})

test('a newcomer whose buddy is suspended or blocked them can ask another one', async () => {
  const [first, second, third, ada] = [await buddy(), await buddy(), await buddy(), await newcomer()]
  await ask(ada, first)
  await setStatus(app.store, first.uid, 'suspended')
  app.advance(1_000)
  expect((await seenBy(ada)).buddy).toBeUndefined()
  expect(await outcomeOf(ask(ada, second))).toBe(200)
  await second.call('PUT', `/api/blocks/${ada.uid}`)
  app.advance(1_000)
  expect(await candidatesOf(ada)).toEqual([third.uid])
  expect(await outcomeOf(ask(ada, third))).toBe(200)
})

test('buddies in the newcomer’s chapter come first, then those with a match', async () => {
  const texts = (text: string) => [
    { id: crypto.randomUUID(), text, expiresAt: new Date(app.clock() + 30 * DAY).toISOString() },
  ]
  const ada = await newcomer({ asks: texts('Help with sourdough baking') })
  const [plain, matching, near] = [
    await buddy(),
    await buddy(2, { offers: texts('Sourdough baking') }),
    await buddy(),
  ]
  await app.store.transact(async (tx) => {
    putChapter(tx, chapterDocument('home'))
    for (const { uid } of [ada, near])
      putChapterMembership(tx, 'home', uid, { kind: 'home', role: 'member', state: 'active' })
  })
  app.advance(1_000)
  const { candidates } = await seenBy(ada)
  expect(candidates.map(({ member }) => member.id)).toEqual([near.uid, matching.uid, plain.uid])
  expect(candidates.map(({ chapter, match }) => chapter ?? match)).toEqual([
    'Chapter home',
    expect.any(String),
    undefined,
  ])
})

test('the account data has offers and pairs, and deletion removes them', async () => {
  const [mentor, ada] = [await buddy(), await newcomer()]
  await ask(ada, mentor)
  const part = app.services.rounds.accountDataParts.find(({ name }) => name === 'buddies')!
  const exportOf = part.exportOf as (id: string) => Promise<object>
  expect(await exportOf(mentor.uid)).toMatchObject({
    offer: { most: 2 },
    pairs: [{ newcomer: ada.uid, buddy: mentor.uid }],
  })
  const forget = part.forget as (id: string) => Promise<unknown>
  await forget(mentor.uid)
  expect(await exportOf(ada.uid)).toEqual({ offer: undefined, pairs: [] })
  app.advance(1_000)
  expect((await seenBy(ada)).buddy).toBeUndefined()
})
