import { afterAll, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { joinedGuests } from '#server/modules/attendance/guests/collection.ts'
import { prestigeEntries } from '#server/modules/prestige/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import { type MeetingPerson, openMeetingFixture } from '#server/testing/fixtures/meeting-fixture.ts'

const fixture = await openMeetingFixture()
afterAll(() => fixture.close())

/** Entries of the member for guests, of whom those that count. */
async function entriesOf({ uid }: MeetingPerson) {
  const all = await allOf(fixture.app.store, prestigeEntries, { where: { member: uid }, orderBy: 'at' })
  return all.filter(({ kind }) => kind === 'guestJoined')
}
const earnedBy = async (inviter: MeetingPerson) =>
  (await entriesOf(inviter)).flatMap(({ voided, confirmedBy, points }) =>
    voided ? [] : [[points, ...confirmedBy]],
  )

/** A former guest who knows a member, and the member who brought them. */
async function joined() {
  const [guest, grace, lin] = await fixture.people(2)
  const inviter = await fixture.app.member()
  await fixture.app.store.transact(async (tx) =>
    tx.put(joinedGuests, {
      id: guest.uid,
      broughtBy: inviter.uid,
      event: 'dinner',
      title: 'Winter dinner',
      joinedAt: fixture.inHours(-1),
    }),
  )
  return { inviter, guest, grace, lin, once: [[8, guest.uid]] }
}

const confirm = (person: MeetingPerson, id: string, held = true) =>
  fixture.succeed(person, 'POST', `/${id}/confirm`, { held })

async function past(organiser: MeetingPerson, others: readonly MeetingPerson[]) {
  const { id } = await fixture.schedule(organiser, others)
  await fixture.age(id, 27 * HOUR)
  return id
}

test('a member earns once a guest of theirs who joined and another member confirm that they met', async () => {
  const { inviter, guest, grace, lin, once } = await joined()
  const id = await past(guest, [grace, lin])
  await confirm(grace, id)
  await confirm(lin, id)
  expect(await earnedBy(inviter)).toEqual([])
  await confirm(guest, id)
  expect(await earnedBy(inviter)).toEqual(once)
  const ledger = (await inviter.call('GET', '/api/prestige')).body
  expect(ledger).toContain('Guest who joined and met members: Winter dinner')
  // The inviter isn't in the meeting, and learns nothing of it.
  for (const hidden of [grace.uid, lin.uid, 'Who bakes']) expect(ledger).not.toContain(hidden)
})

test('a member earns once for a guest, however often the guest meets others, and concurrent confirmations', async () => {
  const { inviter, guest, grace, lin, once } = await joined()
  const [first, second] = [await past(guest, [grace]), await past(guest, [lin])]
  await Promise.all([
    confirm(guest, first),
    confirm(grace, first),
    confirm(guest, second),
    confirm(lin, second),
  ])
  await confirm(guest, first)
  expect(await earnedBy(inviter)).toEqual(once)
  expect(await entriesOf(inviter)).toHaveLength(1)
})

test('a member earns nothing for a guest whom they alone have met', async () => {
  const { inviter, guest } = await joined()
  await fixture.connect(guest, inviter)
  await fixture.hold(guest, [inviter])
  expect(await entriesOf(inviter)).toEqual([])
})

test('a meeting that the guest has confirmed, and no other member, earns nothing', async () => {
  const { inviter, guest, grace, lin } = await joined()
  await fixture.connect(guest, inviter)
  const id = await past(guest, [grace, lin, inviter])
  await confirm(guest, id)
  await confirm(inviter, id)
  await confirm(grace, id, false)
  expect(await entriesOf(inviter)).toEqual([])
})

test('a suspended inviter earns nothing, and one who is restored earns with the next meeting', async () => {
  const { inviter, guest, grace, lin, once } = await joined()
  await setStatus(fixture.app.store, inviter.uid, 'suspended')
  await fixture.hold(guest, [grace])
  expect(await entriesOf(inviter)).toEqual([])
  await setStatus(fixture.app.store, inviter.uid, 'active')
  await fixture.hold(guest, [lin])
  expect(await earnedBy(inviter)).toEqual(once)
})

test.for(['the guest', 'the inviter'])('a block by %s means that the inviter earns nothing', async (by) => {
  const { inviter, guest, grace } = await joined()
  const [blocker, blocked] = by === 'the guest' ? [guest, inviter] : [inviter, guest]
  await blocker.call('PUT', `/api/blocks/${blocked.uid}`)
  await fixture.hold(guest, [grace])
  expect(await entriesOf(inviter)).toEqual([])
})

test('an entry that an admin has voided stays void when the guest meets someone else', async () => {
  const { inviter, guest, grace, lin } = await joined()
  await fixture.hold(guest, [grace])
  const [entry] = await entriesOf(inviter)
  const voided = { cause: 'dispute' as const, reason: 'Never came', at: fixture.inHours(0) }
  await fixture.app.store.transact(async (tx) => tx.put(prestigeEntries, { ...entry!, voided }))
  await fixture.hold(guest, [lin])
  expect(await earnedBy(inviter)).toEqual([])
})
