import { afterAll, describe, expect, test } from 'vitest'

import type { MeetingListItem, MeetingLists } from '#shared/meetings/schema.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { type MeetingPerson, openMeetingFixture } from '#server/testing/fixtures/meeting-fixture.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'

const fixture = await openMeetingFixture()
afterAll(() => fixture.close())

const block = (blocker: MeetingPerson, blocked: MeetingPerson) =>
  blocker.call('PUT', `/api/blocks/${blocked.uid}`)

async function setMemberStatus({ uid }: MeetingPerson, status: 'suspended' | 'active') {
  await setStatus(fixture.app.store, uid, status)
  fixture.app.advance(31_000)
}

async function deleteAccount({ uid }: MeetingPerson) {
  const { store, clock, services } = fixture.app
  await store.transact(async (tx) => {
    const member = await tx.get(members, uid)
    tx.put(members, { ...member!, deletionDueAt: new Date(clock() - 1).toISOString() })
  })
  await services.accounts.accountData.deleteDueAccounts()
  fixture.app.advance(61_000)
  await services.accounts.accountData.deleteDueAccounts()
}

/** The meeting as the person sees it: its status, its visible participants and their commands. */
async function viewOf(person: MeetingPerson, id: string) {
  const { status, participants, actions } = await fixture.get(person, id)
  return [status, participants.map(({ member }) => member.id), actions]
}
const pastOf = async (person: MeetingPerson) =>
  (await fixture.send(person, 'GET', '/past')).json<{ items: MeetingListItem[] }>().items.map(({ id }) => id)
const currentOf = async (person: MeetingPerson) =>
  Object.values((await fixture.send(person, 'GET', '')).json<MeetingLists>()).flat()

test('the end of a connection does not affect a proposed meeting', async () => {
  const [ada, grace] = await fixture.people(1)
  const { id, slots } = await fixture.propose(ada, [grace])
  const connection = (await ada.call('GET', `/api/connections/with/${grace.uid}`)).json<{
    connectionId: string
  }>()
  await ada.call('POST', `/api/connections/${connection.connectionId}/remove`)
  const vote = { votes: [{ slot: slots[0]!.startsAt, vote: 'yes' }] }
  expect((await fixture.succeed(grace, 'PUT', `/${id}/votes`, vote)).status).toBe('scheduled')
  expect(await fixture.outcome(ada, 'POST', '', fixture.proposal([grace]))).toBe('invalid_input')
})

test('a block after the meeting does not decide whether it took place for the others', async () => {
  const [grace, ada, lin] = await fixture.people(2)
  const { id } = await fixture.schedule(grace, [ada, lin])
  await fixture.age(id, 27 * HOUR)
  await block(ada, lin)
  await fixture.succeed(grace, 'POST', `/${id}/confirm`, { held: true })
  const after = await fixture.succeed(ada, 'POST', `/${id}/confirm`, { held: false })
  expect(after.status).toBe('awaitingConfirmation')
  expect((await fixture.succeed(lin, 'POST', `/${id}/confirm`, { held: true })).status).toBe('held')
})

test('an account’s download has its own part of every meeting', async () => {
  const [ada, grace, lin] = await fixture.people(2)
  await fixture.propose(ada, [grace])
  const { id } = await fixture.hold(ada, [grace, lin])
  await fixture.succeed(grace, 'POST', `/${id}/thanks`, { to: lin.uid, text: 'Thank you, Lin' })
  const { growthMeetings } = (await ada.call('POST', '/api/account/export')).json<{
    growthMeetings: object[]
  }>()
  expect(growthMeetings).toMatchObject([
    { status: 'proposed', votes: [{ vote: 'yes' }, { vote: 'yes' }], participants: [ada.uid, grace.uid] },
    {
      status: 'held',
      organised: true,
      confirmed: true,
      thanks: [],
      participants: [ada.uid, grace.uid, lin.uid],
    },
  ])
})

test('participants get no reminder of a meeting whose organiser is suspended', async () => {
  const [ada, grace, lin] = await fixture.people(2)
  const { id } = await fixture.schedule(ada, [grace, lin])
  const { services, store, advance } = fixture.app
  const suspend = async ({ uid }: MeetingPerson) => {
    await setStatus(store, uid, 'suspended')
    advance(1_000)
  }
  const reminded = async () =>
    (await services.meetings.meetings.starting('1970-01-01T00:00:00.000Z', fixture.inHours(1_000))).find(
      (meeting) => meeting.id === id,
    )?.participants.length
  await suspend(lin)
  expect(await reminded()).toBe(2)
  await suspend(ada)
  expect(await reminded()).toBeUndefined()
})

describe('a block while a meeting is proposed or scheduled', () => {
  test('a participant who blocks another leaves the organiser’s meeting without an announcement', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id } = await fixture.schedule(ada, [grace, lin])
    await block(grace, lin)
    const left = ['scheduled', [ada.uid, lin.uid]]
    expect([(await viewOf(ada, id)).slice(0, 2), (await viewOf(lin, id)).slice(0, 2)]).toEqual([left, left])
    expect((await fixture.get(lin, id)).departures).toEqual([])
    expect(await fixture.outcome(grace, 'GET', `/${id}`)).toBe('meeting_not_found')
  })

  test('a meeting looks cancelled to a participant whom its organiser blocked, without the others’ votes', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id } = await fixture.propose(ada, [grace, lin])
    await block(ada, grace)
    expect(await viewOf(grace, id)).toEqual(['cancelled', [grace.uid, lin.uid], []])
    expect(await fixture.get(grace, id)).toMatchObject({ slots: [], place: '', agenda: [] })
    expect([await currentOf(grace), await pastOf(grace)]).toEqual([[], [id]])
    expect((await viewOf(lin, id)).slice(0, 2)).toEqual(['proposed', [ada.uid, lin.uid]])
  })

  test('a member blocked by the organiser gets no reminder of the scheduled meeting', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id } = await fixture.schedule(ada, [grace, lin])
    await block(ada, grace)
    const { services } = fixture.app
    const ahead = await services.meetings.meetings.starting(
      '1970-01-01T00:00:00.000Z',
      fixture.inHours(1_000),
    )
    const reminded = ahead.find((meeting) => meeting.id === id)?.participants
    expect(reminded?.toSorted()).toEqual([ada.uid, lin.uid].toSorted())
  })

  test('a block cancels a meeting of two for both, also in calendars', async () => {
    const [ada, grace] = await fixture.people(1)
    const { id } = await fixture.schedule(ada, [grace])
    await block(grace, ada)
    expect(await viewOf(ada, id)).toEqual(['cancelled', [ada.uid], []])
    expect(await fixture.outcome(ada, 'GET', `/${id}/calendar.ics`)).toBe('not_scheduled')
    expect(
      await fixture.outcome(ada, 'POST', `/${id}/reschedule`, {
        slots: [fixture.inHours(9)],
        reason: 'Rain',
      }),
    ).toBe('meeting_cancelled')
    const { url } = (await ada.call('POST', '/api/calendar-feed')).json<{ url: string }>()
    expect((await fixture.app.visitor('GET', new URL(url).pathname)).body).not.toContain('VEVENT')
  })

  test('a blocker who is invited with the blocked member is left out as if they had left', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    await block(grace, lin)
    const { id, participants } = await fixture.propose(ada, [grace, lin])
    expect(participants.map(({ member }) => member.id)).toEqual([ada.uid, lin.uid])
    expect(await currentOf(grace)).toEqual([])
    expect(await fixture.outcome(grace, 'GET', `/${id}`)).toBe('meeting_not_found')
  })

  test('a blocked member who is then invited is refused like a stranger, a suspended member and an unknown id', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const stranger = await fixture.app.member()
    await block(grace, ada)
    await setMemberStatus(lin, 'suspended')
    const unknown = { ...stranger, uid: 'nobody' }
    const errors = await Promise.all(
      [grace, lin, unknown, ada].map(
        async (person) =>
          (await fixture.send(ada, 'POST', '', fixture.proposal([person]))).json<{ fields: object }>().fields,
      ),
    )
    const error = { participants: 'Someone you chose isn’t available for a meeting right now.' }
    expect(errors).toEqual([error, error, error, error])
  })
})

test('both members keep their history after a block, without the other’s name', async () => {
  const [ada, grace] = await fixture.people(1)
  const { id } = await fixture.hold(ada, [grace])
  await fixture.succeed(grace, 'POST', `/${id}/thanks`, { to: ada.uid, text: 'Thank you' })
  await block(ada, grace)
  for (const person of [ada, grace]) {
    expect(await fixture.get(person, id)).toMatchObject({ status: 'held', thanks: [] })
    expect((await viewOf(person, id))[1]).toEqual([person.uid])
  }
  const promise = { text: 'Bread', to: grace.uid, dueOn: fixture.inHours(48).slice(0, 10) }
  expect(await fixture.outcome(ada, 'POST', `/${id}/promises`, promise)).toBe('invalid_input')
})

test('a suspended member is not in a meeting until they return', async () => {
  const [ada, grace, lin] = await fixture.people(2)
  const { id } = await fixture.propose(ada, [grace, lin])
  await setMemberStatus(lin, 'suspended')
  expect((await viewOf(grace, id)).slice(0, 2)).toEqual(['proposed', [ada.uid, grace.uid]])
  const { slots } = await fixture.get(grace, id)
  const vote = { votes: [{ slot: slots[0]!.startsAt, vote: 'yes' }] }
  expect((await fixture.succeed(grace, 'PUT', `/${id}/votes`, vote)).status).toBe('scheduled')

  await setMemberStatus(grace, 'suspended')
  expect(await viewOf(ada, id)).toEqual(['cancelled', [ada.uid], []])
  expect([await currentOf(ada), await pastOf(ada)]).toEqual([[], [id]])
  await setMemberStatus(grace, 'active')
  expect((await viewOf(ada, id)).slice(0, 2)).toEqual(['scheduled', [ada.uid, grace.uid]])
})

describe('a deleted account', () => {
  test('a deleted account leaves upcoming meetings, and a meeting without its organiser is cancelled', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    await fixture.connect(lin, grace)
    const first = await fixture.propose(ada, [grace, lin])
    const second = await fixture.schedule(lin, [grace])
    await deleteAccount(lin)
    expect((await viewOf(grace, first.id)).slice(0, 2)).toEqual(['proposed', [ada.uid, grace.uid]])
    expect(await viewOf(grace, second.id)).toEqual(['cancelled', [grace.uid], []])
  })

  test('a deleted account stays in the history of others as a former member', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id } = await fixture.hold(ada, [grace, lin])
    await fixture.succeed(grace, 'POST', `/${id}/thanks`, { to: ada.uid, text: 'Thank you' })
    await deleteAccount(grace)
    const { participants, thanks } = await fixture.get(ada, id)
    expect(participants.map(({ member }) => member.displayName)).toContain('Former member')
    expect(thanks).toMatchObject([{ from: grace.uid, text: 'Thank you' }])
  })

  test('a meeting cannot be confirmed alone after the other’s account was deleted', async () => {
    const [ada, grace] = await fixture.people(1)
    const { id } = await fixture.schedule(ada, [grace])
    await fixture.age(id, 27 * HOUR)
    await deleteAccount(grace)
    expect((await viewOf(ada, id))[0]).toBe('cancelled')
    expect(await fixture.outcome(ada, 'POST', `/${id}/confirm`, { held: true })).toBe('meeting_cancelled')
  })
})
