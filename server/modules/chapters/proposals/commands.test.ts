import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { CHAPTER_LIMITS } from '#shared/chapters/rules.ts'
import type { ChapterProposal, OwnChapterProposal } from '#shared/chapters/proposals.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { chapterDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import {
  type ChapterFixture,
  type Person,
  startChapterFixture,
} from '#server/testing/fixtures/chapter-fixture.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import { ifMatch } from '#server/testing/matrices/permissions/command.ts'

import { chapterProposals } from './collection.ts'

const URL = '/api/chapters/proposal'
const ADMIN_URL = '/api/admin/chapters/proposals'
const PROPOSAL = {
  name: 'Porto',
  place: 'Porto',
  region: 'Portugal',
  timeZone: 'Europe/Lisbon',
  reason: 'Twenty of us live there.',
}

let fixture: ChapterFixture
let ada: Person
let name: string
let slug: string
let made = 0

beforeAll(async () => {
  fixture = await startChapterFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  made += 1
  slug = `porto-${made}`
  ada = await fixture.member()
  name = `Ada ${made}.`
  await fixture.changeMember(ada.uid, { displayName: name })
  await fixture.putChapters(chapterDocument('home'), chapterDocument('other'))
})

const propose = (person: Person, change: object = {}) =>
  person.call('PUT', URL, { body: { ...PROPOSAL, ...change } })
const own = async (person: Person) => (await person.call('GET', URL)).json<OwnChapterProposal>().proposal
const stored = (person: Person) => fixture.store.get(chapterProposals, person.uid)
const listed = async () =>
  (await fixture.admin.call('GET', ADMIN_URL)).json<{ items: ChapterProposal[] }>().items
const proposalOf = async (person: Person) => (await listed()).find(({ member }) => member.id === person.uid)
const edit = (change: object = {}) => {
  const { id: _, version: __, createdAt: ___, stateSince: ____, ...chapter } = chapterDocument(slug)
  return { ...chapter, state: 'forming', name: 'Porto', ...change }
}
const accept = (person: Person, { admin = fixture.admin, version = 1, change = {} } = {}) =>
  admin.call('POST', `${ADMIN_URL}/${person.uid}/approval`, { body: edit(change), headers: ifMatch(version) })
const decline = (person: Person, { admin = fixture.admin, version = 1, note = 'Lisbon is near.' } = {}) =>
  admin.call('POST', `${ADMIN_URL}/${person.uid}/refusal`, { body: { note }, headers: ifMatch(version) })
const newAdmin = async () => {
  const person = await fixture.member()
  await fixture.changeMember(person.uid, { role: 'admin' })
  // Expires the cached role of the session.
  fixture.advance(MINUTE)
  return person
}

test('an admin is notified of a proposal, creates the chapter as they change it, and the member leads it', async () => {
  expect((await propose(ada)).json()).toEqual({
    proposal: { ...PROPOSAL, state: 'open', since: expect.any(String) },
  })
  expect(await fixture.news(fixture.admin, 'chapterRequest', 'proposal')).toContain(
    `${name} would like to start the chapter Porto.`,
  )
  expect(await proposalOf(ada)).toMatchObject({ ...PROPOSAL, version: 1, member: { id: ada.uid } })

  expect((await accept(ada, { change: { name: 'Grande Porto' } })).statusCode).toBe(201)
  expect(await fixture.page(ada, slug)).toMatchObject({
    name: 'Grande Porto',
    state: 'forming',
    own: { kind: 'home', role: 'lead', state: 'active' },
  })
  expect(await own(ada)).toBeUndefined()
  expect(await proposalOf(ada)).toBeUndefined()
  expect(await fixture.news(ada, 'chapterMembership', slug)).toEqual([
    'Grande Porto is a chapter now, and you’re its lead.',
  ])
})

test('someone at home in another chapter leads the new one as a guest, and stays there', async () => {
  await fixture.putAtHome('home', ada, 'lead')
  await propose(ada)
  await accept(ada)
  expect((await fixture.page(ada, slug)).own).toMatchObject({ kind: 'guest', role: 'lead' })
  expect((await fixture.page(ada, 'home')).own).toMatchObject({ kind: 'home', role: 'lead', state: 'active' })
})

test('a reason without visible characters is refused, and the proposal stays open', async () => {
  await propose(ada)
  expect((await decline(ada, { note: ' \u200b\n' })).json()).toMatchObject({
    fields: { note: expect.any(String) },
  })
  expect(await own(ada)).toMatchObject({ state: 'open' })
})

test('a declined member reads the reason, and can send another proposal', async () => {
  await propose(ada)
  expect((await decline(ada)).statusCode).toBe(204)
  expect(await own(ada)).toMatchObject({ ...PROPOSAL, state: 'declined', note: 'Lisbon is near.' })
  expect(await fixture.news(ada, 'chapterMembership', 'proposal')).toEqual([
    'Your proposal for the chapter Porto was declined.',
  ])
  await propose(ada, { name: 'Braga' })
  expect(await own(ada)).toMatchObject({ name: 'Braga', state: 'open' })
  expect((await own(ada))?.note).toBeUndefined()
})

test('a member has one open proposal, which a repeated one leaves alone and another one replaces', async () => {
  await propose(ada)
  await propose(ada)
  expect((await stored(ada))?.version).toBe(1)
  await propose(ada, { name: 'Braga' })
  expect((await listed()).filter(({ member }) => member.id === ada.uid)).toMatchObject([
    { name: 'Braga', version: 2 },
  ])
  const news = await fixture.news(fixture.admin, 'chapterRequest', 'proposal')
  expect(news.filter((text) => text.startsWith(name))).toHaveLength(1)
  // The admin read the earlier one.
  expect((await accept(ada)).json()).toMatchObject({ status: 412 })
})

test('admins are notified once of a proposal that is withdrawn and sent again', async () => {
  await propose(ada)
  await ada.call('DELETE', URL)
  await propose(ada)
  const about = async () =>
    (await fixture.news(fixture.admin, 'chapterRequest', 'proposal')).filter((text) => text.startsWith(name))
  expect(await about()).toHaveLength(1)
  await ada.call('DELETE', URL)
  await propose(ada, { name: 'Braga' })
  expect(await about()).toHaveLength(2)
})

test('a member sends three proposals a day', async () => {
  for (let sent = 0; sent < CHAPTER_LIMITS.proposalsPerDay; sent += 1) {
    expect((await propose(ada)).statusCode).toBe(200)
    expect((await ada.call('DELETE', URL)).statusCode).toBe(204)
  }
  expect((await propose(ada)).statusCode).toBe(429)
})

test('a withdrawn proposal is not listed, and accepting it creates nothing', async () => {
  await propose(ada)
  await ada.call('DELETE', URL)
  await ada.call('DELETE', URL)
  expect([await proposalOf(ada), await own(ada)]).toEqual([undefined, undefined])
  expect((await accept(ada)).json()).toMatchObject({ status: 409, code: 'proposal_closed' })
  expect((await decline(ada)).json()).toMatchObject({ status: 409, code: 'proposal_closed' })
  expect((await fixture.admin.call('GET', `/api/chapters/${slug}`)).statusCode).toBe(404)
})

test('two admins who answer at once: one succeeds, and the other gets 409', async () => {
  const second = await newAdmin()
  await propose(ada)
  const answers = await Promise.all([accept(ada), decline(ada, { admin: second })])
  const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect([
    [201, 409],
    [204, 409],
  ]).toContainEqual(codes)
  const created = (await fixture.admin.call('GET', `/api/chapters/${slug}`)).statusCode
  expect(created).toBe(answers[0].statusCode === 201 ? 200 : 404)
})

test('a member withdraws while an admin accepts: exactly one succeeds', async () => {
  await propose(ada)
  const [accepted, withdrawn] = await Promise.all([accept(ada), ada.call('DELETE', URL)])
  const state = (await stored(ada))?.state
  expect([accepted.statusCode, withdrawn.statusCode, state]).toEqual(
    state === 'accepted' ? [201, 409, 'accepted'] : [409, 204, 'withdrawn'],
  )
})

test.for([
  ['accepted', accept],
  ['declined', decline],
] as const)('a proposal that was %s can’t be withdrawn', async ([state, answer]) => {
  await propose(ada)
  await answer(ada)
  expect((await ada.call('DELETE', URL)).json()).toMatchObject({ status: 409, code: 'proposal_closed' })
  expect((await stored(ada))?.state).toBe(state)
})

test('an admin whose answer was lost repeats it, and nothing happens twice', async () => {
  await propose(ada)
  expect([(await accept(ada)).statusCode, (await accept(ada)).statusCode]).toEqual([201, 201])
  expect((await stored(ada))?.version).toBe(2)
})

test('the slug of another chapter is refused beside its field, and the proposal stays open', async () => {
  await propose(ada)
  expect((await accept(ada, { change: { slug: 'home' } })).json()).toMatchObject({
    status: 400,
    fields: { slug: 'Another chapter has or had this address.' },
  })
  expect((await stored(ada))?.state).toBe('open')
})

test('a suspended proposer is not listed and leads nothing, and is listed again once restored', async () => {
  await propose(ada)
  await setStatus(fixture.store, ada.uid, 'suspended')
  expect(await proposalOf(ada)).toBeUndefined()
  expect((await accept(ada)).json()).toMatchObject({ status: 409, code: 'member_not_active' })
  await setStatus(fixture.store, ada.uid, 'active')
  expect(await proposalOf(ada)).toBeDefined()
})

test('a chapter with one seat per industry needs the industry of its lead, or nothing is created', async () => {
  await propose(ada)
  expect((await accept(ada, { change: { industrySeats: 'one' } })).json()).toMatchObject({
    status: 409,
    code: 'industry_required',
  })
  expect((await fixture.admin.call('GET', `/api/chapters/${slug}`)).statusCode).toBe(404)
})

test('a proposer who blocked an admin, or was blocked by one, is listed and answered all the same', async () => {
  await propose(ada)
  await ada.call('PUT', `/api/blocks/${fixture.admin.uid}`)
  expect(await proposalOf(ada)).toBeDefined()
  expect((await accept(ada)).statusCode).toBe(201)
})

test('an account that is deleted takes its proposal along', async () => {
  await propose(ada)
  for (const part of fixture.services.chapters.accountDataParts)
    if (typeof part.forget === 'function') await part.forget(ada.uid)
  expect(await stored(ada)).toBeUndefined()
  expect((await accept(ada)).statusCode).toBe(404)
})

test.each([
  ['name', ' ·', 'Enter a name (at least 2 characters).'],
  ['timeZone', 'Nowhere', 'Choose a time zone.'],
  ['reason', ' ', 'Enter why there should be a chapter, and who would join.'],
])('a proposal with an invalid %s is refused beside that field', async (field, value, message) => {
  expect((await propose(ada, { [field]: value })).json()).toMatchObject({
    status: 400,
    fields: { [field]: message },
  })
})

test('admins see the number of open proposals among their tasks', async () => {
  const tasks = async () =>
    (await fixture.admin.call('GET', '/api/admin/tasks')).json<{ proposals: number }>().proposals
  const before = await tasks()
  await propose(ada)
  expect(await tasks()).toBe(before + 1)
})

test('while there is one chapter, members cannot propose another', async () => {
  const single = await startChapterFixture()
  try {
    await single.putChapters(chapterDocument('only'))
    const person = await single.member()
    const { statusCode } = await person.call('PUT', URL, { body: PROPOSAL })
    expect(statusCode).toBe(404)
    await single.store.transact(async (tx) => putChapter(tx, chapterDocument('second')))
    await single.services.chapters.start()
    expect((await person.call('PUT', URL, { body: PROPOSAL })).statusCode).toBe(200)
  } finally {
    await single.close()
  }
})
