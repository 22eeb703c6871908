import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { ASK_AGAIN_AFTER_DAYS, type ChapterRole } from '#shared/chapters/rules.ts'
import type { Chapter, ChapterChoices } from '#shared/chapters/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { ChapterDocument } from '#server/modules/chapters/chapters/collection.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import {
  type ChapterFixture,
  type Person,
  startChapterFixture,
} from '#server/testing/fixtures/chapter-fixture.ts'
import { chapterDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

import { chapterMemberships } from './memberships/collection.ts'
import { membershipId } from './memberships/status.ts'

let fixture: ChapterFixture
let ada: Person
let grace: Person
let berlin: string
let hamburg: string
let made = 0

beforeAll(async () => {
  fixture = await startChapterFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  made += 1
  ada = await fixture.member()
  grace = await fixture.member()
  berlin = await chapter(`berlin-${made}`)
  hamburg = await chapter(`hamburg-${made}`)
})

async function chapter(slug: string, more: Partial<ChapterDocument> = {}) {
  await fixture.putChapters(chapterDocument(slug, more))
  return slug
}

const put = (slug: string, person: Person, role?: ChapterRole) => fixture.putAtHome(slug, person, role)
const membership = ({ uid }: Person, slug: string) =>
  fixture.store.get(chapterMemberships, membershipId(slug, uid))
const statusOf = async (person: Person, slug: string): Promise<string | undefined> => {
  const found = await membership(person, slug)
  return found && `${found.kind} ${found.role} ${found.state}`
}
const homesOf = async ({ uid }: Person) =>
  (
    await allOf(fixture.store, chapterMemberships, {
      where: { member: uid, kind: 'home', state: 'active' },
    })
  ).map(({ chapter: id }) => id)
const join = (person: Person, slug: string, kind: 'home' | 'guest' = 'home') =>
  person.call('PUT', `/api/chapters/${slug}/membership`, { body: { kind } })
const leave = (person: Person, slug: string) => person.call('DELETE', `/api/chapters/${slug}/membership`)
const end = (actor: Person, slug: string, { uid }: Person) =>
  actor.call('DELETE', `/api/chapters/${slug}/people/${uid}`)
const answer = (actor: Person, slug: string, { uid }: Person, given: 'approve' | 'decline') =>
  actor.call('POST', `/api/chapters/${slug}/people/${uid}/answer`, { body: { answer: given } })
const appoint: ChapterFixture['appoint'] = (...what) => fixture.appoint(...what)
const outcome = (response: Awaited<ReturnType<typeof join>>) =>
  [response.statusCode, response.statusCode < 300 ? undefined : response.json<{ code: string }>().code]
    .filter(Boolean)
    .join(' ')

test('joining another home chapter moves the member in one step, and undoing it restores both', async () => {
  await put(berlin, ada, 'steward')
  const { own } = (await join(ada, hamburg)).json<Chapter>()
  expect(own).toMatchObject({ kind: 'home', role: 'member', state: 'active' })
  expect(own?.undoUntil).toBeDefined()
  expect([await statusOf(ada, berlin), await statusOf(ada, hamburg)]).toEqual([
    'home steward left',
    'home member active',
  ])
  expect(outcome(await ada.call('POST', `/api/chapters/${hamburg}/membership/undo`))).toBe('204')
  expect([await statusOf(ada, berlin), await statusOf(ada, hamburg)]).toEqual([
    'home steward active',
    'home member left',
  ])
  expect((await membership(ada, hamburg))?.history.map(({ state }) => state)).toEqual(['active', 'left'])
  expect(outcome(await ada.call('POST', `/api/chapters/${hamburg}/membership/undo`))).toBe(
    '409 move_not_undoable',
  )
})

test('undoing a move restores both memberships as they were, with their dates', async () => {
  await fixture.putAtHome(berlin, ada, 'steward', 90)
  await join(ada, hamburg, 'guest')
  // The industry is the present one.
  const both = () =>
    Promise.all([berlin, hamburg].map(async (slug) => ({ ...(await membership(ada, slug)), industry: '' })))
  const before = await both()
  await join(ada, hamburg)
  expect(outcome(await ada.call('POST', `/api/chapters/${hamburg}/membership/undo`))).toBe('204')
  expect(await both()).toEqual(before)
})

test('a move can’t be undone after a week, nor once the former chapter is closed', async () => {
  const person = await fixture.member()
  await put(berlin, person)
  await join(person, hamburg)
  await fixture.store.transact(async (tx) => putChapter(tx, chapterDocument(berlin, { state: 'closed' })))
  const undo = () => person.call('POST', `/api/chapters/${hamburg}/membership/undo`)
  expect(outcome(await undo())).toBe('409 move_not_undoable')
  await fixture.store.transact(async (tx) => {
    putChapter(tx, chapterDocument(berlin))
    const moved = await tx.get(chapterMemberships, membershipId(hamburg, person.uid))
    const former = await tx.get(chapterMemberships, membershipId(berlin, person.uid))
    const at = new Date(fixture.clock() - 8 * DAY).toISOString()
    tx.put(chapterMemberships, { ...moved!, move: { ...moved!.move!, at } })
    tx.put(chapterMemberships, { ...former!, move: { ...former!.move!, at } })
  })
  expect(outcome(await undo())).toBe('409 move_not_undoable')
})

test('a member who joins several home chapters at once has one', async () => {
  const person = await fixture.member()
  const others = await Promise.all([1, 2, 3].map((number) => chapter(`at-once-${made}-${number}`)))
  const answers = await Promise.all([berlin, hamburg, ...others].map((slug) => join(person, slug)))
  expect(answers.map(outcome)).toEqual(Array.from({ length: 5 }, () => '200'))
  expect(await homesOf(person)).toHaveLength(1)
})

test('a guest keeps the home chapter, and repeating a command changes nothing', async () => {
  const person = await fixture.member()
  for (let times = 0; times < 2; times += 1) {
    await join(person, berlin)
    await join(person, hamburg, 'guest')
  }
  expect(await homesOf(person)).toEqual([berlin])
  expect(await statusOf(person, hamburg)).toBe('guest member active')
  expect((await membership(person, hamburg))?.history).toHaveLength(1)
  for (let times = 0; times < 2; times += 1) expect(outcome(await leave(person, hamburg))).toBe('204')
  expect((await membership(person, hamburg))?.history).toHaveLength(2)
})

test('a request takes a lead’s answer, and only its approval ends the former home', async () => {
  const person = await fixture.member()
  await put(berlin, person)
  const asking = await chapter(`asking-${made}`, { joinRule: 'request' })
  await put(asking, grace, 'lead')
  expect((await join(person, asking)).json<Chapter>().own).toMatchObject({ state: 'pending' })
  expect(await homesOf(person)).toEqual([berlin])
  const { items } = (await grace.call('GET', `/api/chapters/${asking}/people?state=pending`)).json<{
    items: { id: string }[]
  }>()
  expect(items.map(({ id }) => id)).toEqual([person.uid])
  for (let times = 0; times < 2; times += 1)
    expect(outcome(await answer(grace, asking, person, 'approve'))).toBe('204')
  expect(await homesOf(person)).toEqual([asking])
})

test('a declined person asks again only after three weeks, or is invited', async () => {
  const person = await fixture.member()
  const asking = await chapter(`declining-${made}`, { joinRule: 'request' })
  await put(asking, grace, 'lead')
  await join(person, asking)
  expect(outcome(await answer(grace, asking, person, 'decline'))).toBe('204')
  expect(outcome(await join(person, asking))).toBe('409 ask_again_later')
  const invite = () => grace.call('PUT', `/api/chapters/${asking}/people/${person.uid}`)
  expect(outcome(await invite())).toBe('204')
  expect((await person.call('GET', `/api/chapters/${asking}`)).json<Chapter>().own?.isInvited).toBe(true)
  await leave(person, asking)
  expect(await statusOf(person, asking)).toBe('guest member declined')
  expect(outcome(await invite())).toBe('409 invite_again_later')
})

test('two leads who remove each other at once leave one', async () => {
  await put(berlin, ada, 'lead')
  await put(berlin, grace, 'lead')
  const answers = await Promise.all([end(ada, berlin, grace), end(grace, berlin, ada)])
  expect(answers.map(outcome).toSorted()).toEqual(['204', '403 chapter_right_required'])
  const left = await Promise.all([ada, grace].map((person) => statusOf(person, berlin)))
  expect(left).toContain('home lead active')
  expect(left).toContain('home member left')
})

test('two leads who leave and step down at once leave one', async () => {
  await put(berlin, ada, 'lead')
  await put(berlin, grace, 'lead')
  const answers = await Promise.all([leave(ada, berlin), appoint(grace, berlin, grace, 'member')])
  expect(answers.map(outcome).toSorted()).toEqual(['204', '409 last_lead'])
})

test('the last lead leaves only after a successor is appointed, and can’t move away before', async () => {
  await put(berlin, ada, 'lead')
  await put(berlin, grace)
  expect(outcome(await leave(ada, berlin))).toBe('409 last_lead')
  expect(outcome(await join(ada, hamburg))).toBe('409 last_lead')
  expect(outcome(await appoint(ada, berlin, grace, 'lead'))).toBe('204')
  expect(outcome(await join(ada, hamburg))).toBe('200')
  expect(await homesOf(ada)).toEqual([hamburg])
  expect(outcome(await appoint(fixture.admin, berlin, grace, 'member'))).toBe('204')
})

test('a lead who is suspended while approving approves nobody', async () => {
  const [lead, person] = [await fixture.member(), await fixture.member()]
  const asking = await chapter(`suspended-${made}`, { joinRule: 'request' })
  await put(asking, lead, 'lead')
  await join(person, asking)
  // The session is still remembered as that of an active member.
  await lead.call('GET', `/api/chapters/${asking}`)
  await setStatus(fixture.store, lead.uid, 'suspended')
  expect((await answer(lead, asking, person, 'approve')).statusCode).toBe(403)
  expect(await statusOf(person, asking)).toBe('home member pending')
})

test('a lead of one chapter has no right in another', async () => {
  await put(berlin, ada, 'lead')
  await put(hamburg, grace, 'lead')
  const outcomes = [
    await ada.call('GET', `/api/chapters/${hamburg}/people`),
    await end(ada, hamburg, grace),
    await answer(ada, hamburg, grace, 'approve'),
    await appoint(ada, hamburg, ada, 'lead'),
  ]
  expect(new Set(outcomes.map(outcome))).toEqual(new Set(['403 chapter_right_required']))
})

test('a block hides a member from the lead, who then neither lists nor decides about them', async () => {
  const person = await fixture.member()
  const asking = await chapter(`blocking-${made}`, { joinRule: 'request' })
  await put(asking, grace, 'lead')
  await join(person, asking)
  await person.call('PUT', `/api/blocks/${grace.uid}`)
  const listed = await grace.call('GET', `/api/chapters/${asking}/people?state=pending`)
  expect(listed.json<{ items: unknown[] }>().items).toEqual([])
  expect(outcome(await answer(grace, asking, person, 'approve'))).toBe('404 member_not_found')
  expect(outcome(await answer(fixture.admin, asking, person, 'approve'))).toBe('204')
})

test('an admin appoints the first lead, who is at home there unless they are in another chapter', async () => {
  const [newLead, busy] = [await fixture.member(), await fixture.member()]
  await put(hamburg, busy)
  for (const person of [newLead, busy]) await appoint(fixture.admin, berlin, person, 'lead')
  expect(await statusOf(newLead, berlin)).toBe('home lead active')
  expect(await statusOf(busy, berlin)).toBe('guest lead active')
})

test('every change of a membership is in the audit log', async () => {
  const person = await fixture.member()
  const asking = await chapter(`audited-${made}`, { joinRule: 'request' })
  await put(asking, grace, 'lead')
  await join(person, asking)
  await answer(grace, asking, person, 'approve')
  await appoint(grace, asking, person, 'host')
  await end(grace, asking, person)
  const found = await allOf(fixture.store, auditEntries, {
    where: { target: person.uid },
    orderBy: 'at',
    direction: 'desc',
  })
  expect(
    found
      .filter(({ action }) => action.startsWith('chapter.'))
      .map(({ action, actor }) => `${action} ${actor === grace.uid}`)
      .toSorted(),
  ).toEqual([
    'chapter.asked false',
    'chapter.membership_ended true',
    'chapter.request_approved true',
    'chapter.role_changed true',
  ])
})

test('the download of an account has the memberships with their history, and its deletion removes them', async () => {
  const person = await fixture.member()
  await join(person, berlin)
  await join(person, hamburg)
  const parts = fixture.services.accounts.accountData.exportedParts()
  const part = parts.find(({ name }) => name === 'chapterMemberships')!
  const exported = (await part.exportOf(person.uid)) as { chapter: string; history: unknown[] }[]
  expect(exported.map(({ chapter: name, history }) => `${name}: ${history.length}`).toSorted()).toEqual([
    `Chapter ${berlin}: 2`,
    `Chapter ${hamburg}: 1`,
  ])
  await setStatus(fixture.store, person.uid, 'former')
  if (typeof part.forget === 'function') await part.forget(person.uid)
  expect(await part.exportOf(person.uid)).toEqual([])
})

const notified = async ({ call }: Person) => {
  await fixture.services.notifications.notifications.idle()
  const { items } = (await call('GET', '/api/notifications')).json<{
    items: { text: string; subject: { kind: string; id: string } }[]
  }>()
  return items
    .filter(({ text }) => text.includes('Chapter '))
    .map(({ text, subject }) => `${text} ${subject.kind} ${subject.id}`)
}

test('a request notifies the leads, and its answer the member who asked', async () => {
  const person = await fixture.member()
  const lead = await fixture.member()
  const asking = await chapter(`notifying-${made}`, { joinRule: 'request' })
  await put(asking, lead, 'lead')
  await join(person, asking)
  expect(await notified(lead)).toEqual([
    expect.stringMatching(new RegExp(`would like to join Chapter ${asking}. chapterPeople ${asking}$`)),
  ])
  expect(await notified(person)).toEqual([])
  await answer(lead, asking, person, 'approve')
  expect(await notified(person)).toEqual([`You’re a member of Chapter ${asking} now. chapter ${asking}`])
})

test('an invitation notifies the member, and the end of a membership does not', async () => {
  const person = await fixture.member()
  await put(berlin, grace, 'lead')
  await grace.call('PUT', `/api/chapters/${berlin}/people/${person.uid}`)
  await end(grace, berlin, person)
  expect(await notified(person)).toEqual([`You’re invited to join Chapter ${berlin}. chapter ${berlin}`])
})

test('a member who is invited again and again is notified once in three weeks', async () => {
  const [lead, person] = [await fixture.member(), await fixture.member()]
  await put(berlin, lead, 'lead')
  const invite = () => lead.call('PUT', `/api/chapters/${berlin}/people/${person.uid}`)
  for (let times = 0; times < 3; times += 1) {
    expect(outcome(await invite())).toBe('204')
    expect(outcome(await end(lead, berlin, person))).toBe('204')
  }
  const text = `You’re invited to join Chapter ${berlin}. chapter ${berlin}`
  expect(await notified(person)).toEqual([text])
  await fixture.store.transact(async (tx) => {
    const ended = (await tx.get(chapterMemberships, membershipId(berlin, person.uid)))!
    const at = fixture.daysAgo(ASK_AGAIN_AFTER_DAYS)
    tx.put(chapterMemberships, { ...ended, history: ended.history.map((each) => ({ ...each, at })) })
  })
  await invite()
  expect(await notified(person)).toEqual([text, text])
})

test('a request is emailed to a lead only while it waits', async () => {
  const { people } = fixture.services.chapters
  const person = await fixture.member()
  const asking = await chapter(`waiting-${made}`, { joinRule: 'request' })
  await put(asking, grace, 'lead')
  await join(person, asking)
  expect(await people.isWaiting(asking, person.uid)).toBe(true)
  await leave(person, asking)
  expect(await people.isWaiting(asking, person.uid)).toBe(false)
  expect(await people.isWaiting('unknown', person.uid)).toBe(false)
})

test('a newcomer is offered the chapters that they can join, the nearest first, until they have a home', async () => {
  const near = await chapter(`near-${made}`, { place: 'Bergen', timeZone: 'America/New_York' })
  const asking = await chapter(`asking-${made}`, { joinRule: 'request' })
  const unseen = await Promise.all([
    chapter(`hidden-${made}`, { listing: 'hidden' }),
    chapter(`invited-${made}`, { joinRule: 'invited' }),
    chapter(`closed-${made}`, { state: 'closed' }),
  ])
  await fixture.changeMember(ada.uid, { address: { city: 'BERGEN' }, timeZone: 'Europe/Berlin' })
  const choices = async () => {
    const response = await ada.call('GET', '/api/chapters/choices?action=join')
    return response.json<ChapterChoices>().items.map(({ slug }) => slug)
  }
  const offered = await choices()
  expect(offered[0]).toBe(near)
  expect(offered).toEqual(expect.arrayContaining([berlin, hamburg, asking]))
  for (const slug of unseen) expect(offered).not.toContain(slug)
  await join(ada, asking)
  expect(await choices()).toEqual([])
  await leave(ada, asking)
  await join(ada, berlin, 'guest')
  expect(await choices()).toContain(near)
  await join(ada, near)
  expect(await choices()).toEqual([])
})
