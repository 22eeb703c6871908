import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import * as m from '#shared/admin/messages.ts'
import { can, MEMBER_ROLES, type MemberRole, type RoleAction, rolesThatCan } from '#shared/people/roles.ts'
import { EVENT_ROLES, eventRightOf } from '#shared/events/rights.ts'
import { keysOf } from '#shared/lib/records.ts'

import { sources } from '#server/tools/source-texts.ts'

const ROLE = `'(?:${MEMBER_ROLES.join('|')})'`

/** Comparisons with a role in TypeScript or SQL. Assigning a role, as `ADMIN_EMAILS` does, is none. */
const COMPARISONS = [
  String.raw`\brole\b[^\n'\`;:]{0,12}(?:[=!]==?) ?${ROLE}`,
  String.raw`${ROLE} ?(?:[=!]==?) ?\w*\.?role\b`,
  String.raw`\brole (?:=|<>|IN) \(?${ROLE}`,
  String.raw`\[${ROLE}[^\]]*\]\.includes`,
  String.raw`where: \{[^}]*\brole: ${ROLE}`,
].map((pattern) => new RegExp(pattern))

test('no code compares roles, except in the table of what each role allows', () => {
  const comparing = sources()
    .filter((file) => !file.startsWith('server/demo/'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => COMPARISONS.some((comparison) => comparison.test(line)))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(comparing).toEqual([])
})

test('the search for comparisons of roles finds them', () => {
  const lines = [
    `if (actor.role === 'admin') return`,
    `if (role !== 'member') return`,
    `WHERE p.role <> 'member'`,
    `WHERE role IN ('admin')`,
    `['organiser', 'admin'].includes(role)`,
    `find(members, { where: { role: 'admin', status: 'active' } })`,
  ]
  for (const line of lines) expect(COMPARISONS.some((comparison) => comparison.test(line))).toBe(true)
})

test('the roles that can do something are those in the table', () => {
  expect(can('member', 'organise')).toBe(false)
  expect(MEMBER_ROLES.filter((role) => can(role, 'organise'))).toEqual(rolesThatCan('organise'))
})

test('an unknown role can do no more than a member', () => {
  const guest = 'guest' as MemberRole
  const actions: Record<RoleAction, true> = { organise: true, manageAllEvents: true, administer: true }
  expect(keysOf(actions).filter((action) => can(guest, action))).toEqual([])
  for (const eventRole of [...EVENT_ROLES, undefined])
    expect(eventRightOf(guest, eventRole)).toBe(eventRightOf('member', eventRole))
})

test('each role has a name and an explanation of its own', () => {
  for (const textOf of [m.roleName, m.actionRoleHint])
    expect(new Set(MEMBER_ROLES.map((role) => textOf({ role }))).size).toBe(MEMBER_ROLES.length)
})
