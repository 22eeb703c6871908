import { afterAll, expect, test, vi } from 'vitest'

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import type { MemberRounds, Round } from '#shared/rounds/schema.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { blocks } from '#server/modules/people/blocks/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { idsIn, type RoundPerson, startRoundFixture } from '#server/testing/fixtures/round-fixture.ts'

import { everyRound, rounds } from './collection.ts'

// Each round has its own people, on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const app = await startRoundFixture()
afterAll(() => app.close())

test('nobody meets the same person in two rounds', async () => {
  const { round, all } = await app.proposed(4)
  const first = (await app.groupsOf(round)).map((group) => idsIn(group).toSorted().join(' '))
  await app.release(round)
  const again = await app.openRound()
  for (const each of all) await app.join(each, again)
  await app.closeRound(again)
  const second = (await app.groupsOf(again)).map((group) => idsIn(group).toSorted().join(' '))
  expect(second).toHaveLength(2)
  expect(second.filter((pair) => first.includes(pair))).toEqual([])
})

test('when every pair has met, everyone is without a group, and is told after the release', async () => {
  const { round, all } = await app.proposed(2)
  await app.release(round)
  const again = await app.openRound()
  for (const each of all) await app.join(each, again)
  await app.closeRound(again)
  expect((await app.groupsOf(again)).map(({ number, people: some }) => [number, some.length])).toEqual([
    [0, 2],
  ])
  await app.release(again)
  const [recipients] = await app.messagesAbout('round', again.id, 'unmatched')
  expect(recipients).toEqual(all.map(({ uid }) => uid).toSorted())
})

test.for([0, 1, 2])(
  'a round with %i people ends, and its organiser learns if it has groups',
  async (count) => {
    const { round, all } = await app.proposed(count)
    const news = count === 2 ? 'proposed' : 'noGroups'
    expect(await app.messagesAbout('round', round.id, news)).toEqual([[app.organiser.uid]])
    await app.release(round)
    for (const each of all) expect(await app.meetingsOf(each)).toHaveLength(count === 2 ? 1 : 0)
  },
)

test('a block, in either direction, keeps two apart before the match, and after it without a trace', async () => {
  const round = await app.openRound()
  const [ada, grace] = await app.people(2)
  for (const each of [ada!, grace!]) await app.join(each, round)
  await app.succeed(ada!, 'PUT', `blocks/${grace!.uid}`)
  await app.closeRound(round)
  expect((await app.groupsOf(round)).map(({ number }) => number)).toEqual([0])

  const later = await app.proposed(2)
  await app.succeed(later.all[0]!, 'PUT', `blocks/${later.all[1]!.uid}`)
  await app.release(later.round)
  for (const each of later.all) expect(await app.meetingsOf(each)).toEqual([])
  const [recipients] = await app.messagesAbout('round', later.round.id, 'unmatched')
  expect(recipients).toHaveLength(2)
})

test('someone blocked within a group of three leaves the two others a meeting', async () => {
  const { round, all } = await app.proposed(3)
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
  await app.release(round)
  expect(await app.meetingsOf(ada!)).toEqual([])
  for (const each of [grace!, lin!]) expect(await app.meetingsOf(each)).toHaveLength(1)
})

test('a round for newcomers is hidden from others, and nobody joins after the deadline', async () => {
  const [newcomer, other] = await app.people(2)
  await app.change(other!.uid, { joinedAt: new Date(app.clock() - 200 * DAY).toISOString() })
  const round = await app.openRound({ audience: 'newcomers' })
  await app.join(newcomer!, round)
  expect(await app.refusal(other!, 'PUT', `rounds/${round.id}/opt-in`, { topic: '', every: false })).toBe(
    'round_not_found',
  )
  const { items } = await app.succeed<MemberRounds>(other!, 'GET', 'rounds')
  expect(items.map(({ id }) => id)).not.toContain(round.id)
  await app.closeRound(round)
  expect(await app.refusal(newcomer!, 'PUT', `rounds/${round.id}/opt-in`, { topic: '', every: false })).toBe(
    'round_closed',
  )
})

test('members who join every round are matched in the next ones, until they stop or leave two unanswered', async () => {
  const [ada, ...others] = await app.people(4)
  const round = await app.openRound({ monthly: true })
  await app.join(ada!, round, { every: true, topic: 'Bread' })
  await app.join(others[0]!, round)
  await app.closeRound(round)
  const next = joinedId(round.id, 'next')
  const { items } = await app.succeed<MemberRounds>(ada!, 'GET', 'rounds')
  expect(items.find(({ id }) => id === next)?.own).toEqual({ topic: 'Bread', every: true })
  await app.release(round)
  await countAnswers(round.id)
  expect((await app.store.get(everyRound, ada!.uid))?.unanswered).toBe(1)

  await app.join(others[1]!, { id: next })
  await app.closeRound({ id: next })
  await app.release({ id: next })
  expect(await app.meetingsOf(ada!)).toHaveLength(2)
  await countAnswers(next)
  await countAnswers(next)
  expect(await app.store.get(everyRound, ada!.uid)).toBeUndefined()
  expect(await app.messagesAbout('round', next, 'paused')).toEqual([[ada!.uid]])

  await app.succeed(app.organiser, 'POST', `organiser/rounds/${joinedId(next, 'next')}/cancel`)
  await app.succeed(ada!, 'DELETE', 'rounds/every')
})

async function countAnswers(id: string) {
  await app.store.transact(async (tx) => {
    const stored = await tx.get(rounds, id)
    tx.put(rounds, { ...stored!, dueAt: new Date(app.clock() - MINUTE).toISOString() })
  })
  await app.services.rounds.rounds.advanceDue()
}

test('a member who opts out of one round and joins it again still joins every round', async () => {
  const [ada] = await app.people(1)
  const round = await app.openRound()
  const ofAda = async () => {
    const { items, everySince } = await app.succeed<MemberRounds>(ada!, 'GET', 'rounds')
    return { ...items.find(({ id }) => id === round.id), isEvery: everySince !== undefined }
  }
  await app.join(ada!, round, { every: true })
  await app.succeed(ada!, 'DELETE', `rounds/${round.id}/opt-in`)
  expect(await ofAda()).toMatchObject({ hasOptedOut: true, isEvery: true })
  await app.join(ada!, round, { every: undefined })
  expect(await ofAda()).toMatchObject({
    hasOptedOut: false,
    own: { topic: '', every: true },
    isEvery: true,
  })
  await app.join(ada!, round, { every: false })
  expect(await ofAda()).toMatchObject({ own: { every: false }, isEvery: false })
  await app.succeed(app.organiser, 'POST', `organiser/rounds/${round.id}/cancel`)
})

test('an answer keeps someone in every round, and the result counts who met', async () => {
  const [ada, grace] = await app.people(2)
  const round = await app.openRound()
  await app.join(ada!, round, { every: true })
  await app.join(grace!, round)
  await app.closeRound(round)
  await app.release(round)
  const [meeting] = await app.meetingsOf(ada!)
  const { slots } = await app.succeed<{ slots: { startsAt: string }[] }>(
    ada!,
    'GET',
    `meetings/${meeting!.id}`,
  )
  const votes = slots.map(({ startsAt }) => ({ slot: startsAt, vote: 'yes' }))
  await app.succeed(ada!, 'PUT', `meetings/${meeting!.id}/votes`, { votes })
  await app.succeed(grace!, 'PUT', `meetings/${meeting!.id}/votes`, { votes })
  await countAnswers(round.id)
  expect((await app.store.get(everyRound, ada!.uid))?.unanswered).toBe(0)
  await app.succeed(ada!, 'DELETE', 'rounds/every')

  await app.store.transact(async (tx) => {
    const stored = await tx.get(meetings, meeting!.id)
    const startsAt = new Date(app.clock() - 3 * HOUR).toISOString()
    tx.put(meetings, { ...stored!, startsAt })
  })
  for (const each of [ada!, grace!])
    await app.succeed(each, 'POST', `meetings/${meeting!.id}/confirm`, { held: true })
  expect((await app.succeed<Round>(app.organiser, 'GET', `organiser/rounds/${round.id}`)).result).toEqual({
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
  expect(await app.refusal(app.organiser, 'POST', 'organiser/rounds', body)).toBe('invalid_input')
  expect(await app.refusal(app.organiser, 'POST', 'organiser/rounds', { ...body, title: 'Tea' })).toBe(
    'invalid_input',
  )
  const optInUntil = new Date(app.clock() + HOUR).toISOString()
  const tea = { ...body, title: 'Tea', audience: 'everyone', optInUntil }
  const headers = { 'idempotency-key': 'a-key-of-a-request' }
  const answers = [
    await app.organiser.call('POST', '/api/organiser/rounds', { body: tea, headers }),
    await app.organiser.call('POST', '/api/organiser/rounds', { body: tea, headers }),
  ].map((answer) => answer.json<Round>())
  expect(answers[0]!.id).toBe(answers[1]!.id)
  await app.succeed(app.organiser, 'POST', `organiser/rounds/${answers[0]!.id}/cancel`)
  await app.succeed(app.organiser, 'POST', `organiser/rounds/${answers[0]!.id}/cancel`)
})

test('members cannot open, see or release rounds for organisers', async () => {
  const [member] = await app.people(1)
  for (const [method, path] of [
    ['GET', 'organiser/rounds'],
    ['POST', 'organiser/rounds/any/release'],
  ] as const)
    expect(await app.refusal(member!, method, path)).toBe('role_required')
})

test('members without a common time get three times in usual working hours', async () => {
  const { round, all } = await app.proposed(2)
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
  await app.release(round)
  const [meeting] = await app.meetingsOf(all[0]!)
  const stored = await app.store.get(meetings, meeting!.id)
  const hours = stored!.slots.map(({ startsAt }) => new Date(startsAt).getUTCHours())
  expect(hours).toHaveLength(3)
  for (const hour of hours) expect(hour).toSatisfy((each: number) => each >= 9 && each < 17)
})

test('a round of a chapter is for its active members alone, and joined by nobody else', async () => {
  const [inside, pending, outside] = await app.people(3)
  await app.store.transact(async (tx) => {
    for (const id of ['berlin', 'rome']) putChapter(tx, chapterDocument(id))
    const home = { kind: 'home', role: 'member' } as const
    putChapterMembership(tx, 'berlin', inside!.uid, { ...home, state: 'active' })
    putChapterMembership(tx, 'berlin', pending!.uid, { ...home, state: 'pending' })
    putChapterMembership(tx, 'rome', outside!.uid, { ...home, state: 'active' })
  })
  await app.services.chapters.access.sync()
  const round = await app.openRound({ audience: 'chapter', chapter: 'berlin' })
  await app.join(inside!, round)
  for (const each of [pending!, outside!]) {
    expect(await app.refusal(each, 'PUT', `rounds/${round.id}/opt-in`, { topic: '', every: false })).toBe(
      'round_not_found',
    )
    const { items } = await app.succeed<MemberRounds>(each, 'GET', 'rounds')
    expect(items.map(({ id }) => id)).not.toContain(round.id)
  }
  await app.closeRound(round)
  expect((await app.groupsOf(round)).map((group) => [group.number, idsIn(group)])).toEqual([
    [0, [inside!.uid]],
  ])
})

test('an organiser who must not know of a chapter finds none of its rounds, and changes none', async () => {
  const admin = await app.person('admin')
  const [inside] = await app.people(1)
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
  const round = await app.succeed<Round>(admin, 'POST', 'organiser/rounds', body)
  const path = `organiser/rounds/${round.id}`
  const listedFor = async (who: RoundPerson) =>
    (await app.succeed<{ items: Round[] }>(who, 'GET', 'organiser/rounds')).items.some(
      ({ id }) => id === round.id,
    )
  expect([await listedFor(admin), await listedFor(app.organiser)]).toEqual([true, false])
  for (const [method, at, sent] of [
    ['GET', path],
    ['GET', `${path}/groups`],
    ['PUT', `${path}/people/${inside!.uid}`, { group: 1 }],
    ['POST', `${path}/release`],
    ['POST', `${path}/cancel`],
  ] as const)
    expect(await app.refusal(app.organiser, method, at, sent)).toBe('round_not_found')
  expect((await app.succeed<Round>(admin, 'GET', path)).state).toBe('open')
})

test('the next round of a monthly one opens, and is announced once', async () => {
  const { round } = await app.proposed(2, { monthly: true })
  const next = joinedId(round.id, 'next')
  expect((await app.store.get(rounds, next))?.state).toBe('open')
  expect(await app.messagesAbout('round', next, 'opened')).toHaveLength(1)
  await app.succeed(app.organiser, 'POST', `organiser/rounds/${next}/cancel`)
})

test('a monthly round that is cancelled when its groups are proposed does not repeat', async () => {
  const { round } = await app.proposed(2, { monthly: true })
  await app.succeed(app.organiser, 'POST', `organiser/rounds/${round.id}/cancel`)
  const stateOf = async (id: string) => (await app.store.get(rounds, id))?.state
  expect([await stateOf(round.id), await stateOf(joinedId(round.id, 'next'))]).toEqual([
    'cancelled',
    'cancelled',
  ])
})

test('a monthly round that closes on the last day of a month closes on that of each month', async () => {
  const [round, year] = [await app.openRound({ monthly: true }), new Date(app.clock()).getFullYear() + 1]
  const deadlines: string[] = []
  for (let id = round.id; deadlines.length < 3; id = joinedId(id, 'next')) {
    await app.store.transact(async (tx) => {
      const stored = (await tx.get(rounds, id))!
      const optInUntil = deadlines.length === 0 ? `${year}-01-31T18:00:00.000Z` : stored.optInUntil
      deadlines.push(optInUntil)
      tx.put(rounds, { ...stored, optInUntil, dueAt: new Date(app.clock() - MINUTE).toISOString() })
    })
    await app.services.rounds.rounds.advanceDue()
  }
  expect(deadlines.map((each) => each.slice(5, 10))).toEqual([
    '01-31',
    expect.stringMatching(/^02-2[89]$/),
    '03-31',
  ])
  const last = [1, 2, 3].reduce((id) => joinedId(id, 'next'), round.id)
  await app.succeed(app.organiser, 'POST', `organiser/rounds/${last}/cancel`)
})
