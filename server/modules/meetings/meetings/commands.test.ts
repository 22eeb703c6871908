import { afterAll, describe, expect, test } from 'vitest'

import { DAY, HOUR } from '#shared/lib/durations.ts'
import { openMeetingFixture } from '#server/testing/fixtures/meeting-fixture.ts'

import { meetings } from './collection.ts'

const fixture = await openMeetingFixture()
const crew = await fixture.people(8)
afterAll(() => fixture.close())

const yes = (...slots: string[]) => ({ votes: slots.map((slot) => ({ slot, vote: 'yes' })) })

describe('voting', () => {
  test('a vote on a scheduled meeting is refused, unless it repeats an earlier one', async () => {
    const [ada, grace, lin] = crew
    const { id, slots } = await fixture.propose(ada, [grace, lin])
    const [first, second] = slots.map(({ startsAt }) => startsAt) as [string, string]
    await fixture.succeed(grace, 'PUT', `/${id}/votes`, yes(first))
    await fixture.succeed(ada, 'POST', `/${id}/choose`, { slot: second })
    expect(await fixture.outcome(grace, 'PUT', `/${id}/votes`, yes(first))).toBe(200)
    expect(await fixture.outcome(lin, 'PUT', `/${id}/votes`, yes(first))).toBe('meeting_scheduled')
  })

  test('a vote on a time that is not proposed is refused, and one on a time that has begun is ignored', async () => {
    const [ada, grace, lin] = crew
    const { id } = await fixture.propose(ada, [grace, lin])
    expect(await fixture.outcome(grace, 'PUT', `/${id}/votes`, yes(fixture.inHours(5)))).toBe('slots_changed')
    await fixture.age(id, 25 * HOUR)
    const { slots } = await fixture.get(grace, id)
    const [first, second] = slots.map(({ startsAt }) => startsAt) as [string, string]
    const voted = await fixture.succeed(grace, 'PUT', `/${id}/votes`, yes(first, second))
    expect(voted.slots.map(({ past, votes }) => [past, votes.length])).toEqual([
      [true, 1],
      [false, 2],
    ])
    expect(voted.participants.map((each) => each.voted)).toEqual([true, true, false])
    expect(await fixture.outcome(ada, 'POST', `/${id}/choose`, { slot: first })).toBe('slot_past')
  })

  test('voting on a time twice in one request is refused, however the time is written', async () => {
    const [ada, grace] = crew
    const { id, slots } = await fixture.propose(ada, [grace])
    const slot = slots[0]!.startsAt
    const votes = [
      { slot, vote: 'no' },
      { slot: slot.replace('Z', '+00:00'), vote: 'yes' },
    ]
    expect(await fixture.outcome(grace, 'PUT', `/${id}/votes`, { votes })).toBe('invalid_input')
    expect((await fixture.get(ada, id)).status).toBe('proposed')
  })

  test('simultaneous votes of everyone schedule the meeting once, at the earliest time that suits all', async () => {
    const [ada, ...others] = crew
    const { id, slots } = await fixture.propose(ada, others)
    const [first, second] = slots.map(({ startsAt }) => startsAt) as [string, string]
    const votes = await Promise.all(
      others.map((person, at) =>
        fixture.outcome(person, 'PUT', `/${id}/votes`, yes(...(at ? [first, second] : [second]))),
      ),
    )
    expect(votes.every((outcome) => outcome === 200 || outcome === 'meeting_scheduled')).toBe(true)
    expect(await fixture.get(ada, id)).toMatchObject({ status: 'scheduled', startsAt: second })
    expect(await fixture.app.store.get(meetings, id)).toMatchObject({ sequence: 1 })
  })
})

test('concurrent choose and cancel: the meeting is cancelled, whichever comes first', async () => {
  const [ada, grace] = crew
  const { id, slots } = await fixture.propose(ada, [grace])
  const [choice, cancellation] = await Promise.all([
    fixture.outcome(ada, 'POST', `/${id}/choose`, { slot: slots[0]!.startsAt }),
    fixture.outcome(ada, 'POST', `/${id}/cancel`, { reason: 'Rain' }),
  ])
  expect(cancellation).toBe(200)
  expect([200, 'meeting_cancelled']).toContain(choice)
  const { status, change } = await fixture.succeed(ada, 'POST', `/${id}/cancel`, { reason: 'Snow' })
  expect([status, change?.reason]).toEqual(['cancelled', 'Rain'])
})

test('rescheduling clears the votes and increases the calendar sequence, once however often it is sent', async () => {
  const [ada, grace] = crew
  const { id } = await fixture.schedule(ada, [grace])
  const body = { slots: [fixture.inHours(72)], reason: 'The café is closed' }
  const first = await fixture.succeed(ada, 'POST', `/${id}/reschedule`, body)
  expect(first).toMatchObject({
    status: 'rescheduled',
    change: { by: ada.uid, reason: 'The café is closed' },
    slots: [{ votes: [{ member: ada.uid, vote: 'yes' }] }],
  })
  expect(first).not.toHaveProperty('startsAt')
  await fixture.succeed(grace, 'PUT', `/${id}/votes`, yes(body.slots[0]!))
  expect(await fixture.succeed(ada, 'POST', `/${id}/reschedule`, body)).toMatchObject({ status: 'scheduled' })
  const { sequence } = (await fixture.app.store.get(meetings, id))!
  expect(sequence).toBe(3)
})

test('a member who declines or leaves is removed, even if the request is repeated, and others see the reason', async () => {
  const [ada, grace, lin] = crew
  const { id, slots } = await fixture.propose(ada, [grace, lin])
  await fixture.succeed(grace, 'PUT', `/${id}/votes`, yes(slots[1]!.startsAt))
  await fixture.succeed(lin, 'POST', `/${id}/decline`, { reason: 'Out of town' })
  await fixture.succeed(lin, 'POST', `/${id}/decline`, { reason: 'Out of town' })
  expect(await fixture.outcome(lin, 'GET', `/${id}`)).toBe('meeting_not_found')
  expect(await fixture.get(ada, id)).toMatchObject({
    status: 'scheduled',
    startsAt: slots[1]!.startsAt,
    departures: [{ member: { id: lin.uid }, reason: 'Out of town' }],
  })
  expect(await fixture.outcome(ada, 'POST', `/${id}/leave`, {})).toBe('organiser_stays')
  await fixture.succeed(grace, 'POST', `/${id}/leave`, {})
  await fixture.succeed(grace, 'POST', `/${id}/leave`, {})
  expect(await fixture.get(ada, id)).toMatchObject({
    status: 'cancelled',
    change: { by: grace.uid, reason: '' },
  })
})

test('an edit needs the latest version, and a repeated one succeeds', async () => {
  const [ada, grace] = crew
  const { id, version } = await fixture.schedule(ada, [grace])
  const body = { purpose: 'Bread for all', place: '', joinUrl: 'https://meet.example/room', agenda: ['Rye'] }
  const headers = { 'if-match': `"${version}"` }
  const edited = await fixture.succeed(ada, 'PUT', `/${id}`, body, headers)
  expect(edited).toMatchObject({ ...body, version: version + 1 })
  expect(await fixture.succeed(ada, 'PUT', `/${id}`, body, headers)).toEqual(edited)
  expect(await fixture.outcome(ada, 'PUT', `/${id}`, { ...body, purpose: 'Rolls' }, headers)).toBe(
    'stale_version',
  )
  expect(await fixture.outcome(ada, 'PUT', `/${id}`, body)).toBe('version_required')
  expect(await fixture.outcome(grace, 'PUT', `/${id}`, body, headers)).toBe('organiser_only')
  await fixture.age(id, DAY)
  expect(
    await fixture.outcome(
      ada,
      'PUT',
      `/${id}`,
      { ...body, purpose: 'Rolls' },
      { 'if-match': `"${version + 1}"` },
    ),
  ).toBe('meeting_started')
})

describe('time-based transitions', () => {
  test('a time-based transition applies before a job stores it, and several jobs store it once', async () => {
    const [ada, grace] = crew
    const { id, slots } = await fixture.propose(ada, [grace])
    await fixture.age(id, 48 * HOUR)
    expect((await fixture.get(grace, id)).status).toBe('expired')
    expect(await fixture.outcome(ada, 'POST', `/${id}/choose`, { slot: slots[0]!.startsAt })).toBe(
      'meeting_expired',
    )
    const { services, store } = fixture.app
    expect(await store.get(meetings, id)).toMatchObject({ state: 'proposed' })
    await Promise.all([
      services.meetings.meetings.changes.applyDeadlines(),
      services.meetings.meetings.changes.applyDeadlines(),
    ])
    const settled = await store.get(meetings, id)
    expect(settled).toMatchObject({ state: 'expired', closesAt: settled!.slots[1]!.startsAt })
    expect(settled).not.toHaveProperty('dueAt')
  })

  test('a meeting that only one person confirms counts as not held 14 days after its end', async () => {
    const [ada, grace] = crew
    const { id } = await fixture.schedule(ada, [grace])
    await fixture.age(id, 27 * HOUR)
    await fixture.succeed(ada, 'POST', `/${id}/confirm`, { held: true })
    await fixture.age(id, 14 * DAY)
    expect((await fixture.get(grace, id)).status).toBe('notHeld')
    expect(await fixture.outcome(grace, 'POST', `/${id}/confirm`, { held: true })).toBe('meeting_not_held')
    await fixture.app.services.meetings.meetings.changes.applyDeadlines()
    expect(await fixture.app.store.get(meetings, id)).toMatchObject({ state: 'notHeld' })
  })

  test('an answer can be changed until everyone has said that the meeting was not held', async () => {
    const [ada, grace, lin] = crew
    const { id } = await fixture.schedule(ada, [grace, lin])
    await fixture.age(id, 27 * HOUR)
    await fixture.succeed(ada, 'POST', `/${id}/confirm`, { held: true })
    await fixture.succeed(ada, 'POST', `/${id}/confirm`, { held: false })
    await fixture.succeed(grace, 'POST', `/${id}/confirm`, { held: false })
    expect((await fixture.succeed(lin, 'POST', `/${id}/confirm`, { held: true })).status).toBe('notHeld')
  })
})

describe('promises', () => {
  test('promises are changed by their owner alone, and dropped only with a reason', async () => {
    const [ada, grace] = crew
    const { id } = await fixture.hold(ada, [grace])
    const dueOn = fixture.inHours(48).slice(0, 10)
    const { promises } = await fixture.succeed(ada, 'POST', `/${id}/promises`, {
      text: 'Bread',
      to: grace.uid,
      dueOn,
    })
    const path = `/${id}/promises/${promises[0]!.id}`
    for (const command of ['done', 'reopen'])
      expect(await fixture.outcome(grace, 'POST', `${path}/${command}`)).toBe('not_yours')
    expect(await fixture.outcome(ada, 'POST', `${path}/confirm`)).toBe('not_yours')
    expect(await fixture.outcome(grace, 'POST', `${path}/confirm`)).toBe('promise_open')
    expect(await fixture.outcome(ada, 'POST', `${path}/drop`, { reason: ' \u200B ' })).toBe('invalid_input')
    const dropped = await fixture.succeed(ada, 'POST', `${path}/drop`, { reason: 'The oven broke' })
    expect([dropped.status, dropped.promises[0]?.reason]).toEqual(['followedUp', 'The oven broke'])
    expect((await fixture.succeed(ada, 'POST', `${path}/reopen`)).status).toBe('held')
    expect(await fixture.outcome(ada, 'POST', `/${id}/promises/nothing/done`)).toBe('promise_not_found')
  })

  test('promises are due on a valid day, today or within a year', async () => {
    const [ada, grace] = crew
    const { id } = await fixture.hold(ada, [grace])
    for (const dueOn of ['2026-02-30', '2027-02-29', 'tomorrow', '2020-01-01', '2999-01-01']) {
      const promise = { text: 'Bread', to: grace.uid, dueOn }
      expect([dueOn, await fixture.outcome(ada, 'POST', `/${id}/promises`, promise)]).toEqual([
        dueOn,
        'invalid_input',
      ])
    }
  })

  test('promises are tasks of their owner, first due first, then of the person who confirms them', async () => {
    const [ada, grace] = await fixture.people(1)
    const { id } = await fixture.hold(ada, [grace])
    for (const days of [5, 2])
      await fixture.succeed(ada, 'POST', `/${id}/promises`, {
        text: `In ${days} days`,
        to: grace.uid,
        dueOn: fixture.inHours(days * 24).slice(0, 10),
      })
    await fixture.succeed(ada, 'POST', `/${id}/outcomes`, {
      kind: 'referral',
      from: ada.uid,
      to: grace.uid,
      note: '',
    })
    const tasksOf = async ({ uid }: { uid: string }) =>
      fixture.app.services.meetings.meetings.lists.tasksOf(uid)
    const own = await tasksOf(ada)
    expect(own.promises.map(({ text, member }) => [text, member.id])).toEqual([
      ['In 2 days', grace.uid],
      ['In 5 days', grace.uid],
    ])
    expect(own).toMatchObject({ promisesToConfirm: [], outcomesToConfirm: [], toVote: [], toConfirm: [] })
    await fixture.succeed(ada, 'POST', `/${id}/promises/${own.promises[0]!.id}/done`)
    expect(await tasksOf(grace)).toMatchObject({
      promises: [],
      promisesToConfirm: [{ text: 'In 2 days', member: { id: ada.uid }, meeting: { id } }],
      outcomesToConfirm: [{ kind: 'referral', member: { id: ada.uid } }],
    })
  })
})
