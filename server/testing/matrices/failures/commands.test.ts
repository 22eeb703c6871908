import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { adminCommands } from '#server/testing/matrices/permissions/admin-commands.ts'
import type { CommandCase } from '#server/testing/matrices/permissions/command.ts'
import { eventCommands } from '#server/testing/matrices/permissions/event-commands.ts'
import {
  createPermissionsFixture,
  type PermissionsFixture,
} from '#server/testing/matrices/permissions/fixture.ts'
import { membershipCommands } from '#server/testing/matrices/permissions/membership-commands.ts'
import { moderationCommands } from '#server/testing/matrices/permissions/moderation-commands.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { type CallFailure, failingIdentity, failingStore, withFailingCall } from './failing-calls.ts'

let store: ReturnType<typeof openTemporaryStore>
let fixture: PermissionsFixture
let created: string[] = []
beforeAll(async () => {
  store = openTemporaryStore(collections)
  fixture = await createPermissionsFixture({
    store: failingStore(store, (name) => created.push(name)),
    identity: failingIdentity(),
  })
}, 60_000)
afterAll(async () => {
  await fixture.close()
  await store.close()
})

/** Each command once, with a target in a state in which an admin succeeds. */
const COMMANDS = [
  ...new Map(
    [...eventCommands, ...membershipCommands, ...moderationCommands, ...adminCommands]
      .filter(({ expected }) => expected.admin.startsWith('2'))
      .toReversed()
      .map((each) => [each.route, each]),
  ).values(),
]

/** Time after which the limit of a command allows it again. */
const LIMITED: Partial<Record<string, number>> = {
  'POST /api/admin/members/verification-emails': HOUR,
  'POST /api/events/{eventId}/messages': 3 * HOUR,
}

/** Commands of which a repetition after a lost answer does more, and why. */
const REPEATED: Partial<Record<string, string>> = {
  'DELETE /api/events/{eventId}': 'What has been deleted is not found.',
  'POST /api/admin/members/{memberId}/sign-out': 'Each ends the sessions that there are by then.',
  'POST /api/admin/prestige/dry-run': 'Each is recorded, because each shows members’ points.',
}

test.for(COMMANDS.filter(({ route }) => !route.endsWith('/dry-run')))(
  'a command that is repeated after the failure of any of its calls does what it does otherwise: $route',
  (command) => expectSameAfterFailures(command),
)

test.for(COMMANDS.filter(({ route }) => !(route in REPEATED)))(
  'a command that is repeated after a commit without an answer does what it does otherwise: $route',
  (command) => expectSameAfterFailures(command, 'after'),
)

async function expectSameAfterFailures(command: CommandCase, failure?: CallFailure) {
  // The first of a kind may also create what all share.
  await run(command, 0)
  const usual = await run(command, 0)
  for (let call = 1, goesOn = true; goesOn; call += 1) {
    const { hasFailed, outcome } = await run(command, call, failure)
    expect.soft(outcome, `call ${call} failed`).toEqual(usual.outcome)
    goesOn = hasFailed
  }
}

/**
 * Runs a command of an admin on a new target, again if it is answered with 503. Its outcome is the answer's status,
 * and the collections of the documents that it created.
 */
async function run({ route, prepare }: CommandCase, failing: number, failure?: CallFailure) {
  fixture.advance(LIMITED[route] ?? 0)
  const { url, body, headers } = await prepare(fixture)
  const [method] = route.split(' ') as ['POST' | 'PUT' | 'DELETE']
  const request = { body, headers: { 'idempotency-key': randomUUID(), ...headers } }
  const send = () => fixture.people.admin.call(method, url, request)
  created = []
  const { answer, hasFailed } = await withFailingCall(failing, send, failure)
  const { statusCode } = answer.statusCode === 503 ? await send() : answer
  return { hasFailed, outcome: { statusCode, created: created.toSorted() } }
}
