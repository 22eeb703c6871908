import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { can, MEMBER_ROLES, rolesThatCan } from '#shared/accounts/roles.ts'

import { sources } from '#server/tools/source-texts.ts'

/** Comparisons with a role in TypeScript or SQL. Assigning a role, as `ADMIN_EMAILS` does, is none. */
const COMPARISONS = [
  /\brole\b[^\n'`;:]{0,12}(?:[=!]==?) ?'(?:member|organiser|admin)'/,
  /'(?:member|organiser|admin)' ?(?:[=!]==?) ?\w*\.?role\b/,
  /\brole (?:=|<>|IN) \(?'(?:member|organiser|admin)'/,
  /\['(?:organiser|admin)'[^\]]*\]\.includes/,
]

test('one table says what a role allows', () => {
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

test('the pattern finds a comparison', () => {
  const lines = [
    `if (actor.role === 'admin') return`,
    `if (role !== 'member') return`,
    `WHERE p.role <> 'member'`,
    `WHERE role IN ('admin')`,
    `['organiser', 'admin'].includes(role)`,
  ]
  for (const line of lines) expect(COMPARISONS.some((comparison) => comparison.test(line))).toBe(true)
})

test('the roles that can do something are those in its row of the table', () => {
  expect(can('member', 'organise')).toBe(false)
  expect(MEMBER_ROLES.filter((role) => can(role, 'organise'))).toEqual(rolesThatCan('organise'))
})
