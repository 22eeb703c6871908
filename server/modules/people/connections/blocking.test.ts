import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createConnectionFixture } from '#server/testing/fixtures/connection-fixture.ts'

import { connectionIdOf } from './connection-state.ts'

const ID = connectionIdOf('ada', 'grace')

let fixture: ReturnType<typeof createConnectionFixture>
beforeEach(() => {
  fixture = createConnectionFixture()
})
afterEach(() => fixture.close())

const sendRequest = (actor: string, memberId: string) => fixture.sendRequest(actor, { memberId, note: '' })
const stateOf = async (viewer: string, other: string) => (await fixture.relationshipWith(viewer, other)).state
const views = async () => [await stateOf('ada', 'grace'), await stateOf('grace', 'ada')]

describe('a block', () => {
  test('a block ends a connection, which no undo restores', async () => {
    await sendRequest('ada', 'grace')
    await fixture.accept('grace', ID)
    await fixture.block('grace', 'ada')
    await fixture.block('grace', 'ada')
    expect(await views()).toEqual(['none', 'blockedByMe'])
    await fixture.unblock('grace', 'ada')
    await fixture.unblock('grace', 'ada')
    expect(await views()).toEqual(['none', 'none'])
    await expect(fixture.undo('grace', ID)).rejects.toMatchObject({ code: 'too_late_to_undo' })
  })

  test('a block withdraws the blocker’s request and hides that of the other', async () => {
    await sendRequest('ada', 'grace')
    await sendRequest('eve', 'ada')
    await fixture.block('ada', 'grace')
    await fixture.block('ada', 'eve')
    await expect(fixture.accept('grace', ID)).rejects.toMatchObject({ code: 'request_withdrawn' })
    expect(await stateOf('eve', 'ada')).toBe('requestSent')
    expect(await fixture.counts('ada')).toEqual({ accepted: 0, received: 0, sent: 0 })
  })

  test('a block must be removed before the blocker can send a request', async () => {
    await fixture.block('ada', 'grace')
    await expect(sendRequest('ada', 'grace')).rejects.toMatchObject({ code: 'blocked_by_you' })
    await sendRequest('grace', 'ada')
    await expect(fixture.accept('ada', ID)).rejects.toMatchObject({ code: 'blocked_by_you' })
    await fixture.unblock('ada', 'grace')
    expect(await stateOf('ada', 'grace')).toBe('none')
    expect(await sendRequest('ada', 'grace')).toMatchObject({ state: 'connected' })
  })
})

test('a suppressed request stays hidden after unblocking, and open to its requester', async () => {
  const asked = await fixture.sendRequest('ada', { memberId: 'grace', note: 'Hello' })
  await fixture.block('grace', 'ada')
  await fixture.unblock('grace', 'ada')
  expect(await fixture.relationshipWith('ada', 'grace')).toEqual(asked)
  expect(await fixture.relationshipWith('grace', 'ada')).toEqual({ memberId: 'ada', state: 'none' })
  expect(await fixture.counts('grace')).toMatchObject({ received: 0 })
})
