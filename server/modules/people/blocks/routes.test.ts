import { afterAll, beforeEach, expect, test } from 'vitest'

import { CONNECTION_LIMITS } from '#shared/people/connection-rules.ts'
import type { BlockedMember } from '#shared/people/connections.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

import { blocks } from './collection.ts'

type Person = Awaited<ReturnType<TestApp['member']>>
let ada: Person
let grace: Person

const running = await startTestApp()
afterAll(() => running.close())
beforeEach(async () => {
  ada = await running.member()
  grace = await running.member()
})

const block = (person: Person, id: string) => person.call('PUT', `/api/blocks/${id}`)
const listed = async (person: Person) =>
  (await person.call('GET', '/api/blocks'))
    .json<{ items: BlockedMember[] }>()
    .items.map(({ member }) => member.id)
const codeOf = (answer: Awaited<ReturnType<typeof block>>) => answer.json<{ code: string }>().code

test('blocking and unblocking are idempotent, and only the blocker’s list shows them', async () => {
  for (let times = 0; times < 2; times += 1) expect((await block(ada, grace.uid)).statusCode).toBe(204)
  expect([await listed(ada), await listed(grace)]).toEqual([[grace.uid], []])
  for (let times = 0; times < 2; times += 1) {
    expect((await ada.call('DELETE', `/api/blocks/${grace.uid}`)).statusCode).toBe(204)
  }
  expect(await listed(ada)).toEqual([])
})

test('two members can block each other, and each still sees the other’s name in their own list', async () => {
  await block(ada, grace.uid)
  await block(grace, ada.uid)
  const { items } = (await ada.call('GET', '/api/blocks')).json<{ items: BlockedMember[] }>()
  expect(items.map(({ member }) => Object.keys(member))).toEqual([['id', 'displayName']])
  await ada.call('DELETE', `/api/blocks/${grace.uid}`)
  expect(await listed(grace)).toEqual([ada.uid])
})

test('the blocker can open the blocked member’s profile, but not the other way round', async () => {
  await block(ada, grace.uid)
  expect((await ada.call('GET', `/api/members/${grace.uid}`)).json()).toMatchObject({ id: grace.uid })
  expect((await ada.call('GET', `/api/connections/with/${grace.uid}`)).json()).toEqual({
    memberId: grace.uid,
    state: 'blockedByMe',
  })
  const [hidden, absent] = await Promise.all(
    [ada.uid, 'nobody'].map((id) => grace.call('GET', `/api/members/${id}`)),
  )
  const alike = (answer?: typeof hidden) => ({ ...answer?.json<object>(), requestId: '', shortCode: '' })
  expect(alike(hidden)).toEqual(alike(absent))
})

test('blocking back reveals nothing to the blocked member', async () => {
  await block(ada, grace.uid)
  await block(grace, ada.uid)
  for (const [viewer, other] of [
    [grace, ada],
    [ada, grace],
  ] as const) {
    expect(codeOf(await viewer.call('GET', `/api/members/${other.uid}`))).toBe('member_not_found')
  }
  await grace.call('DELETE', `/api/blocks/${ada.uid}`)
  expect((await ada.call('GET', `/api/members/${grace.uid}`)).statusCode).toBe(200)
})

test('members cannot block themselves or someone who does not exist', async () => {
  expect(codeOf(await block(ada, ada.uid))).toBe('own_self')
  expect(codeOf(await block(ada, 'nobody'))).toBe('member_not_found')
})

test('the number of members that one member can block is limited', async () => {
  await running.store.transact(async (tx) => {
    for (let index = 0; index < CONNECTION_LIMITS.blocks; index += 1) {
      const pair = { blocker: ada.uid, blocked: `person-${index}` }
      tx.create(blocks, {
        id: joinedId(pair.blocker, pair.blocked),
        ...pair,
        blockedAt: '2026-01-01T00:00:00.000Z',
      })
    }
  })
  const answer = await block(ada, grace.uid)
  expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'too_many_blocks'])
})
