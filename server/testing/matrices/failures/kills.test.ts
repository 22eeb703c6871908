import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import type { Message } from '#server/mail/port.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { historyOf, live, withoutInterruptions } from '#server/testing/simulations/interrupted-community.ts'
import { liveAsReplica, replicaHistoryOf } from '#server/testing/simulations/replica-life.ts'

/** `KILL_SEEDS=1-1000` runs more than the usual ones, and `KILL_SEEDS=417-417` one. */
const ASKED = process.env['KILL_SEEDS']
const TIMEOUT = ASKED === undefined ? HANG_TIMEOUT : DAY

const FILE = 'server/testing/matrices/failures/kills.test.ts'

/** Kinds of writes that are interrupted. */
const WRITES = [
  'a commit with its outbox',
  'a delivery',
  'an email',
  'another commit',
  'the text of an email',
]

test(
  'a process that is killed or stopped at any write loses no document, and notifies nobody twice',
  async ({ task }) => {
    const reached = new Set<string>()
    await eachSeed(15, task.name, (seed) => expectSameAfterInterruptions(seed, reached))
    expect(ASKED === undefined ? [...reached].toSorted() : WRITES).toEqual(WRITES)
  },
  TIMEOUT,
)

test(
  'views of a replica that is killed or stopped at any moment miss no change',
  async ({ task }) => {
    await eachSeed(60, task.name, (seed) => expectCurrentViews(replicaHistoryOf(seed)))
  },
  TIMEOUT,
)

test.for(['closed', 'killed'] as const)(
  'a replica that stood still, and is then %s, misses no change of that time',
  (end) =>
    expectCurrentViews([
      { write: 'a', title: 'One', commitTime: 0 },
      { pass: 2 * MINUTE },
      { connection: 'silent' },
      { write: 'b', title: 'Two', commitTime: 0 },
      { stop: 6 * MINUTE },
      { pass: 10 },
      { end },
    ]),
)

async function expectCurrentViews(history: Parameters<typeof liveAsReplica>[0]) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  onTestFinished(() => void vi.useRealTimers())
  const folder = mkdtempSync(join(tmpdir(), 'replica-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(await liveAsReplica(history, folder)).toBe(true)
}

/** Runs the usual seeds from 1, or those that were asked for. */
async function eachSeed(usual: number, title: string, check: (seed: number) => Promise<void>) {
  const [first = 1, last = first] = (ASKED ?? `1-${usual}`).split('-').map(Number)
  for (let seed = first; seed <= last; seed += 1) {
    await check(seed).catch((cause: unknown) => {
      const replay = `KILL_SEEDS=${seed}-${seed} npx vitest run --project unit ${FILE} -t '${title}'`
      throw new Error(`Run it again with: ${replay}`, { cause })
    })
  }
}

async function expectSameAfterInterruptions(seed: number, reached: Set<string>) {
  const history = historyOf(seed)
  const usual = await live(withoutInterruptions(history))
  const actual = await live(history, reached)
  expect(actual.documents).toEqual(usual.documents)
  expect([actual.unsent, actual.unknown <= actual.interruptions]).toEqual([usual.unsent, true])
  // A process that ends can lose the push messages and the one email that it is sending.
  expect(actual.pushed).toBeLessThanOrEqual(usual.pushed)
  const ids = actual.received.map(({ id }) => id)
  expect(ids).toHaveLength(new Set(ids).size)
  const [expected, emails] = [usual, actual].map(({ received }) => received.map(textOf).toSorted())
  for (const email of emails!) expected!.splice(expected!.indexOf(email), expected!.includes(email) ? 1 : 0)
  expect(expected!.length).toBeLessThanOrEqual(actual.unknown)
  expect(emails!.length).toBeLessThanOrEqual(usual.received.length)
}

const textOf = ({ to, subject }: Message) => `${to.address}: ${subject}`
