import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import type { MeetingDetails, MeetingLists } from '#shared/meetings/schema.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import type { MemberRounds, NewRound, OptIn, Round, RoundGroup } from '#shared/rounds/schema.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { withDerived } from '#server/modules/meetings/meetings/document/state.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { blocks } from '#server/modules/people/blocks/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'

import { everyRound, roundParticipants, rounds } from './collection.ts'

// Each round has its own people, on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

type Person = Awaited<ReturnType<TestApp['member']>>

let app: TestApp
let organiser: Person
beforeAll(async () => {
  app = await startTestApp({ liftRateLimits: true })
  organiser = await person('organiser')
}, 60_000)
afterAll(() => app.close())

async function change(uid: string, more: object) {
  await app.store.transact(async (tx) => {
    const member = await tx.get(members, uid)
    tx.put(members, { ...member!, ...more, version: member!.version + 1 })
  })
  app.services.accounts.sessions.evict(uid)
  // Visible after a second, like a write of another process.
  app.advance(1_000)
}

async function person(role: MemberRole = 'member') {
  const found = await app.member()
  await change(found.uid, {
    role,
    displayName: `Person ${found.uid.slice(0, 4)}`,
    onboardedAt: '2026-01-02T10:00:00.000Z',
  })
  return found
}

const people = (count: number) => Promise.all(Array.from({ length: count }, () => person()))

async function succeed<T>(
  who: Person,
  ...[method, path, body]: [Parameters<Person['call']>[0], string, unknown?]
) {
  const answer = await who.call(method, `/api/${path}`, { body })
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
  return (answer.statusCode === 204 ? undefined : answer.json()) as T
}

async function refusal(
  who: Person,
  ...[method, path, body]: [Parameters<Person['call']>[0], string, unknown?]
) {
  const answer = await who.call(method, `/api/${path}`, { body })
  return answer.statusCode < 300 ? answer.statusCode : answer.json<{ code: string }>().code
}

const openRound = (more: Partial<NewRound> = {}) =>
  succeed<Round>(organiser, 'POST', 'organiser/rounds', {
    title: 'Coffee',
    audience: 'everyone',
    size: 2,
    optInUntil: new Date(app.clock() + HOUR).toISOString(),
    monthly: false,
    ...more,
  })

const join = (who: Person, { id }: { id: string }, more: Partial<OptIn> = {}) =>
  succeed<MemberRounds>(who, 'PUT', `rounds/${id}/opt-in`, { topic: '', every: false, ...more })

/** Moves the deadline of the round into the past, so that sessions stay valid. */
async function close({ id }: { id: string }) {
  const at = new Date(app.clock() - MINUTE).toISOString()
  await app.store.transact(async (tx) => {
    const round = await tx.get(rounds, id)
    tx.put(rounds, { ...round!, optInUntil: at, dueAt: at })
  })
  await app.services.rounds.rounds.advanceDue()
}

async function proposed(count: number, more: Partial<NewRound> = {}) {
  const round = await openRound(more)
  const all = await people(count)
  for (const each of all) await join(each, round)
  await close(round)
  return { round, all, groups: await groupsOf(round) }
}

const groupsOf = async ({ id }: { id: string }) =>
  (await succeed<{ items: RoundGroup[] }>(organiser, 'GET', `organiser/rounds/${id}/groups`)).items
const idsIn = ({ people: all }: RoundGroup) => all.map(({ member }) => member.id)

async function release({ id }: { id: string }) {
  await succeed(organiser, 'POST', `organiser/rounds/${id}/release`)
  await vi.waitFor(async () => expect((await app.store.get(rounds, id))?.state).toBe('released'), 20_000)
}

const meetingsOf = async (who: Person) => {
  const lists = await succeed<MeetingLists>(who, 'GET', 'meetings')
  return Object.values(lists).flat()
}
const answersTo = ({ id }: { id: string }) => allOf(app.store, roundParticipants, { where: { round: id } })
const messagesAbout = async (topic: string, subject: string, news: string) =>
  (await allOf(app.store, outbox, {}))
    .filter((entry) => entry.topic === topic && entry.subject.id === subject && entry.data['news'] === news)
    .map(({ recipients }) => [recipients].flat().toSorted())

test('members join with one call, are matched after the deadline, and get a meeting once it is released', async () => {
  const round = await openRound()
  const [ada, grace, lin] = await people(3)
  await change(ada!.uid, { asks: texts('Help with sourdough baking'), displayName: 'Ada' })
  await change(grace!.uid, { offers: texts('Sourdough baking for beginners'), displayName: 'Grace' })
  const shown = (await succeed<{ rounds?: { id: string }[] }>(ada!, 'GET', 'dashboard')).rounds
  expect(shown?.map(({ id }) => id)).toContain(round.id)
  for (const each of [ada!, grace!, lin!]) await join(each, round)
  const { items } = await join(ada!, round, { topic: 'Bread' })
  expect(items.find(({ id }) => id === round.id)?.own).toEqual({ topic: 'Bread', every: false })
  expect((await succeed<Round>(organiser, 'GET', `organiser/rounds/${round.id}`)).people).toBe(3)

  await close(round)
  const [group] = await groupsOf(round)
  expect(idsIn(group!).toSorted()).toEqual([ada!, grace!, lin!].map(({ uid }) => uid).toSorted())
  expect(group!.reasons).toContain(
    'Ada’s ask “Help with sourdough baking” matches Grace’s offer “Sourdough baking for beginners”.',
  )
  expect(await meetingsOf(ada!)).toEqual([])

  await release(round)
  for (const each of [ada!, grace!, lin!]) {
    const [meeting, ...others] = await meetingsOf(each)
    expect([meeting?.purpose, meeting?.slots, others]).toEqual(['Coffee', 3, []])
  }
  const details = await succeed<{ agenda: string[]; id: string; organiser: string }>(
    ada!,
    'GET',
    `meetings/${(await meetingsOf(ada!))[0]!.id}`,
  )
  expect(details.agenda).toEqual(['Bread'])
  expect(await refusal(ada!, 'DELETE', `rounds/${round.id}/opt-in`)).toBe('round_released')
})

const texts = (text: string) => [
  { id: text, text, expiresAt: new Date(app.clock() + 30 * DAY).toISOString(), visibility: 'members' },
]

test('nobody meets the same person in two rounds', async () => {
  const { round, all } = await proposed(4)
  const first = (await groupsOf(round)).map((group) => idsIn(group).toSorted().join(' '))
  await release(round)
  const again = await openRound()
  for (const each of all) await join(each, again)
  await close(again)
  const second = (await groupsOf(again)).map((group) => idsIn(group).toSorted().join(' '))
  expect(second).toHaveLength(2)
  expect(second.filter((pair) => first.includes(pair))).toEqual([])
})

test('when every pair has met, everyone is without a group, and is told after the release', async () => {
  const { round, all } = await proposed(2)
  await release(round)
  const again = await openRound()
  for (const each of all) await join(each, again)
  await close(again)
  expect((await groupsOf(again)).map(({ number, people: some }) => [number, some.length])).toEqual([[0, 2]])
  await release(again)
  const [recipients] = await messagesAbout('round', again.id, 'unmatched')
  expect(recipients).toEqual(all.map(({ uid }) => uid).toSorted())
})

test.for([0, 1, 2])('a round with %i people ends without a failure', async (count) => {
  const { round, all } = await proposed(count)
  await release(round)
  for (const each of all) expect(await meetingsOf(each)).toHaveLength(count === 2 ? 1 : 0)
})

test('a block, in either direction, keeps two apart before the match, and after it without a trace', async () => {
  const round = await openRound()
  const [ada, grace] = await people(2)
  for (const each of [ada!, grace!]) await join(each, round)
  await succeed(ada!, 'PUT', `blocks/${grace!.uid}`)
  await close(round)
  expect((await groupsOf(round)).map(({ number }) => number)).toEqual([0])

  const later = await proposed(2)
  await succeed(later.all[0]!, 'PUT', `blocks/${later.all[1]!.uid}`)
  await release(later.round)
  for (const each of later.all) expect(await meetingsOf(each)).toEqual([])
  const [recipients] = await messagesAbout('round', later.round.id, 'unmatched')
  expect(recipients).toHaveLength(2)
})

test('someone blocked within a group of three leaves the two others a meeting', async () => {
  const { round, all } = await proposed(3)
  const [ada, grace, lin] = all
  await app.store.transact(async (tx) =>
    tx.put(blocks, {
      id: joinedId(ada!.uid, grace!.uid),
      blocker: ada!.uid,
      blocked: grace!.uid,
      blockedAt: new Date(app.clock()).toISOString(),
    }),
  )
  app.advance(1_000)
  await release(round)
  expect(await meetingsOf(ada!)).toEqual([])
  for (const each of [grace!, lin!]) expect(await meetingsOf(each)).toHaveLength(1)
})

test('someone who opts out between the match and the release is in no meeting', async () => {
  const { round, all } = await proposed(3)
  await succeed(all[0]!, 'DELETE', `rounds/${round.id}/opt-in`)
  await succeed(all[0]!, 'DELETE', `rounds/${round.id}/opt-in`)
  await release(round)
  expect(await meetingsOf(all[0]!)).toEqual([])
  expect(await meetingsOf(all[1]!)).toHaveLength(1)
})

test('people whose partners opt out before the release meet each other, or join a pair', async () => {
  const { round, groups } = await proposed(6)
  for (const group of groups.slice(0, 2))
    await app.services.rounds.participants.optOut(idsIn(group)[0]!, round.id)
  await release(round)
  const alone = groups.slice(0, 2).map((group) => idsIn(group)[1]!)
  const met = (await answersTo(round)).filter(({ member }) => alone.includes(member))
  expect(met[0]!.meeting).toBeDefined()
  expect(met[0]!.meeting).toBe(met[1]!.meeting)

  const odd = await proposed(4)
  await app.services.rounds.participants.optOut(idsIn(odd.groups[0]!)[0]!, odd.round.id)
  await release(odd.round)
  const meetingIds = (await answersTo(odd.round)).flatMap(({ meeting }) => meeting ?? [])
  expect([meetingIds.length, new Set(meetingIds).size]).toEqual([3, 1])
})

test('suspended and deleted members are in no group and no meeting', async () => {
  const round = await openRound()
  const [ada, grace, lin, ben] = await people(4)
  for (const each of [ada!, grace!, lin!, ben!]) await join(each, round)
  await change(ada!.uid, { status: 'suspended' })
  expect((await succeed<Round>(organiser, 'GET', `organiser/rounds/${round.id}`)).people).toBe(3)
  await close(round)
  expect((await groupsOf(round)).flatMap(idsIn)).not.toContain(ada!.uid)
  await change(grace!.uid, { status: 'suspended' })
  await deleteAnswers(lin!.uid)
  await release(round)
  for (const each of [lin!, ben!]) expect(await meetingsOf(each)).toEqual([])
})

/** The part of a deleted account. */
async function deleteAnswers(uid: string) {
  for (const { forget } of app.services.rounds.accountDataParts)
    if (typeof forget === 'function') await forget(uid)
}

test('two organisers who release at once, and a repeated release, lead to one meeting and one message each', async () => {
  const other = await person('admin')
  const { round, all } = await proposed(4)
  await Promise.all(
    [organiser, other, organiser].map((each) =>
      succeed(each, 'POST', `organiser/rounds/${round.id}/release`),
    ),
  )
  await Promise.all([app.services.rounds.rounds.advanceDue(), app.services.rounds.rounds.advanceDue()])
  await release(round)
  const ids = new Set<string>()
  for (const each of all) {
    const own = await meetingsOf(each)
    expect(own).toHaveLength(1)
    ids.add(own[0]!.id)
  }
  expect(ids.size).toBe(2)
  for (const id of ids) expect(await messagesAbout('meetingProposed', id, 'matched')).toHaveLength(1)
})

test('a release that was killed half-way is continued by the job, with one meeting each', async () => {
  const { round, all } = await proposed(4)
  await release(round)
  const before = await answersTo(round)
  // The process ended after the first of two groups.
  await app.store.transact(async (tx) => {
    const stored = await tx.get(rounds, round.id)
    tx.put(rounds, { ...stored!, state: 'releasing', dueAt: new Date(app.clock() - MINUTE).toISOString() })
    for (const answer of before.filter(({ group }) => group === 2)) {
      const { meeting, matchedAt: _, ...rest } = answer
      tx.put(roundParticipants, rest)
      tx.delete(meetings, meeting!)
    }
  })
  await app.services.rounds.rounds.advanceDue()
  const idsOf = (answers: typeof before) => new Set(answers.map(({ meeting }) => meeting))
  expect(idsOf(await answersTo(round))).toEqual(idsOf(before))
  for (const each of all) expect(await meetingsOf(each)).toHaveLength(1)
})

test('groups are formed anew after an attempt that never finished', async () => {
  const round = await openRound()
  const all = await people(2)
  for (const each of all) await join(each, round)
  await app.store.transact(async (tx) => {
    const stored = await tx.get(rounds, round.id)
    const dueAt = new Date(app.clock() - MINUTE).toISOString()
    tx.put(rounds, { ...stored!, state: 'matching', attempt: 'killed', optInUntil: dueAt, dueAt })
  })
  await Promise.all([app.services.rounds.rounds.advanceDue(), app.services.rounds.rounds.advanceDue()])
  expect((await groupsOf(round)).map(({ people: some }) => some.length)).toEqual([2])
})

test('an organiser moves members between groups and leaves them out, but not to someone they met', async () => {
  const { round, groups } = await proposed(4)
  const [first, second] = [idsIn(groups[0]!), idsIn(groups[1]!)]
  const move = (member: string, group: number) =>
    refusal(organiser, 'PUT', `organiser/rounds/${round.id}/people/${member}`, { group })
  expect(await move(first[0]!, 2)).toBe(204)
  expect(await move(first[1]!, 2)).toBe('round_group_full')
  expect(await move(second[0]!, 1)).toBe(204)
  expect(await move(second[1]!, 0)).toBe(204)
  expect(await move(second[1]!, 9)).toBe('group_not_found')
  expect(await move('nobody', 1)).toBe('member_not_found')
  await release(round)
  const met = await answersTo(round)
  expect(
    met
      .filter(({ meeting }) => meeting !== undefined)
      .map(({ member }) => member)
      .toSorted(),
  ).toEqual([first[0]!, first[1]!, second[0]!].toSorted())
  expect(await move(first[0]!, 1)).toBe('round_not_proposed')

  const again = await openRound()
  const [a, b] = [first[1]!, second[0]!].map((uid) => ({ uid }))
  await app.store.transact(async (tx) => {
    const stored = await tx.get(rounds, again.id)
    tx.put(rounds, { ...stored!, state: 'proposed', groups: 1 })
    for (const [group, { uid }] of [a!, b!].entries())
      tx.put(roundParticipants, {
        id: joinedId(again.id, uid),
        round: again.id,
        member: uid,
        state: 'in',
        topic: '',
        at: new Date(app.clock()).toISOString(),
        group,
      })
  })
  app.advance(1_000)
  expect(await refusal(organiser, 'PUT', `organiser/rounds/${again.id}/people/${a!.uid}`, { group: 1 })).toBe(
    'round_pair_refused',
  )
})

test('a round for newcomers is hidden from others, and nobody joins after the deadline', async () => {
  const [newcomer, other] = await people(2)
  await change(other!.uid, { joinedAt: new Date(app.clock() - 200 * DAY).toISOString() })
  const round = await openRound({ audience: 'newcomers' })
  await join(newcomer!, round)
  expect(await refusal(other!, 'PUT', `rounds/${round.id}/opt-in`, { topic: '', every: false })).toBe(
    'round_not_found',
  )
  const { items } = await succeed<MemberRounds>(other!, 'GET', 'rounds')
  expect(items.map(({ id }) => id)).not.toContain(round.id)
  await close(round)
  expect(await refusal(newcomer!, 'PUT', `rounds/${round.id}/opt-in`, { topic: '', every: false })).toBe(
    'round_closed',
  )
})

test('members who join every round are matched in the next ones, until they stop or leave two unanswered', async () => {
  const [ada, ...others] = await people(4)
  const round = await openRound({ monthly: true })
  await join(ada!, round, { every: true, topic: 'Bread' })
  await join(others[0]!, round)
  await close(round)
  const next = joinedId(round.id, 'next')
  const { items } = await succeed<MemberRounds>(ada!, 'GET', 'rounds')
  expect(items.find(({ id }) => id === next)?.own).toEqual({ topic: 'Bread', every: true })
  await release(round)
  await countAnswers(round.id)
  expect((await app.store.get(everyRound, ada!.uid))?.unanswered).toBe(1)

  await join(others[1]!, { id: next })
  await close({ id: next })
  await release({ id: next })
  expect(await meetingsOf(ada!)).toHaveLength(2)
  await countAnswers(next)
  await countAnswers(next)
  expect(await app.store.get(everyRound, ada!.uid)).toBeUndefined()
  expect(await messagesAbout('round', next, 'paused')).toEqual([[ada!.uid]])

  await succeed(organiser, 'POST', `organiser/rounds/${joinedId(next, 'next')}/cancel`)
  await succeed(ada!, 'DELETE', 'rounds/every')
})

async function countAnswers(id: string) {
  await app.store.transact(async (tx) => {
    const stored = await tx.get(rounds, id)
    tx.put(rounds, { ...stored!, dueAt: new Date(app.clock() - MINUTE).toISOString() })
  })
  await app.services.rounds.rounds.advanceDue()
}

test('an answer keeps someone in every round, and the result counts who met', async () => {
  const [ada, grace] = await people(2)
  const round = await openRound()
  await join(ada!, round, { every: true })
  await join(grace!, round)
  await close(round)
  await release(round)
  const [meeting] = await meetingsOf(ada!)
  const { slots } = await succeed<{ slots: { startsAt: string }[] }>(ada!, 'GET', `meetings/${meeting!.id}`)
  const votes = slots.map(({ startsAt }) => ({ slot: startsAt, vote: 'yes' }))
  await succeed(ada!, 'PUT', `meetings/${meeting!.id}/votes`, { votes })
  await succeed(grace!, 'PUT', `meetings/${meeting!.id}/votes`, { votes })
  await countAnswers(round.id)
  expect((await app.store.get(everyRound, ada!.uid))?.unanswered).toBe(0)
  await succeed(ada!, 'DELETE', 'rounds/every')

  await app.store.transact(async (tx) => {
    const stored = await tx.get(meetings, meeting!.id)
    const startsAt = new Date(app.clock() - 3 * HOUR).toISOString()
    tx.put(meetings, { ...stored!, startsAt })
  })
  for (const each of [ada!, grace!])
    await succeed(each, 'POST', `meetings/${meeting!.id}/confirm`, { held: true })
  expect((await succeed<Round>(organiser, 'GET', `organiser/rounds/${round.id}`)).result).toEqual({
    meetings: 1,
    held: 1,
    met: 2,
    outcomes: 0,
  })
})

test('bad input is refused with its field, and a repeated request opens one round', async () => {
  const body = {
    title: '   ',
    audience: 'chapter',
    size: 2,
    optInUntil: '2020-01-01T00:00:00Z',
    monthly: false,
  }
  expect(await refusal(organiser, 'POST', 'organiser/rounds', body)).toBe('invalid_input')
  expect(await refusal(organiser, 'POST', 'organiser/rounds', { ...body, title: 'Tea' })).toBe(
    'invalid_input',
  )
  const optInUntil = new Date(app.clock() + HOUR).toISOString()
  const tea = { ...body, title: 'Tea', audience: 'everyone', optInUntil }
  const headers = { 'idempotency-key': 'a-key-of-a-request' }
  const answers = [
    await organiser.call('POST', '/api/organiser/rounds', { body: tea, headers }),
    await organiser.call('POST', '/api/organiser/rounds', { body: tea, headers }),
  ].map((answer) => answer.json<Round>())
  expect(answers[0]!.id).toBe(answers[1]!.id)
  await succeed(organiser, 'POST', `organiser/rounds/${answers[0]!.id}/cancel`)
  await succeed(organiser, 'POST', `organiser/rounds/${answers[0]!.id}/cancel`)
})

test('members cannot open, see or release rounds for organisers', async () => {
  const [member] = await people(1)
  for (const [method, path] of [
    ['GET', 'organiser/rounds'],
    ['POST', 'organiser/rounds/any/release'],
  ] as const)
    expect(await refusal(member!, method, path)).toBe('role_required')
})

test('members without a common time get three times in usual working hours', async () => {
  const { round, all } = await proposed(2)
  const days = [
    [1, 2],
    [3, 4],
  ] as const
  for (const [at, each] of all.entries()) {
    const windows = days[at]!.map((day) => ({ day, from: '05:00', to: '06:00' }))
    const edit = { windows, daysOff: [] }
    const headers = { 'if-match': '"0"' }
    const saved = await each.call('PUT', '/api/me/availability', { body: edit, headers })
    expect(saved.statusCode).toBe(200)
  }
  await release(round)
  const [meeting] = await meetingsOf(all[0]!)
  const stored = await app.store.get(meetings, meeting!.id)
  const hours = stored!.slots.map(({ startsAt }) => new Date(startsAt).getUTCHours())
  expect(hours).toHaveLength(3)
  for (const hour of hours) expect(hour).toSatisfy((each: number) => each >= 9 && each < 17)
})

/** Moves all times of the group's meeting into the past, without a vote. */
async function lapse([someone]: readonly Person[]) {
  const [meeting] = await meetingsOf(someone!)
  const earlier = (hours: number) => new Date(app.clock() - hours * HOUR).toISOString()
  await app.store.transact(async (tx) => {
    const stored = await tx.get(meetings, meeting!.id)
    const slots = stored!.slots.map((slot, at) => ({ ...slot, startsAt: earlier(3 - at) }))
    tx.put(meetings, withDerived({ ...stored!, slots, votingSince: earlier(48) }, app.clock()))
  })
  app.advance(1_000)
  return `meetings/${meeting!.id}`
}
const newTimes = () => ({ slots: [new Date(app.clock() + 2 * DAY).toISOString()], reason: 'Next week' })

test('when all times of a match are past, everyone in it is told and can propose new ones', async () => {
  const { round, all } = await proposed(2)
  await release(round)
  const path = await lapse(all)
  await app.services.meetings.meetings.changes.applyDeadlines()
  const told = (await allOf(app.store, outbox, {})).filter(({ data }) => data['change'] === 'canReopen')
  expect(told.map(({ recipients }) => [recipients].flat().toSorted())).toEqual([
    all.map(({ uid }) => uid).toSorted(),
  ])
  const before = await succeed<MeetingDetails>(all[0]!, 'GET', path)
  expect([before.status, before.actions]).toEqual(['expired', ['reschedule']])
  const guest = all.find(({ uid }) => uid !== before.organiser)!
  const other = all.find((each) => each !== guest)!
  const [stranger] = await people(1)
  expect(await refusal(stranger!, 'POST', `${path}/reschedule`, newTimes())).toBe('meeting_not_found')
  const times = newTimes()
  for (let repeat = 0; repeat < 2; repeat += 1) await succeed(guest, 'POST', `${path}/reschedule`, times)
  const after = await succeed<MeetingDetails>(other, 'GET', path)
  expect([after.status, after.organiser, after.actions]).toEqual([
    'rescheduled',
    guest.uid,
    ['vote', 'decline'],
  ])
  expect(await refusal(other, 'POST', `${path}/reschedule`, newTimes())).toBe('organiser_only')
  const votes = [{ slot: times.slots[0], vote: 'yes' }]
  expect(await succeed(other, 'PUT', `${path}/votes`, { votes })).toMatchObject({ status: 'scheduled' })
})

test('a block after the times of a match are past keeps the two apart, in silence', async () => {
  const pair = await proposed(2)
  await release(pair.round)
  const path = await lapse(pair.all)
  await succeed(pair.all[0]!, 'PUT', `blocks/${pair.all[1]!.uid}`)
  for (const each of pair.all) {
    expect((await succeed<MeetingDetails>(each, 'GET', path)).actions).toEqual([])
    expect(await refusal(each, 'POST', `${path}/reschedule`, newTimes())).toMatch(
      /^(meeting_expired|organiser_only)$/,
    )
  }

  const { round, all } = await proposed(3)
  await release(round)
  const ofThree = await lapse(all)
  const [ada, grace, lin] = all
  await succeed(ada!, 'PUT', `blocks/${grace!.uid}`)
  await succeed(lin!, 'POST', `${ofThree}/reschedule`, newTimes())
  expect(await refusal(ada!, 'GET', ofThree)).toBe('meeting_not_found')
  const shown = (await succeed<MeetingDetails>(grace!, 'GET', ofThree)).participants
  expect(shown.map(({ member }) => member.id).toSorted()).toEqual([grace!.uid, lin!.uid].toSorted())
})

test('a round of a chapter is for its active members alone, and joined by nobody else', async () => {
  const [inside, pending, outside] = await people(3)
  await app.store.transact(async (tx) => {
    for (const id of ['berlin', 'rome']) putChapter(tx, chapterDocument(id))
    const home = { kind: 'home', role: 'member' } as const
    putChapterMembership(tx, 'berlin', inside!.uid, { ...home, state: 'active' })
    putChapterMembership(tx, 'berlin', pending!.uid, { ...home, state: 'pending' })
    putChapterMembership(tx, 'rome', outside!.uid, { ...home, state: 'active' })
  })
  await app.services.chapters.access.sync()
  const round = await openRound({ audience: 'chapter', chapter: 'berlin' })
  await join(inside!, round)
  for (const each of [pending!, outside!]) {
    expect(await refusal(each, 'PUT', `rounds/${round.id}/opt-in`, { topic: '', every: false })).toBe(
      'round_not_found',
    )
    const { items } = await succeed<MemberRounds>(each, 'GET', 'rounds')
    expect(items.map(({ id }) => id)).not.toContain(round.id)
  }
  await close(round)
  expect((await groupsOf(round)).map((group) => [group.number, idsIn(group)])).toEqual([[0, [inside!.uid]]])
})

test('an organiser who must not know of a chapter finds none of its rounds, and changes none', async () => {
  const admin = await person('admin')
  const [inside] = await people(1)
  await app.store.transact(async (tx) => {
    putChapter(tx, chapterDocument('lodge', { listing: 'hidden' }))
    putChapterMembership(tx, 'lodge', inside!.uid, { kind: 'home', role: 'member', state: 'active' })
  })
  await app.services.chapters.access.sync()
  const optInUntil = new Date(app.clock() + HOUR).toISOString()
  const body = {
    title: 'Among us',
    audience: 'chapter',
    chapter: 'lodge',
    size: 2,
    optInUntil,
    monthly: false,
  }
  const round = await succeed<Round>(admin, 'POST', 'organiser/rounds', body)
  const path = `organiser/rounds/${round.id}`
  const listedFor = async (who: Person) =>
    (await succeed<{ items: Round[] }>(who, 'GET', 'organiser/rounds')).items.some(
      ({ id }) => id === round.id,
    )
  expect([await listedFor(admin), await listedFor(organiser)]).toEqual([true, false])
  for (const [method, at, sent] of [
    ['GET', path],
    ['GET', `${path}/groups`],
    ['PUT', `${path}/people/${inside!.uid}`, { group: 1 }],
    ['POST', `${path}/release`],
    ['POST', `${path}/cancel`],
  ] as const)
    expect(await refusal(organiser, method, at, sent)).toBe('round_not_found')
  expect((await succeed<Round>(admin, 'GET', path)).state).toBe('open')
})

test('the next round of a monthly one opens, and is announced once', async () => {
  const { round } = await proposed(2, { monthly: true })
  const next = joinedId(round.id, 'next')
  expect((await app.store.get(rounds, next))?.state).toBe('open')
  expect(await messagesAbout('round', next, 'opened')).toHaveLength(1)
  await succeed(organiser, 'POST', `organiser/rounds/${next}/cancel`)
})
