import { array, assert, constantFrom, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import type { MembershipRecord } from '#server/modules/people/members/types.ts'
import { Failure } from '#server/lib/failure.ts'

import { decide, type MembershipAction } from './actions.ts'

const ACTIONS: readonly MembershipAction[] = [
  { kind: 'approve' },
  { kind: 'decline' },
  { kind: 'suspend', reason: 'Spam' },
  { kind: 'restore' },
  { kind: 'changeRole', role: 'member' },
  { kind: 'changeRole', role: 'admin' },
]
const PEOPLE = 4
const step = record({
  actor: nat(PEOPLE - 1),
  target: nat(PEOPLE - 1),
  action: constantFrom(...ACTIONS),
})

const isAdmin = ({ role, status }: MembershipRecord) => role === 'admin' && status === 'active'

function apply(people: readonly MembershipRecord[], actorId: string, at: number, action: MembershipAction) {
  try {
    return decide(people[at]!, action, {
      actorId,
      now: 0,
      admins: people.filter(isAdmin),
      isConfiguredAdmin: () => false,
    })
  } catch (error) {
    if (error instanceof Failure) return people[at]!
    throw error
  }
}

test('after any actions, there is an admin, and no one has changed their own membership', () => {
  assert(
    property(array(step, { maxLength: 40 }), (steps) => {
      const people = Array.from({ length: PEOPLE }, (_, at): MembershipRecord => ({
        id: `person-${at}`,
        version: 1,
        displayName: '',
        email: '',
        role: at < 2 ? 'admin' : 'member',
        status: 'active',
      }))
      for (const { actor, target, action } of steps) {
        const before = people[target]!
        people[target] = apply(people, people[actor]!.id, target, action)
        expect(actor !== target || people[target] === before).toBe(true)
        expect(people.some(isAdmin)).toBe(true)
      }
    }),
  )
})
