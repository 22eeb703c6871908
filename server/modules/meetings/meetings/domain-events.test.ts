import { afterAll, describe, expect, test } from 'vitest'

import { type MeetingPerson, openMeetingFixture } from '#server/testing/fixtures/meeting-fixture.ts'

const fixture = await openMeetingFixture()
afterAll(() => fixture.close())

/** The person's notifications about the meeting, the latest first. */
async function news({ uid }: MeetingPerson, id: string) {
  const { notifications } = fixture.app.services.notifications
  await notifications.idle()
  const { items } = await notifications.list(uid)
  return items.flatMap(({ subject, text }) => (subject.id === id ? text : []))
}

const vote = (person: MeetingPerson, id: string, votes: Record<string, 'yes' | 'ifNeeded' | 'no'>) =>
  fixture.succeed(person, 'PUT', `/${id}/votes`, {
    votes: Object.entries(votes).map(([slot, given]) => ({ slot, vote: given })),
  })

describe('a change of where a scheduled meeting takes place', () => {
  const edit = (person: MeetingPerson, id: string, version: number, more: object) =>
    fixture.send(
      person,
      'PUT',
      `/${id}`,
      {
        purpose: 'Who bakes for whom',
        place: 'The corner café',
        joinUrl: '',
        agenda: ['Bread', 'Signs'],
        ...more,
      },
      { 'if-match': `"${version}"` },
    )

  test('a change of the place or link of a scheduled meeting notifies the others once each', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id } = await fixture.schedule(ada, [grace, lin])
    expect((await edit(ada, id, 1, { place: 'The library' })).statusCode).toBe(200)
    for (const person of [grace, lin])
      expect((await news(person, id))[0]).toBe(
        'Your growth meeting has a new place: Who bakes for whom, The library',
      )
    expect(await news(ada, id)).toEqual([])
    const joinUrl = 'https://meet.example/bread'
    expect((await edit(ada, id, 2, { place: 'The library', joinUrl })).statusCode).toBe(200)
    expect((await news(grace, id))[0]).toBe('Your growth meeting has a new join link: Who bakes for whom')
  })

  test('a change of the agenda, or before a time is agreed, notifies no one', async () => {
    const [ada, grace] = await fixture.people(1)
    const scheduled = await fixture.schedule(ada, [grace])
    const before = await news(grace, scheduled.id)
    expect((await edit(ada, scheduled.id, 1, { agenda: ['Bread'] })).statusCode).toBe(200)
    expect(await news(grace, scheduled.id)).toEqual(before)
    const proposed = await fixture.propose(ada, [grace])
    expect((await edit(ada, proposed.id, 1, { place: 'The library' })).statusCode).toBe(200)
    expect(await news(grace, proposed.id)).toHaveLength(1)
  })
})

describe('the organiser of a group', () => {
  test('the organiser of a group is notified of a member who leaves, and the others are not', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id } = await fixture.schedule(ada, [grace, lin])
    const before = await news(lin, id)
    await fixture.succeed(grace, 'POST', `/${id}/leave`, { reason: 'A cold' })
    const { displayName } = (await fixture.get(ada, id)).departures[0]!.member
    expect(await news(ada, id)).toEqual([`${displayName} left your growth meeting: Who bakes for whom`])
    expect(await news(lin, id)).toEqual(before)
  })

  test('the organiser of a group is notified of a member who declines while the others vote', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id } = await fixture.propose(ada, [grace, lin])
    await fixture.succeed(grace, 'POST', `/${id}/decline`, {})
    const { displayName } = (await fixture.get(ada, id)).departures[0]!.member
    expect(await news(ada, id)).toEqual([`${displayName} declined your growth meeting: Who bakes for whom`])
  })

  test('the organiser of a group is notified once when everyone has voted and no time suits all', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id, slots } = await fixture.propose(ada, [grace, lin])
    const [first, second] = slots.map(({ startsAt }) => startsAt)
    await vote(grace, id, { [first!]: 'yes', [second!]: 'no' })
    expect(await news(ada, id)).toEqual([])
    await vote(lin, id, { [first!]: 'no', [second!]: 'ifNeeded' })
    const due = 'Everyone has voted, and no time suits all. Choose one: Who bakes for whom'
    expect(await news(ada, id)).toEqual([due])
    await vote(lin, id, { [second!]: 'no' })
    expect(await news(ada, id)).toEqual([due])
    expect(await news(grace, id)).toHaveLength(1)
  })

  test('the organiser of a group is notified that a choice is due when the last missing voter declines', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id, slots } = await fixture.propose(ada, [grace, lin])
    await vote(grace, id, Object.fromEntries(slots.map(({ startsAt }) => [startsAt, 'ifNeeded' as const])))
    await fixture.succeed(lin, 'POST', `/${id}/decline`, {})
    expect((await news(ada, id)).toSorted()[0]).toBe(
      'Everyone has voted, and no time suits all. Choose one: Who bakes for whom',
    )
  })
})

test('a meeting of two that one declines or leaves has one notification of its end', async () => {
  const [ada, grace] = await fixture.people(1)
  const { id } = await fixture.schedule(ada, [grace])
  await fixture.succeed(grace, 'POST', `/${id}/leave`, {})
  expect(await news(ada, id)).toEqual(['Your growth meeting was cancelled: Who bakes for whom'])
})
