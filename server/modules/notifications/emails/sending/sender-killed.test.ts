import { afterAll, beforeEach, expect, test } from 'vitest'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { dyingAt, startSenderFixture } from '#server/testing/fixtures/sender-fixture.ts'

const fixture = await startSenderFixture()
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

test('a clock that is set back does not delay emails by that time, or send them twice', async () => {
  const { put, replica, received, advance, store } = fixture
  await put('one')
  await replica({ on: dyingAt(store, 2) })
    .sendDue()
    .catch(() => {})
  expect(received()).toEqual([])
  advance(-60 * MINUTE)
  const { sendDue } = replica()
  await sendDue()
  advance(60 * MINUTE + 3 * MINUTE)
  await sendDue()
  await sendDue()
  expect(received()).toEqual(['one'])
})

test('a worker that is killed at any step sends nothing twice, and loses only the email that it was handing over', async () => {
  const { put, replica, received, stateOf, runOver, openMailer, store } = fixture
  const outcomes: Record<string, number> = {}
  const [mailer, healthy] = [openMailer(), replica()]
  for (let kill = 0; kill < 100; kill++) {
    const id = `killed-${kill}`
    await put(id, `member-${kill}`)
    // The steps are lease, hand over and record; it ends before and after each of the three.
    const after = kill % 2 === 1
    const step = 1 + (Math.floor(kill / 2) % 3)
    await replica({ on: dyingAt(store, step, { after }), mailer })
      .sendDue()
      .catch(() => {})
    // A healthy replica, during the lease and after it.
    await runOver(healthy, SECOND, 3 * MINUTE)
    const copies = received().filter((subject) => subject === id).length
    expect(copies).toBeLessThanOrEqual(1)
    const label = `${after ? 'after' : 'before'} step ${step}: ${copies}, ${await stateOf(id)}`
    outcomes[label] = (outcomes[label] ?? 0) + 1
  }
  expect(outcomes).toEqual({
    'before step 1: 1, sent': 17,
    'after step 1: 1, sent': 17,
    'before step 2: 1, sent': 17,
    // The mail server waits for the text, and never gets it.
    'after step 2: 0, unknown': 17,
    'before step 3: 1, unknown': 16,
    'after step 3: 1, sent': 16,
  })
})
