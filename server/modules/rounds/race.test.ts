import { afterAll, expect, test, vi } from 'vitest'

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import type { Round } from '#shared/rounds/schema.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { withDerived } from '#server/modules/meetings/meetings/document/state.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { idsIn, type RoundPerson, startRoundFixture } from '#server/testing/fixtures/round-fixture.ts'

import { roundParticipants, rounds } from './collection.ts'

// Each round has its own people, on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const app = await startRoundFixture()
afterAll(() => app.close())

test('members join with one call, are matched after the deadline, and get a meeting once it is released', async () => {
  const round = await app.openRound()
  const [ada, grace, lin] = await app.people(3)
  await app.change(ada!.uid, { asks: texts('Help with sourdough baking'), displayName: 'Ada' })
  await app.change(grace!.uid, { offers: texts('Sourdough baking for beginners'), displayName: 'Grace' })
  const shown = (await app.succeed<{ rounds?: { id: string }[] }>(ada!, 'GET', 'dashboard')).rounds
  expect(shown?.map(({ id }) => id)).toContain(round.id)
  for (const each of [ada!, grace!, lin!]) await app.join(each, round)
  const { items } = await app.join(ada!, round, { topic: 'Bread' })
  expect(items.find(({ id }) => id === round.id)?.own).toEqual({ topic: 'Bread', every: false })
  expect((await app.succeed<Round>(app.organiser, 'GET', `organiser/rounds/${round.id}`)).people).toBe(3)

  await app.closeRound(round)
  const [group] = await app.groupsOf(round)
  expect(idsIn(group!).toSorted()).toEqual([ada!, grace!, lin!].map(({ uid }) => uid).toSorted())
  expect(group!.reasons).toContain(
    'Ada’s ask “Help with sourdough baking” matches Grace’s offer “Sourdough baking for beginners”.',
  )
  expect(await app.meetingsOf(ada!)).toEqual([])

  await app.release(round)
  for (const each of [ada!, grace!, lin!]) {
    const [meeting, ...others] = await app.meetingsOf(each)
    expect([meeting?.purpose, meeting?.slots, others]).toEqual(['Coffee', 3, []])
  }
  const details = await app.succeed<{ agenda: string[]; id: string; organiser: string }>(
    ada!,
    'GET',
    `meetings/${(await app.meetingsOf(ada!))[0]!.id}`,
  )
  expect(details.agenda).toEqual(['Bread'])
  expect(await app.refusal(ada!, 'DELETE', `rounds/${round.id}/opt-in`)).toBe('round_released')
})

const texts = (text: string) => [
  { id: text, text, expiresAt: new Date(app.clock() + 30 * DAY).toISOString(), visibility: 'members' },
]

test('someone who opts out between the match and the release is in no meeting', async () => {
  const { round, all } = await app.proposed(3)
  await app.succeed(all[0]!, 'DELETE', `rounds/${round.id}/opt-in`)
  await app.succeed(all[0]!, 'DELETE', `rounds/${round.id}/opt-in`)
  await app.release(round)
  expect(await app.meetingsOf(all[0]!)).toEqual([])
  expect(await app.meetingsOf(all[1]!)).toHaveLength(1)
})

test('people whose partners opt out before the release meet each other, or join a pair', async () => {
  const { round, groups } = await app.proposed(6)
  for (const group of groups.slice(0, 2))
    await app.services.rounds.participants.optOut(idsIn(group)[0]!, round.id)
  await app.release(round)
  const alone = groups.slice(0, 2).map((group) => idsIn(group)[1]!)
  const met = (await app.answersTo(round)).filter(({ member }) => alone.includes(member))
  expect(met[0]!.meeting).toBeDefined()
  expect(met[0]!.meeting).toBe(met[1]!.meeting)

  const odd = await app.proposed(4)
  await app.services.rounds.participants.optOut(idsIn(odd.groups[0]!)[0]!, odd.round.id)
  await app.release(odd.round)
  const meetingIds = (await app.answersTo(odd.round)).flatMap(({ meeting }) => meeting ?? [])
  expect([meetingIds.length, new Set(meetingIds).size]).toEqual([3, 1])
})

test('suspended and deleted members are in no group and no meeting', async () => {
  const round = await app.openRound()
  const [ada, grace, lin, ben] = await app.people(4)
  for (const each of [ada!, grace!, lin!, ben!]) await app.join(each, round)
  await app.change(ada!.uid, { status: 'suspended' })
  expect((await app.succeed<Round>(app.organiser, 'GET', `organiser/rounds/${round.id}`)).people).toBe(3)
  await app.closeRound(round)
  expect((await app.groupsOf(round)).flatMap(idsIn)).not.toContain(ada!.uid)
  await app.change(grace!.uid, { status: 'suspended' })
  await deleteAnswers(lin!.uid)
  await app.release(round)
  for (const each of [lin!, ben!]) expect(await app.meetingsOf(each)).toEqual([])
})

/** The part of a deleted account. */
async function deleteAnswers(uid: string) {
  for (const { forget } of app.services.rounds.accountDataParts)
    if (typeof forget === 'function') await forget(uid)
}

test('two organisers who release at once, and a repeated release, lead to one meeting and one message each', async () => {
  const other = await app.person('admin')
  const { round, all } = await app.proposed(4)
  await Promise.all(
    [app.organiser, other, app.organiser].map((each) =>
      app.succeed(each, 'POST', `organiser/rounds/${round.id}/release`),
    ),
  )
  await Promise.all([app.services.rounds.rounds.advanceDue(), app.services.rounds.rounds.advanceDue()])
  await app.release(round)
  const ids = new Set<string>()
  for (const each of all) {
    const own = await app.meetingsOf(each)
    expect(own).toHaveLength(1)
    ids.add(own[0]!.id)
  }
  expect(ids.size).toBe(2)
  for (const id of ids) expect(await app.messagesAbout('meetingProposed', id, 'matched')).toHaveLength(1)
})

test('a release that was killed half-way is continued by the job, with one meeting each', async () => {
  const { round, all } = await app.proposed(4)
  await app.release(round)
  const before = await app.answersTo(round)
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
  expect(idsOf(await app.answersTo(round))).toEqual(idsOf(before))
  for (const each of all) expect(await app.meetingsOf(each)).toHaveLength(1)
})

test('groups are formed anew after an attempt that never finished', async () => {
  const round = await app.openRound()
  const all = await app.people(2)
  for (const each of all) await app.join(each, round)
  await app.store.transact(async (tx) => {
    const stored = await tx.get(rounds, round.id)
    const dueAt = new Date(app.clock() - MINUTE).toISOString()
    tx.put(rounds, { ...stored!, state: 'matching', attempt: 'killed', optInUntil: dueAt, dueAt })
  })
  await Promise.all([app.services.rounds.rounds.advanceDue(), app.services.rounds.rounds.advanceDue()])
  expect((await app.groupsOf(round)).map(({ people: some }) => some.length)).toEqual([2])
})

test('an organiser moves members between groups and leaves them out, but not to someone they met', async () => {
  const { round, groups } = await app.proposed(4)
  const [first, second] = [idsIn(groups[0]!), idsIn(groups[1]!)]
  const move = (member: string, group: number) =>
    app.refusal(app.organiser, 'PUT', `organiser/rounds/${round.id}/people/${member}`, { group })
  expect(await move(first[0]!, 2)).toBe(204)
  expect(await move(first[1]!, 2)).toBe('round_group_full')
  expect(await move(second[0]!, 1)).toBe(204)
  expect(await move(second[1]!, 0)).toBe(204)
  expect(await move(second[1]!, 9)).toBe('group_not_found')
  expect(await move('nobody', 1)).toBe('member_not_found')
  await app.release(round)
  const met = await app.answersTo(round)
  expect(
    met
      .filter(({ meeting }) => meeting !== undefined)
      .map(({ member }) => member)
      .toSorted(),
  ).toEqual([first[0]!, first[1]!, second[0]!].toSorted())
  expect(await move(first[0]!, 1)).toBe('round_not_proposed')

  const again = await app.openRound()
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
  expect(
    await app.refusal(app.organiser, 'PUT', `organiser/rounds/${again.id}/people/${a!.uid}`, { group: 1 }),
  ).toBe('round_pair_refused')
})

/** Moves all times of the group's meeting into the past, without a vote. */
async function lapse([someone]: readonly RoundPerson[]) {
  const [meeting] = await app.meetingsOf(someone!)
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
  const { round, all } = await app.proposed(2)
  await app.release(round)
  const path = await lapse(all)
  await app.services.meetings.meetings.changes.applyDeadlines()
  const told = (await allOf(app.store, outbox, {})).filter(({ data }) => data['change'] === 'canReopen')
  expect(told.map(({ recipients }) => [recipients].flat().toSorted())).toEqual([
    all.map(({ uid }) => uid).toSorted(),
  ])
  const before = await app.succeed<MeetingDetails>(all[0]!, 'GET', path)
  expect([before.status, before.actions]).toEqual(['expired', ['reschedule']])
  const guest = all.find(({ uid }) => uid !== before.organiser)!
  const other = all.find((each) => each !== guest)!
  const [stranger] = await app.people(1)
  expect(await app.refusal(stranger!, 'POST', `${path}/reschedule`, newTimes())).toBe('meeting_not_found')
  const times = newTimes()
  for (let repeat = 0; repeat < 2; repeat += 1) await app.succeed(guest, 'POST', `${path}/reschedule`, times)
  const after = await app.succeed<MeetingDetails>(other, 'GET', path)
  expect([after.status, after.organiser, after.actions]).toEqual([
    'rescheduled',
    guest.uid,
    ['vote', 'decline'],
  ])
  expect(await app.refusal(other, 'POST', `${path}/reschedule`, newTimes())).toBe('organiser_only')
  const votes = [{ slot: times.slots[0], vote: 'yes' }]
  expect(await app.succeed(other, 'PUT', `${path}/votes`, { votes })).toMatchObject({ status: 'scheduled' })
})

test('a block after the times of a match are past keeps the two apart, in silence', async () => {
  const pair = await app.proposed(2)
  await app.release(pair.round)
  const path = await lapse(pair.all)
  await app.succeed(pair.all[0]!, 'PUT', `blocks/${pair.all[1]!.uid}`)
  for (const each of pair.all) {
    expect((await app.succeed<MeetingDetails>(each, 'GET', path)).actions).toEqual([])
    expect(await app.refusal(each, 'POST', `${path}/reschedule`, newTimes())).toMatch(
      /^(meeting_expired|organiser_only)$/,
    )
  }

  const { round, all } = await app.proposed(3)
  await app.release(round)
  const ofThree = await lapse(all)
  const [ada, grace, lin] = all
  await app.succeed(ada!, 'PUT', `blocks/${grace!.uid}`)
  await app.succeed(lin!, 'POST', `${ofThree}/reschedule`, newTimes())
  expect(await app.refusal(ada!, 'GET', ofThree)).toBe('meeting_not_found')
  const shown = (await app.succeed<MeetingDetails>(grace!, 'GET', ofThree)).participants
  expect(shown.map(({ member }) => member.id).toSorted()).toEqual([grace!.uid, lin!.uid].toSorted())
})
