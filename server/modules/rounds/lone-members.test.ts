import { afterAll, expect, test } from 'vitest'

import { DAY, HOUR } from '#shared/lib/durations.ts'
import type { LoneMember } from '#shared/rounds/newcomers.ts'
import type { NewRound, Round } from '#shared/rounds/schema.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { accept, sendRequest } from '#server/modules/people/connections/connection-state.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import type { MemberDocument } from '#server/modules/people/members/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { everyRound } from './collection.ts'
import { poolOf } from './queries.ts'
import { allOf } from '#server/store/all-of.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

const app = await startTestApp({ liftRateLimits: true })
afterAll(() => app.close())

const daysAgo = (days: number) => new Date(app.clock() - days * DAY).toISOString()

/** Someone who joined so many days ago. */
async function person(days: number, more: Partial<MemberDocument> = {}) {
  const found = await app.member()
  await app.store.transact(async (tx) => {
    const member = await tx.get(members, found.uid)
    const joinedAt = daysAgo(days)
    const profile = { displayName: `Person ${found.uid.slice(0, 4)}`, onboardedAt: joinedAt, joinedAt }
    tx.put(members, { ...member!, ...profile, ...more, version: member!.version + 1 })
  })
  app.services.accounts.sessions.evict(found.uid)
  // Visible after a second, like a write of another process.
  app.advance(1_000)
  return found
}

const organiser = await person(400, { role: 'organiser' })

const listFor = async (viewer: Person, query = '') => {
  const answer = await viewer.call('GET', `/api/lone-members${query}`)
  return answer.statusCode === 200
    ? answer.json<{ items: LoneMember[] }>().items
    : answer.json<{ code: string }>().code
}
const entryOf = async (viewer: Person, { uid }: Person, query?: string) => {
  const list = await listFor(viewer, query)
  return typeof list === 'string' ? list : list.find(({ member }) => member.id === uid)
}

const invite = (actor: Person, { uid }: Person, body: object = {}) =>
  actor.call('PUT', `/api/lone-members/${uid}/invitation`, { body })
const codeOf = async (answer: ReturnType<typeof invite>) => (await answer).json<{ code?: string }>().code

async function openRound(more: Partial<NewRound> = {}) {
  const optInUntil = new Date(app.clock() + HOUR).toISOString()
  const body = { title: 'Coffee', audience: 'everyone', size: 2, optInUntil, monthly: false, ...more }
  return (await organiser.call('POST', '/api/organiser/rounds', { body })).json<Round>()
}
const cancel = ({ id }: Round) => organiser.call('POST', `/api/organiser/rounds/${id}/cancel`)

const invitationsTo = async ({ uid }: Person) =>
  (await allOf(app.store, outbox, {})).filter(
    ({ data, recipients }) => data['news'] === 'invited' && recipients.includes(uid),
  )

test('an organiser sees who has met nobody in 30 days, the latest to join first', async () => {
  const [latest, older, recent, met, metLongAgo, blocked, suspended, hidden] = await Promise.all([
    person(40),
    person(200),
    person(20),
    person(50),
    person(50),
    person(50),
    person(50),
    person(50, { directoryHidden: true }),
  ])
  await app.store.transact(async (tx) => {
    tx.put(meetings, meetingDocument('lately', [met.uid, 'gone'], { state: 'held', startsAt: daysAgo(5) }))
    tx.put(
      meetings,
      meetingDocument('long-ago', [metLongAgo.uid, 'gone'], { state: 'held', startsAt: daysAgo(45) }),
    )
  })
  await blocked.call('PUT', `/api/blocks/${organiser.uid}`)
  await setStatus(app.store, suspended.uid, 'suspended')
  app.advance(1_000)
  const list = (await listFor(organiser)) as LoneMember[]
  const position = (who: Person) => list.findIndex(({ member }) => member.id === who.uid)
  for (const who of [recent, met, blocked, suspended, hidden, organiser]) expect(position(who)).toBe(-1)
  expect(position(latest)).toBeLessThan(position(older))
  expect(list[position(latest)]).toMatchObject({ isNewcomer: true, isConnected: false })
  expect(list[position(older)]).toMatchObject({ isNewcomer: false })
  expect(position(metLongAgo)).toBeGreaterThan(-1)
})

test('a member who is neither an organiser nor a lead does not see who has met nobody', async () => {
  const member = await person(100)
  expect(await listFor(member)).toBe('organiser_required')
  expect(await codeOf(invite(member, await person(40)))).toBe('organiser_required')
})

test('a lead sees and invites members of their own chapter, and of no other', async () => {
  await app.store.transact(async (tx) => {
    for (const slug of ['north', 'south']) putChapter(tx, chapterDocument(slug))
    putChapter(tx, chapterDocument('secret', { listing: 'hidden' }))
  })
  await app.services.chapters.start()
  const [lead, own, other] = [
    await person(300),
    await person(40, { directoryHidden: true }),
    await person(40),
  ]
  const at = daysAgo(40)
  await app.store.transact(async (tx) => {
    putChapterMembership(tx, 'north', lead.uid, { kind: 'home', role: 'lead', state: 'active', at })
    putChapterMembership(tx, 'north', own.uid, { kind: 'home', role: 'member', state: 'active', at })
    putChapterMembership(tx, 'south', other.uid, { kind: 'home', role: 'member', state: 'active', at })
  })
  app.advance(1_000)
  const round = await openRound()
  expect(((await listFor(lead, '?chapter=north')) as LoneMember[]).map(({ member }) => member.id)).toEqual([
    own.uid,
  ])
  expect(await listFor(lead)).toBe('organiser_required')
  expect(await listFor(lead, '?chapter=south')).toBe('chapter_right_required')
  expect(await listFor(lead, '?chapter=secret')).toBe('chapter_not_found')
  expect(await listFor(organiser, '?chapter=north')).toBe('chapter_right_required')
  expect(await codeOf(invite(lead, other, { chapter: 'north' }))).toBe('member_not_found')
  expect((await invite(lead, own, { chapter: 'north' })).json()).toMatchObject({
    round: { state: 'invited' },
  })
  await cancel(round)
})

test('an invitation to the next round is sent once and recorded in the audit log', async () => {
  const lone = await person(40)
  expect(await codeOf(invite(organiser, lone))).toBe('no_open_round')
  const later = await openRound({
    title: 'Later',
    optInUntil: new Date(app.clock() + 3 * HOUR).toISOString(),
  })
  const next = await openRound({ title: 'Next' })
  expect((await entryOf(organiser, lone)) as LoneMember).toMatchObject({
    round: { title: 'Next', state: 'open' },
  })
  await Promise.all([invite(organiser, lone), invite(organiser, lone)])
  await invite(organiser, lone)
  expect(await entryOf(organiser, lone)).toMatchObject({ round: { title: 'Next', state: 'invited' } })
  expect((await invitationsTo(lone)).map(({ actor, data }) => [actor, data['title']])).toEqual([
    [organiser.uid, 'Next'],
  ])
  const entries = (await allOf(app.store, auditEntries, {})).filter(
    ({ action, target }) => action === 'round.member_invited' && target === lone.uid,
  )
  expect(entries).toMatchObject([{ actor: organiser.uid, after: { title: 'Next' } }])

  await lone.call('PUT', `/api/rounds/${next.id}/opt-in`, { body: { topic: '', every: false } })
  expect(await entryOf(organiser, lone)).toMatchObject({ round: { title: 'Next', state: 'in' } })
  await lone.call('DELETE', `/api/rounds/${next.id}/opt-in`)
  expect(await entryOf(organiser, lone)).toMatchObject({ round: { title: 'Later', state: 'open' } })
  await Promise.all([cancel(next), cancel(later)])
})

test('an invitation is not an answer: who joins every round stays in it, and who does not is not matched', async () => {
  const round = await openRound()
  const [invited, every] = [await person(40), await person(40)]
  for (const who of [invited, every]) await invite(organiser, who)
  await app.store.transact(async (tx) =>
    tx.put(everyRound, { id: every.uid, topic: 'Bread', since: daysAgo(0), unanswered: 0 }),
  )
  app.advance(1_000)
  expect(await entryOf(organiser, every)).toMatchObject({ round: { state: 'in' } })
  const pool = poolOf(await app.store.views(), round.id, app.clock()).map(({ id }) => id)
  expect([pool.includes(every.uid), pool.includes(invited.uid)]).toEqual([true, false])
  const own = (await invited.call('GET', '/api/rounds')).json<{ items: { id: string; own?: object }[] }>()
  expect(own.items.find(({ id }) => id === round.id)).not.toHaveProperty('own')
  await cancel(round)
})

test('a round for newcomers is offered to newcomers only', async () => {
  const round = await openRound({ audience: 'newcomers', title: 'First coffee' })
  const [newcomer, member] = [await person(40), await person(120)]
  expect(await entryOf(organiser, newcomer)).toMatchObject({ round: { title: 'First coffee' } })
  expect(await entryOf(organiser, member)).not.toHaveProperty('round')
  await cancel(round)
})

test('an organiser can introduce someone they are connected with', async () => {
  const lone = await person(40)
  const now = app.clock()
  await app.store.transact(async (tx) => {
    const request = sendRequest(undefined, { actor: organiser.uid, receiver: lone.uid, note: '', now })
    tx.put(connections, accept(request, { actor: lone.uid, now }))
  })
  app.advance(1_000)
  expect(await entryOf(organiser, lone)).toMatchObject({ isConnected: true })
})
