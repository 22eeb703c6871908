import { expect, test } from 'vitest'

import type { Joining } from '#shared/community/settings.ts'

import { admissionOf, otherAddressesOf } from './join-policy.ts'

const joining = (given: Partial<Joining> = {}): Joining => ({
  policy: 'open',
  access: 'anyone',
  domains: ['example.org'],
  friends: true,
  ...given,
})

test.each([
  [{}, 'ada@elsewhere.net', 'active'],
  [{ policy: 'approval' }, 'ada@elsewhere.net', 'pending'],
  [{ access: 'domains' }, 'ada@example.org', 'active'],
  [{ access: 'domains' }, 'ada@EXAMPLE.org', 'active'],
  [{ access: 'domains', policy: 'approval' }, 'ada@example.org', 'pending'],
  [{ access: 'domains' }, 'ada@elsewhere.net', 'uninvited'],
  [{ access: 'domains' }, 'ada@evil-example.org', 'uninvited'],
  [{ access: 'domains' }, 'ada@mail.example.org', 'uninvited'],
  [{ access: 'domains' }, '"a@example.org"@elsewhere.net', 'uninvited'],
  [{ access: 'invited' }, 'ada@example.org', 'uninvited'],
] as const)('with %o, %s without an invitation becomes %s', (settings, email, admission) => {
  expect(admissionOf(joining(settings), email)).toBe(admission)
})

test.each([
  [{}, 'open'],
  [{ policy: 'approval' }, 'approval'],
  [{ access: 'domains' }, 'domains'],
  [{ access: 'domains', policy: 'approval' }, 'approval'],
  [{ access: 'invited' }, 'approval'],
] as const)(
  'with %o, the rule for people with another address than the invited one is: %s',
  (settings, expected) => {
    expect(otherAddressesOf(joining(settings))).toBe(expected)
  },
)
