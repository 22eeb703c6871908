import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { REQUEST_COOLDOWN, REQUEST_LIFETIME, UNDO_WINDOW } from '#shared/people/connection-rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { createConnectionFixture } from '#server/testing/fixtures/connection-fixture.ts'

import { connectionIdOf } from './connection-state.ts'

const ID = connectionIdOf('ada', 'grace')

let fixture: ReturnType<typeof createConnectionFixture>
beforeEach(() => {
  fixture = createConnectionFixture()
})
afterEach(() => fixture.close())

const asking = (actor: string, memberId: string, note = '') => fixture.sendRequest(actor, { memberId, note })
const stateOf = async (viewer: string, other: string) => (await fixture.relationshipWith(viewer, other)).state
const views = async () => [await stateOf('ada', 'grace'), await stateOf('grace', 'ada')]
const listOf = async (viewer: string, list: 'received' | 'sent') =>
  (await fixture.list(viewer, { list })).items.map(({ member }) => member.id)

describe('a request', () => {
  test('a request is shown to the receiver with its note, and connects the two once accepted', async () => {
    await asking('ada', 'grace', ' We met at the breakfast.\u202E ')
    expect(await fixture.relationshipWith('grace', 'ada')).toMatchObject({
      state: 'requestReceived',
      note: 'We met at the breakfast.',
    })
    expect(await views()).toEqual(['requestSent', 'requestReceived'])
    await fixture.accept('grace', ID)
    expect(await views()).toEqual(['connected', 'connected'])
  })

  test('a request that crosses another connects the two, even in the same instant', async () => {
    await Promise.all([asking('ada', 'grace'), asking('grace', 'ada')])
    expect(await views()).toEqual(['connected', 'connected'])
  })

  test('a request to oneself or to an unknown member is refused', async () => {
    await expect(asking('ada', 'ada')).rejects.toMatchObject({ status: 400, code: 'own_self' })
    await expect(asking('ada', 'nobody')).rejects.toMatchObject({ code: 'member_not_found' })
  })

  test('a request cannot be answered by a third member or by its sender', async () => {
    await asking('ada', 'grace')
    for (const command of [fixture.accept, fixture.decline, fixture.withdraw, fixture.remove, fixture.undo]) {
      await expect(command('eve', ID)).rejects.toMatchObject({ code: 'connection_not_found' })
    }
    await expect(fixture.accept('ada', ID)).rejects.toMatchObject({ code: 'no_request' })
    await expect(fixture.withdraw('grace', ID)).rejects.toMatchObject({ code: 'no_request' })
  })

  test('a request expires after 90 days and can then be sent again at once', async () => {
    await asking('ada', 'grace')
    fixture.advance(REQUEST_LIFETIME)
    expect(await views()).toEqual(['none', 'none'])
    expect(await fixture.counts('grace')).toMatchObject({ received: 0 })
    await expect(fixture.accept('grace', ID)).rejects.toMatchObject({ code: 'request_expired' })
    expect(await asking('ada', 'grace')).toMatchObject({ state: 'requestSent' })
  })

  test('a request that is sent again within 21 days gets its new note, and expires no later', async () => {
    const { expiresAt } = await asking('ada', 'grace', 'Hello?')
    fixture.advance(REQUEST_COOLDOWN - 1)
    expect(await asking('ada', 'grace', 'Hello!')).toMatchObject({ note: 'Hello!', expiresAt })
    expect(await fixture.relationshipWith('grace', 'ada')).toMatchObject({ note: 'Hello!', expiresAt })
  })

  test('a request that is sent again later, while it is open, is renewed with its new note', async () => {
    await asking('ada', 'grace', 'Hello?')
    fixture.advance(REQUEST_LIFETIME - 1)
    await asking('ada', 'grace', 'Hello!')
    fixture.advance(REQUEST_LIFETIME - 1)
    expect(await fixture.relationshipWith('grace', 'ada')).toMatchObject({
      state: 'requestReceived',
      note: 'Hello!',
    })
  })

  test('a request is refused after twenty within a day, including suppressed ones', async () => {
    await fixture.block('person-0', 'ada')
    for (let index = 0; index < 20; index += 1) await asking('ada', `person-${index}`)
    await expect(asking('ada', 'grace')).rejects.toMatchObject({
      status: 429,
      code: 'request_limit',
      more: { retryAfter: DAY },
    })
    expect(await stateOf('grace', 'ada')).toBe('none')
    await asking('grace', 'ada')
    expect(await asking('ada', 'grace')).toMatchObject({ state: 'connected' })
    fixture.advance(DAY)
    expect(await asking('ada', 'person-21')).toMatchObject({ state: 'requestSent' })
  })

  test('a member who sends 21 requests at once reaches twenty members', async () => {
    const sent = Array.from({ length: 21 }, (_, index) => asking('ada', `person-${index}`))
    const outcomes = await Promise.allSettled(sent)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await fixture.counts('ada')).toMatchObject({ sent: 20 })
  })
})

describe('declining', () => {
  beforeEach(async () => {
    await asking('ada', 'grace', 'Hello')
    await fixture.decline('grace', ID)
  })

  test('declining hides the request from the receiver, and stays invisible to the requester', async () => {
    expect(await views()).toEqual(['requestSent', 'none'])
    expect([await listOf('ada', 'sent'), await listOf('grace', 'received')]).toEqual([['grace'], []])
  })

  test('after a decline, new requests are hidden from the receiver for 21 days, and look sent to the requester', async () => {
    fixture.advance(REQUEST_COOLDOWN - 1)
    expect(await asking('ada', 'grace', 'Please')).toMatchObject({ state: 'requestSent', note: 'Please' })
    expect(await stateOf('grace', 'ada')).toBe('none')
    fixture.advance(1)
    await asking('ada', 'grace', 'Once more')
    expect(await fixture.relationshipWith('grace', 'ada')).toMatchObject({
      state: 'requestReceived',
      note: 'Once more',
    })
  })

  test('declining can be reversed by sending a request or by accepting', async () => {
    expect(await asking('grace', 'ada')).toMatchObject({ state: 'connected' })
    expect(await views()).toEqual(['connected', 'connected'])
  })

  test('declining can be undone for a minute', async () => {
    fixture.advance(UNDO_WINDOW)
    expect(await fixture.undo('grace', ID)).toMatchObject({ state: 'requestReceived', note: 'Hello' })
    expect(await fixture.undo('grace', ID)).toMatchObject({ state: 'requestReceived' })
    await fixture.decline('grace', ID)
    fixture.advance(UNDO_WINDOW + 1)
    await expect(fixture.undo('grace', ID)).rejects.toMatchObject({ code: 'too_late_to_undo' })
    await expect(fixture.undo('ada', ID)).rejects.toMatchObject({ code: 'too_late_to_undo' })
  })
})

describe('withdrawing', () => {
  beforeEach(async () => {
    await asking('ada', 'grace')
    await fixture.withdraw('ada', ID)
  })

  test('withdrawing ends the request, and accepting it fails with the reason', async () => {
    expect(await views()).toEqual(['none', 'none'])
    await expect(fixture.accept('grace', ID)).rejects.toMatchObject({
      status: 409,
      code: 'request_withdrawn',
    })
  })

  test('withdrawing stops new requests of the same member, and only theirs, for 21 days', async () => {
    expect(await fixture.relationshipWith('ada', 'grace')).toMatchObject({
      nextRequestAt: '2026-03-22T12:00:00.000Z',
    })
    await expect(asking('ada', 'grace')).rejects.toMatchObject({
      code: 'ask_later',
      message: expect.stringContaining('22 March 2026'),
    })
    expect(await asking('grace', 'ada')).toMatchObject({ state: 'requestSent' })
    expect(await asking('ada', 'grace')).toMatchObject({ state: 'connected' })
  })

  test('withdrawing stops no request after 21 days', async () => {
    fixture.advance(REQUEST_COOLDOWN)
    expect(await fixture.relationshipWith('ada', 'grace')).toMatchObject({ nextRequestAt: undefined })
    expect(await asking('ada', 'grace')).toMatchObject({ state: 'requestSent' })
  })

  test('undoing the withdrawal of a declined request does not show it to the receiver', async () => {
    await fixture.undo('ada', ID)
    await fixture.decline('grace', ID)
    await fixture.withdraw('ada', ID)
    await fixture.undo('ada', ID)
    expect(await views()).toEqual(['requestSent', 'none'])
  })
})

describe('removing', () => {
  beforeEach(async () => {
    await asking('ada', 'grace')
    await fixture.accept('grace', ID)
    await fixture.remove('grace', ID)
  })

  test('removing ends the connection for both, who can send a request at once', async () => {
    expect(await views()).toEqual(['none', 'none'])
    await expect(fixture.visibleConnection('ada', ID)).rejects.toMatchObject({ code: 'connection_not_found' })
    expect(await asking('grace', 'ada')).toMatchObject({ state: 'requestSent' })
  })

  test('removing can be undone, unless the connection has changed since', async () => {
    expect(await fixture.undo('grace', ID)).toMatchObject({ state: 'connected' })
    await fixture.remove('grace', ID)
    await asking('ada', 'grace')
    await expect(fixture.undo('grace', ID)).rejects.toMatchObject({ code: 'too_late_to_undo' })
  })
})

describe('a race', () => {
  const outcomesOf = (...commands: Promise<unknown>[]) => Promise.allSettled(commands)
  beforeEach(() => asking('ada', 'grace'))

  test('a race of two accepts connects once', async () => {
    const [first, second] = await Promise.all([fixture.accept('grace', ID), fixture.accept('grace', ID)])
    expect(first).toEqual(second)
    expect(await fixture.counts('ada')).toEqual({ accepted: 1, received: 0, sent: 0 })
  })

  test('one of a concurrent accept and withdrawal succeeds, and the other fails', async () => {
    const outcomes = await outcomesOf(fixture.accept('grace', ID), fixture.withdraw('ada', ID))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [one, other] = await views()
    expect(one).toBe(other)
  })

  test.for<[string, () => Promise<unknown>[]]>([
    ['first', () => [fixture.block('ada', 'grace'), fixture.accept('grace', ID)]],
    ['last', () => [fixture.accept('grace', ID), fixture.block('ada', 'grace')]],
  ])('a race of a block and accepting is won by the block, sent %s', async ([, commands]) => {
    await outcomesOf(...commands())
    expect(await views()).toEqual(['blockedByMe', 'none'])
    expect(await fixture.counts('grace')).toEqual({ accepted: 0, received: 0, sent: 0 })
  })
})
