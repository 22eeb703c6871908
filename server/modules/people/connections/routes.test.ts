import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { Relationship } from '#shared/people/connections.ts'
import type { ConnectionDetails } from '#shared/meetings/connection.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'

type Person = Awaited<ReturnType<TestApp['member']>>
let ada: Person
let grace: Person

const running = await startTestApp()
afterAll(() => running.close())
beforeEach(async () => {
  ada = await running.member()
  grace = await running.member()
})

const ask = (person: Person, memberId: string, note = '') =>
  person.call('POST', '/api/connections', { body: { memberId, note } })
const codeOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.json<{ code: string }>().code

async function connect(one: Person, other: Person) {
  await ask(one, other.uid)
  return (await ask(other, one.uid)).json<Relationship>().connectionId ?? ''
}

describe('a request', () => {
  test.for([
    ['300 characters', 'x'.repeat(300), 200],
    ['301 characters', 'x'.repeat(301), 400],
    ['300 emoji', '🪴'.repeat(300), 200],
    ['301 emoji', '🪴'.repeat(301), 400],
  ] as const)('a request takes a note of up to 300 characters: %s', async ([, note, status]) => {
    const answer = await ask(ada, grace.uid, note)
    expect(answer.statusCode).toBe(status)
    const seen = (await grace.call('GET', `/api/connections/with/${ada.uid}`)).json<Relationship>()
    expect(seen.note).toBe(status === 200 ? note : undefined)
  })

  test.for<[unknown, string]>([
    [{ memberId: 'nobody', note: '' }, 'member_not_found'],
    [{ memberId: '../etc', note: '' }, 'invalid_input'],
    [{ memberId: 'x', note: '', state: 'accepted' }, 'invalid_input'],
    [{ memberId: 'x' }, 'invalid_input'],
  ])('an invalid request is refused: %j', async ([body, code]) => {
    expect(codeOf(await ada.call('POST', '/api/connections', { body }))).toBe(code)
  })

  test('a request is answered by accepting or declining, and the answer to an ended one is a sentence', async () => {
    const { connectionId } = (await ask(ada, grace.uid)).json<Relationship>()
    const command = (person: Person, verb: string) =>
      person.call('POST', `/api/connections/${connectionId}/${verb}`)
    expect((await command(grace, 'decline')).json()).toEqual({ memberId: ada.uid, state: 'none' })
    expect((await command(grace, 'undo')).json()).toMatchObject({ state: 'requestReceived' })
    await command(ada, 'withdraw')
    const late = await command(grace, 'accept')
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'request_withdrawn'])
    expect((await command(ada, 'undo')).json()).toMatchObject({ state: 'requestSent' })
    expect((await command(grace, 'accept')).json()).toMatchObject({ state: 'connected' })
    expect((await command(ada, 'remove')).json()).toEqual({ memberId: grace.uid, state: 'none' })
  })

  test('the twenty-first request within a day is refused, with the time to wait', async () => {
    const others = await Promise.all(Array.from({ length: 21 }, () => running.member()))
    const last = others.pop()
    for (const other of others) await ask(ada, other.uid)
    const answer = await ask(ada, last?.uid ?? '')
    expect([answer.statusCode, codeOf(answer)]).toEqual([429, 'request_limit'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
  })
})

test('someone who was blocked is answered, listed and counted like someone who waits', async () => {
  const eve = await running.member()
  await eve.call('PUT', `/api/blocks/${ada.uid}`)

  const asSeenOf = async (other: Person) => {
    const bodies = [
      (await ask(ada, other.uid, 'Hello')).body,
      (await ask(ada, other.uid, 'Hello again')).body,
      (await ada.call('GET', `/api/connections/with/${other.uid}`)).body,
      (await ada.call('GET', '/api/connections?list=sent')).body,
      (await ada.call('GET', '/api/connections/counts')).body,
    ]
    const relationship = JSON.parse(bodies[0] ?? '') as Relationship
    await ada.call('POST', `/api/connections/${relationship.connectionId}/withdraw`)
    bodies.push((await ada.call('GET', `/api/connections/with/${other.uid}`)).body)
    return bodies.map((body) =>
      body
        .replaceAll(other.uid, '(who)')
        .replaceAll(relationship.connectionId ?? '', '(connection)')
        .replace(/\d{4}-[\d-]+T[\d:.]+Z/g, '(when)'),
    )
  }
  expect(await asSeenOf(eve)).toEqual(await asSeenOf(grace))
})

describe('a connection', () => {
  test('a connection shows fields for connections, and the history of the two', async () => {
    const mary = await running.member()
    const connectionId = await connect(ada, grace)
    await connect(mary, ada)
    await connect(mary, grace)
    const promise = (owner: string, to: string, state: 'open' | 'done') => ({
      id: `${owner}-${state}`,
      text: owner,
      owner,
      to,
      dueOn: '2031-01-01',
      state,
    })
    const outcome = (
      kind: 'advice' | 'referral' | 'business',
      from: string,
      to: string,
      confirmedAt?: string,
    ) => ({
      id: kind,
      kind,
      from,
      to,
      note: `${kind} for ${to}`,
      recordedBy: from,
      confirmedAt,
    })
    await running.store.transact(async (tx) => {
      putSeated(tx, eventDocument('both'), [ada.uid, grace.uid])
      putSeated(tx, eventDocument('only-one'), [ada.uid])
      const at = '2026-01-01T00:00:00.000Z'
      const held = {
        state: 'held' as const,
        outcomes: [
          outcome('advice', ada.uid, grace.uid, at),
          outcome('business', grace.uid, mary.uid, at),
          outcome('referral', grace.uid, ada.uid),
        ],
        promises: [
          promise(grace.uid, ada.uid, 'open'),
          promise(ada.uid, grace.uid, 'done'),
          promise(mary.uid, ada.uid, 'open'),
        ],
        thanks: [
          { id: 'one', from: grace.uid, to: ada.uid, text: 'Thank you', at },
          { id: 'two', from: mary.uid, to: ada.uid, text: 'You too', at },
        ],
      }
      tx.put(meetings, meetingDocument('held', [ada.uid, grace.uid, mary.uid], held))
      tx.put(meetings, meetingDocument('of-others', [ada.uid, mary.uid], held))
    })
    const details = (await ada.call('GET', `/api/connections/${connectionId}`)).json<ConnectionDetails>()
    expect(details).toMatchObject({
      id: connectionId,
      member: { id: grace.uid, email: grace.email },
      since: expect.any(String),
      events: [{ id: 'both' }],
      meetings: [
        {
          id: 'held',
          outcomes: [{ kind: 'advice', from: ada.uid, to: grace.uid, note: `advice for ${grace.uid}` }],
          openPromises: [{ owner: grace.uid }],
          keptPromises: [{ owner: ada.uid }],
          thanks: [{ from: grace.uid, to: ada.uid, text: 'Thank you' }],
        },
      ],
      mutual: { items: [{ id: mary.uid }], total: 1 },
    })
    expect(details.meetings[0]?.outcomes).toHaveLength(1)
    expect(details.meetings[0]?.openPromises).toHaveLength(1)
    expect(details.meetings[0]?.thanks).toHaveLength(1)
  })

  test('a connection is visible only to the two, and only while it lasts', async () => {
    const eve = await running.member()
    const { connectionId } = (await ask(ada, grace.uid)).json<Relationship>()
    const seenBy = async (person: Person) =>
      (await person.call('GET', `/api/connections/${connectionId}`)).statusCode
    expect([await seenBy(ada), await seenBy(grace)]).toEqual([404, 404])
    await ask(grace, ada.uid)
    expect([await seenBy(ada), await seenBy(grace), await seenBy(eve)]).toEqual([200, 200, 404])
    await ada.call('POST', `/api/connections/${connectionId}/remove`)
    expect([await seenBy(ada), await seenBy(grace)]).toEqual([404, 404])
  })
})

test('a relationship with oneself is “self”, and one with an unknown member is a 404', async () => {
  expect((await ada.call('GET', `/api/connections/with/${ada.uid}`)).json()).toMatchObject({ state: 'self' })
  expect(codeOf(await ada.call('GET', '/api/connections/with/nobody'))).toBe('member_not_found')
})
