import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'
import { person } from '#server/testing/fixtures/event-fixture.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

describe('a server that cannot keep up', () => {
  let delay = 0
  let started: TestApp
  let member: Awaited<ReturnType<TestApp['member']>>
  beforeAll(async () => {
    started = await startTestApp({ eventLoopDelay: () => delay })
    member = await started.member()
  })
  afterAll(() => started.close())

  const requests = {
    'error report': () =>
      started.visitor('POST', '/api/client-errors', { body: clientErrorBatch([clientErrorEntry()]) }),
    'calendar app': () => started.visitor('GET', `/calendar/${'x'.repeat(32)}.ics`),
    write: () => member.call('PUT', '/api/blocks/nobody'),
    'sign-in': () => started.visitor('POST', '/api/session', { body: { idToken: 'invalid' } }),
    'visitor’s read': () => started.visitor('GET', '/api/session'),
    'member’s read': () => member.call('GET', '/api/me'),
    'member’s picture': () => member.call('GET', `/images/${'f'.repeat(64)}`),
  }
  const refusedAt = async (milliseconds: number) => {
    delay = milliseconds
    const refused: string[] = []
    for (const [name, send] of Object.entries(requests)) {
      const answer = await send()
      if (answer.statusCode !== 503) continue
      expect(answer.json()).toMatchObject({ code: 'overloaded' })
      expect(answer.headers['retry-after']).toBe('5')
      refused.push(name)
    }
    return refused
  }

  test('a busy server sheds requests that clients repeat on their own first, and members’ reads last', async () => {
    const background = ['error report', 'calendar app']
    const calls = [...background, 'write', 'sign-in', 'visitor’s read']
    expect(await refusedAt(200)).toEqual([])
    expect(await refusedAt(300)).toEqual(background)
    expect(await refusedAt(1_100)).toEqual(calls)
    expect(await refusedAt(3_900)).toEqual(calls)
    expect(await refusedAt(4_100)).toEqual(Object.keys(requests))
  })

  test('a busy server still answers health checks', async () => {
    delay = Infinity
    expect((await started.visitor('GET', '/health/live')).statusCode).toBe(200)
  })
})

test('the delay of the event loop is measured', async () => {
  const busy = await startTestApp({ eventLoopDelay: undefined })
  await busy.app.listen({ port: 0 })
  await wait(1_100)
  // The delay is checked once a second: more than two seconds, so that one whole second is busy.
  for (let turn = 0; turn < 7; turn++) {
    const until = performance.now() + 400
    while (performance.now() < until);
    await wait(0)
  }
  const answer = await busy.visitor('GET', `/calendar/${'x'.repeat(32)}.ics`)
  await busy.close()
  expect(answer.json()).toMatchObject({ status: 503, code: 'overloaded' })
})

describe('a burst of RSVPs to many events', () => {
  let fixture: OrganiserFixture
  beforeAll(async () => {
    fixture = await startOrganiserFixture()
  })
  afterAll(() => fixture.close())

  test('a burst of RSVPs to many events does not delay a read of another event’s organiser', async () => {
    const { services, organiser, putEvent } = fixture
    const other = await putEvent()
    // Answers to one event share a transaction. There are far more than fit into the few turns that the read
    // takes.
    const crowded = await Promise.all(Array.from({ length: 240 }, () => putEvent()))
    let answered = 0
    const burst = crowded.map(({ id }) =>
      services.attendance.rsvps
        .respond(person('guest'), id, { state: 'going', guests: 0 })
        .then(() => answered++),
    )

    // Requests arrive in separate turns of the event loop.
    await nextTurn()
    const roster = await organiser.call('GET', `/api/events/${other.id}/roster`)

    expect(roster.statusCode).toBe(200)
    expect(answered).toBeLessThan(burst.length / 2)
    await Promise.all(burst)
  })
})
