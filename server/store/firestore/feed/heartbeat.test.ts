import { Timestamp } from 'firebase-admin/firestore'
import { expect, test } from 'vitest'

import { SECOND } from '#shared/lib/durations.ts'

import { createHeartbeat } from './heartbeat.ts'

/** A heartbeat on a machine whose clock differs from Firestore's by `ahead`, and that waits for each answer. */
function startHeartbeat({ ahead = 0, answerTakes = 100 }: { ahead?: number; answerTakes?: number }) {
  let firestoreTime = Date.UTC(2026, 2, 1, 12)
  const logged: string[] = []
  const record = (_facts: object, message: string) => void logged.push(message)
  const machine = { ahead }
  const heartbeat = createHeartbeat({
    database: 'projects/p/databases/d',
    async write() {
      const committed = Timestamp.fromMillis((firestoreTime += answerTakes / 2))
      firestoreTime += answerTakes / 2
      return committed
    },
    log: { warn: record, info: record },
    now: () => firestoreTime,
    clock: () => firestoreTime + machine.ahead,
  })
  return {
    ...heartbeat,
    machine,
    logged,
    async beat() {
      firestoreTime += 20 * SECOND
      heartbeat.beat()
      await Promise.resolve()
      await Promise.resolve()
    },
    snapshot: () => heartbeat.arrived(Timestamp.fromMillis(firestoreTime)),
  }
}

test.for([60, -60])(
  'a clock that is %i seconds ahead is logged once, and does not count as a lag',
  async (seconds) => {
    const { beat, snapshot, clockError, delay, machine, logged } = startHeartbeat({ ahead: seconds * SECOND })
    for (let round = 0; round < 3; round += 1) {
      await beat()
      snapshot()
    }
    expect(clockError()).toBe(seconds * SECOND - Math.sign(seconds) * 50)
    expect(delay()).toBe(100)
    expect(logged).toEqual(['clock wrong'])
    machine.ahead = 0
    await beat()
    expect(clockError()).toBe(0)
    expect(logged).toEqual(['clock wrong', 'clock right again'])
  },
)

test('a slow response is not reported as a wrong clock', async () => {
  const { beat, clockError } = startHeartbeat({ ahead: 2 * SECOND, answerTakes: 30 * SECOND })
  await beat()
  expect(clockError()).toBe(0)
})

test('a missing heartbeat is measured as a growing delay', async () => {
  const { beat, delay } = startHeartbeat({})
  await beat()
  await beat()
  expect(delay()).toBeGreaterThan(20 * SECOND)
})
