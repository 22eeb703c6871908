import { afterEach, beforeEach, expect, test } from 'vitest'

import {
  ada,
  createMemberFixture,
  grace,
  type MemberFixture,
  NOW,
  user,
} from '#server/testing/fixtures/member-fixture.ts'

import { members } from './collection.ts'

let fixture: MemberFixture
beforeEach(() => {
  fixture = createMemberFixture()
})
afterEach(() => fixture.close())

const statusOf = async (id: string) => (await fixture.store.get(members, id))?.status

async function suspend(id: string, email = `${id}@example.org`) {
  await fixture.service.admit({ uid: id, email })
  await fixture.store.transact(async (tx) => {
    const member = (await tx.get(members, id))!
    tx.put(members, { ...member, status: 'suspended', suspendedUntil: new Date(NOW + 1_000).toISOString() })
  })
  // The admission was announced, too.
  fixture.followedUp.length = 0
}

test('all due suspensions end, even if the RSVPs of one member cannot be updated', async () => {
  for (const id of ['ada', 'ben', 'cleo']) await suspend(id)
  fixture.unreachable.add('ada')
  fixture.pass(1_000)
  await fixture.membership.endDueSuspensions()
  for (const id of ['ada', 'ben', 'cleo']) expect(await statusOf(id)).toBe('active')
  expect(fixture.followedUp).toEqual(['ada', 'ben', 'cleo'])
  expect(fixture.warnings).toEqual([expect.objectContaining({ member: 'ada' })])
})

test('a decision is stored and returned, even if the RSVPs of its member cannot be updated', async () => {
  await fixture.service.admit(user(ada))
  fixture.unreachable.add('ada')
  const after = await fixture.membership.changeMembership('ada', (before) => ({
    ...before,
    status: 'suspended',
  }))
  expect(after).toMatchObject({ status: 'suspended' })
  expect(fixture.warnings).toEqual([expect.objectContaining({ member: 'ada' })])
})

test('the RSVPs of a suspended admin by configuration are updated when the next sign-in ends the suspension', async () => {
  await suspend('grace')
  expect(fixture.followedUp).toEqual([])
  await fixture.service.admit(user(grace))
  await fixture.service.admit(user(grace))
  expect(fixture.followedUp).toEqual(['grace'])
})
