import { expect, test } from 'vitest'

import { MEMBER_STATUSES } from '#shared/people/profile.ts'
import type { MembershipRecord } from '#server/modules/people/members/types.ts'
import { Failure } from '#server/lib/failure.ts'

import { type Circumstances, decide, type MembershipAction, permittedActions } from './actions.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const TOMORROW = '2026-03-02T12:00:00.000Z'

const member = (given: Partial<MembershipRecord> = {}): MembershipRecord => ({
  id: 'grace',
  version: 3,
  displayName: 'Grace Hopper',
  email: 'grace@example.org',
  role: 'member',
  status: 'active',
  ...given,
})
const ada = { id: 'ada' }
const circumstances = (given: Partial<Circumstances> = {}): Circumstances => ({
  actorId: 'ada',
  now: NOW,
  admins: [ada, { id: 'lin' }],
  isConfiguredAdmin: () => false,
  ...given,
})

const ACTIONS = {
  approve: { kind: 'approve' },
  decline: { kind: 'decline', note: 'We don’t know you.' },
  suspend: { kind: 'suspend', reason: 'Spam', until: TOMORROW },
  restore: { kind: 'restore' },
  'role: member': { kind: 'changeRole', role: 'member' },
  'role: organiser': { kind: 'changeRole', role: 'organiser' },
  'role: admin': { kind: 'changeRole', role: 'admin' },
} as const satisfies Record<string, MembershipAction>

function outcomeOf(before: MembershipRecord, action: MembershipAction, given = circumstances()) {
  try {
    return decide(before, action, given)
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

test.each(Object.entries(ACTIONS))(
  '%s is refused to an actor who has just lost the admin role',
  (_, action) => {
    expect(outcomeOf(member(), action, circumstances({ admins: [{ id: 'lin' }] }))).toBe('role_required')
  },
)

test.each(Object.entries(ACTIONS))('%s twice changes nothing the second time', (_, action) => {
  for (const status of MEMBER_STATUSES) {
    const once = outcomeOf(member({ status }), action)
    if (typeof once === 'string') continue
    expect(outcomeOf(once, action)).toBe(once)
  }
})

test('an admin’s message is removed when the status that it explains ends', () => {
  const suspended = decide(member(), ACTIONS.suspend, circumstances())
  expect(suspended).toMatchObject({ statusReason: 'Spam', suspendedUntil: TOMORROW })
  const restored = decide(suspended, ACTIONS.restore, circumstances())
  expect(restored).not.toHaveProperty('statusReason')
  expect(restored).not.toHaveProperty('suspendedUntil')
})

test('a suspension ends in the future', () => {
  const until = new Date(NOW).toISOString()
  expect(outcomeOf(member(), { kind: 'suspend', reason: 'Spam', until })).toBe('invalid_input')
})

test('a person who has requested deletion of the account cannot be approved', () => {
  const leaving = member({ status: 'pending', deletionDueAt: TOMORROW })
  expect(outcomeOf(leaving, ACTIONS.approve)).toBe('deletion_requested')
})

test.each(['role: member', 'suspend', 'decline'] as const)(
  '%s does not lock out an admin whom the server’s configuration names',
  (name) => {
    const isConfiguredAdmin = (email: string) => email === 'grace@example.org'
    const status = name === 'decline' ? 'pending' : 'active'
    const grace = member({ role: 'admin', status })
    expect(outcomeOf(grace, ACTIONS[name], circumstances({ isConfiguredAdmin }))).toBe('configured_admin')
  },
)

test('an admin with a scheduled deletion does not count as a remaining admin', () => {
  const admins = [{ id: 'ada', deletionDueAt: TOMORROW }, { id: 'grace' }]
  const grace = member({ role: 'admin' })
  expect(outcomeOf(grace, ACTIONS['role: member'], circumstances({ admins }))).toBe('last_admin')
  expect(outcomeOf(grace, ACTIONS.suspend, circumstances({ admins }))).toBe('last_admin')
  expect(
    outcomeOf(grace, ACTIONS.suspend, circumstances({ admins: [...admins, { id: 'lin' }] })),
  ).toMatchObject({
    status: 'suspended',
  })
})

test.each([
  ['pending', ['approve', 'decline']],
  ['active', ['suspend', 'changeRole']],
  ['suspended', ['suspend', 'restore', 'changeRole']],
  ['declined', ['approve', 'decline']],
  ['former', []],
] as const)('admins are offered the allowed actions for a member who is %s', (status, offered) => {
  expect(permittedActions(member({ status }), circumstances())).toEqual(offered)
  expect(permittedActions(member({ id: 'ada', status }), circumstances())).toEqual([])
})
