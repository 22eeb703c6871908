import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { OwnProfile } from '#shared/people/members.ts'
import type { MeetingProposal } from '#shared/meetings/schema.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import { DAY } from '#shared/lib/durations.ts'
import {
  createIntroductionFixture,
  type IntroductionFixture,
  type Person,
} from '#server/testing/fixtures/introduction-fixture.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

let fixture: IntroductionFixture
/** Ada knows Ben, who has an ask, and Cleo. */
let ada: Person
let ben: Person
let cleo: Person
/** Id of Ben's ask. */
let ask: string
beforeAll(async () => {
  fixture = await createIntroductionFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  ;({ ada, ben, cleo } = await fixture.people())
  const { version } = (await ben.call('GET', '/api/me')).json<OwnProfile>()
  const body = { ...profileEdit, displayName: 'Ben', asks: ['A cellist'] }
  const saved = await ben.call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
  await ben.call('POST', '/api/me/onboarded')
  ask = saved.json<OwnProfile>().asks[0]!.id
})

const ownAsks = async ({ call }: Person) =>
  (await call('GET', '/api/asks/own')).json<{ items: unknown[] }>().items

const meet = (
  by: Person,
  others: readonly Person[],
  source: MeetingProposal['source'] = { kind: 'ask', id: ask },
) =>
  by.call('POST', '/api/meetings', {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      purpose: 'A cellist',
      kind: 'advice',
      participants: others.map(({ uid }) => uid),
      durationMinutes: 45,
      slots: [new Date(fixture.running.clock() + DAY).toISOString()],
      place: '',
      joinUrl: '',
      agenda: [],
      source,
    },
  })

const introduce = (by: Person, others: readonly Person[]) =>
  by.call('POST', '/api/introductions', {
    body: { people: others.map(({ uid }) => uid), reason: 'A cellist', ask },
  })

test('the owner alone sees how many members offered help, each counted once', async () => {
  expect(await ownAsks(ben)).toEqual([])
  expect((await meet(ada, [ben])).statusCode).toBe(201)
  expect((await meet(ada, [ben])).statusCode).toBe(201)
  expect((await introduce(ada, [ben, cleo])).statusCode).toBe(201)
  expect(await ownAsks(ben)).toEqual([{ id: ask, helpers: 1 }])
  await fixture.connect(cleo, ben)
  expect((await meet(cleo, [ben])).statusCode).toBe(201)
  expect(await ownAsks(ben)).toEqual([{ id: ask, helpers: 2 }])
  expect([await ownAsks(ada), await ownAsks(cleo)]).toEqual([[], []])
})

test('the count leaves out members whom a block or a suspension hides', async () => {
  await meet(ada, [ben])
  await ben.call('PUT', `/api/blocks/${ada.uid}`)
  expect(await ownAsks(ben)).toEqual([])
  await ben.call('DELETE', `/api/blocks/${ada.uid}`)
  await fixture.connect(cleo, ben)
  await meet(cleo, [ben])
  await setStatus(fixture.running.store, ada.uid, 'suspended')
  await setStatus(fixture.running.store, cleo.uid, 'suspended')
  fixture.running.advance(1_000)
  expect(await ownAsks(ben)).toEqual([])
})

test('a meeting from an ask that has ended, is of someone else or is unknown is proposed without it', async () => {
  for (const [people, id] of [
    [[ben], randomUUID()],
    [[cleo], ask],
  ] as const)
    expect((await meet(ada, people, { kind: 'ask', id })).statusCode).toBe(201)
  const { version } = (await ben.call('GET', '/api/me')).json<OwnProfile>()
  const body = { ...profileEdit, displayName: 'Ben', asks: [] }
  await ben.call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
  expect((await meet(ada, [ben])).statusCode).toBe(201)
  expect(await ownAsks(ben)).toEqual([])
})

test('a retried proposal counts once, and an own meeting about an own ask never', async () => {
  await meet(ben, [ada])
  expect(await ownAsks(ben)).toEqual([])
})
