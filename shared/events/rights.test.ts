import { expect, test } from 'vitest'

import { MEMBER_ROLES } from '#shared/people/roles.ts'

import { canOnEvent, EVENT_RIGHTS, EVENT_ROLES, eventRightOf, eventRoleOf } from './rights.ts'

test('a member’s right at an event depends on the community role and the role at the event', () => {
  const table = MEMBER_ROLES.map((role) =>
    [...EVENT_ROLES, undefined].map((eventRole) => eventRightOf(role, eventRole)),
  )
  expect(table).toEqual([
    // organiser  host       editor    helper     none
    [undefined, undefined, 'edit', 'checkIn', undefined],
    ['manage', 'manage', 'manage', 'checkIn', undefined],
    ['manage', 'manage', 'manage', 'manage', 'manage'],
  ])
})

test('each right includes those before it', () => {
  const included = EVENT_RIGHTS.map((right) => EVENT_RIGHTS.filter((needed) => canOnEvent({ right }, needed)))
  expect(included).toEqual([['checkIn'], ['checkIn', 'edit'], ['checkIn', 'edit', 'manage']])
  expect(canOnEvent({}, 'checkIn')).toBe(false)
})

test('a person has one role at an event', () => {
  const team = { organiser: 'olga', hosts: ['olga', 'ada', 'ben'], editors: ['ben'], helpers: ['cleo'] }
  const roles = ['olga', 'ada', 'ben', 'cleo', 'dora'].map((id) => eventRoleOf(id, team))
  expect(roles).toEqual(['organiser', 'host', 'editor', 'helper', undefined])
})
