import { afterAll, describe, expect, test } from 'vitest'

import { members } from '#server/modules/people/members/collection.ts'
import { type MeetingPerson, openMeetingFixture } from '#server/testing/fixtures/meeting-fixture.ts'

const fixture = await openMeetingFixture()
afterAll(() => fixture.close())

/** Runs both steps without the minute between them: sessions of the fixture do not last so long. */
async function deleteAccount({ uid }: MeetingPerson) {
  const { store, clock, advance, services } = fixture.app
  for (let step = 0; step < 2; step += 1) {
    await store.transact(async (tx) => {
      const member = await tx.get(members, uid)
      tx.put(members, { ...member!, deletionDueAt: new Date(clock() - 1).toISOString() })
    })
    await services.accounts.accountData.deleteDueAccounts()
    advance(1_000)
  }
}

const statusOf = async (person: MeetingPerson, id: string) => {
  const { status, participants } = await fixture.get(person, id)
  return [status, participants.map(({ member }) => member.id)]
}

/** The person's notifications about the meeting, the latest first. */
async function newsOf({ uid }: MeetingPerson, id: string) {
  const { notifications } = fixture.app.services.notifications
  await notifications.idle()
  const { items } = await notifications.list(uid)
  return items.flatMap(({ subject, text }) => (subject.id === id ? text : []))
}
describe('a deleted account', () => {
  test('a deleted account leaves a scheduled meeting of three, and its organiser is notified once', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id } = await fixture.schedule(ada, [grace, lin])
    const before = await newsOf(grace, id)
    await deleteAccount(lin)
    await fixture.app.services.meetings.meetings.changes.forget(lin.uid)
    expect(await statusOf(ada, id)).toEqual(['scheduled', [ada.uid, grace.uid]])
    expect(await newsOf(ada, id)).toEqual([
      'A participant of your growth meeting deleted their account: Who bakes for whom',
    ])
    expect(await newsOf(grace, id)).toEqual(before)
  })

  test('a deleted account cancels a meeting of two, and the other is notified of it', async () => {
    const [ada, grace] = await fixture.people(1)
    const { id } = await fixture.schedule(ada, [grace])
    // The state that the cancellation replaces is delivered, and caused by the deleted member.
    expect(await newsOf(grace, id)).toHaveLength(2)
    await deleteAccount(ada)
    expect((await newsOf(grace, id))[0]).toBe('Your growth meeting was cancelled: Who bakes for whom')
    expect(await fixture.get(grace, id)).toMatchObject({ status: 'cancelled', change: { by: ada.uid } })
  })

  test('a meeting is scheduled when the account with the only missing vote is deleted', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id, slots } = await fixture.propose(ada, [grace, lin])
    const vote = { votes: [{ slot: slots[0]!.startsAt, vote: 'yes' }] }
    await fixture.succeed(grace, 'PUT', `/${id}/votes`, vote)
    await deleteAccount(lin)
    expect((await fixture.get(grace, id)).status).toBe('scheduled')
  })

  test('deleting an account ends open promises by and to it, and notifies each other person once', async () => {
    const [ada, grace, lin] = await fixture.people(2)
    const { id } = await fixture.hold(ada, [grace, lin])
    const dueOn = fixture.inHours(48).slice(0, 10)
    const promise = (from: MeetingPerson, to: MeetingPerson) =>
      fixture.succeed(from, 'POST', `/${id}/promises`, { text: 'Rye', to: to.uid, dueOn })
    await promise(lin, grace)
    await promise(grace, lin)
    await promise(ada, grace)
    await deleteAccount(lin)
    await fixture.app.services.meetings.meetings.changes.forget(lin.uid)
    const { promises, status } = await fixture.get(grace, id)
    expect(promises.map(({ owner, state, reason }) => [owner, state, reason])).toEqual([
      [lin.uid, 'dropped', 'The account was deleted.'],
      [grace.uid, 'dropped', 'The account was deleted.'],
      [ada.uid, 'open', undefined],
    ])
    expect(status).toBe('held')
    const ended =
      'Promises have ended because someone deleted their account, in your growth meeting: Who bakes for whom'
    expect((await newsOf(grace, id)).filter((text) => text === ended)).toHaveLength(1)
    expect(await newsOf(ada, id)).not.toContain(ended)
  })

  test('a deleted account is not announced to members who blocked it', async () => {
    const [ada, grace] = await fixture.people(1)
    const { id } = await fixture.hold(ada, [grace])
    const dueOn = fixture.inHours(48).slice(0, 10)
    await fixture.succeed(grace, 'POST', `/${id}/promises`, { text: 'Rye', to: ada.uid, dueOn })
    await ada.call('PUT', `/api/blocks/${grace.uid}`)
    const before = await newsOf(ada, id)
    await deleteAccount(grace)
    expect(await newsOf(ada, id)).toEqual(before)
  })
})
