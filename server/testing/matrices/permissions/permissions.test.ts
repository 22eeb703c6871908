import { afterAll, expect, test } from 'vitest'

import { keysOf } from '#shared/lib/records.ts'

import { adminCommands } from './admin-commands.ts'
import type { CommandRequest } from './command.ts'
import { eventCommands } from './event-commands.ts'
import { createPermissionsFixture, INSIDERS, OUTSIDERS } from './fixture.ts'
import { membershipCommands } from './membership-commands.ts'
import { moderationCommands } from './moderation-commands.ts'
import { roundCommands } from './round-commands.ts'

const fixture = await createPermissionsFixture()
afterAll(() => fixture.close())

const CASES = [
  ...eventCommands,
  ...membershipCommands,
  ...moderationCommands,
  ...roundCommands,
  ...adminCommands,
]

interface Description {
  paths: Record<string, Record<string, { security?: { session?: string[] }[] }>>
}

test('the table has every command that requires a role', async () => {
  const { paths } = (await fixture.visitor('GET', '/api/openapi.json')).json<Description>()
  const commands = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security = [] }]) =>
      method !== 'get' && security.some(({ session }) => session?.length)
        ? [`${method.toUpperCase()} ${path}`]
        : [],
    ),
  )
  expect(commands.length).toBeGreaterThan(40)
  expect(new Set(CASES.map(({ route }) => route))).toEqual(new Set(commands))
})

const PEOPLE = [...keysOf(OUTSIDERS), ...INSIDERS]

test.each(CASES)(
  '$route has the expected outcomes for each role: $state',
  async ({ route, prepare, expected, resultOf }) => {
    const [method] = route.split(' ') as ['POST' | 'PUT' | 'DELETE']
    const outcomes: Record<string, string> = {}
    let request: CommandRequest | undefined
    for (const name of PEOPLE) {
      request ??= await prepare(fixture)
      const { url, ...more } = request
      const { statusCode, body } = await fixture.people[name].call(method, url, more)
      const answer = body ? (JSON.parse(body) as { code?: string }) : {}
      const isDone = statusCode < 300
      const result = isDone ? resultOf?.(answer as never) : answer.code
      outcomes[name] = [statusCode, result].filter(Boolean).join(' ')
      // A change by a refused command would affect the next one.
      if (isDone) request = undefined
    }
    expect(outcomes).toEqual({ ...OUTSIDERS, ...expected })
  },
)

test('an admin who signs themselves out everywhere is signed out', async () => {
  const admin = await fixture.anotherAdmin()
  const url = `/api/admin/members/${admin.uid}/sign-out`
  expect((await admin.call('POST', url)).statusCode).toBe(204)
  expect((await admin.call('GET', '/api/me')).statusCode).toBe(401)
})
