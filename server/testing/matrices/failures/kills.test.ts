import { expect, test } from 'vitest'

import type { Message } from '#server/mail/port.ts'
import { historyOf, live, withoutInterruptions } from '#server/testing/simulations/interrupted-community.ts'

/** `KILL_SEEDS=1-1000` runs more, and `KILL_SEEDS=417-417` one. */
const [FIRST = 1, LAST = FIRST] = (process.env['KILL_SEEDS'] ?? '1-15').split('-').map(Number)
const FILE = 'server/testing/matrices/failures/kills.test.ts'

const WRITES = [
  'a commit with its outbox',
  'a delivery',
  'an email',
  'another commit',
  'the text of an email',
]

test(
  'a process that is killed or stopped at any write loses no document, and notifies nobody twice',
  async () => {
    const reached = new Set<string>()
    for (let seed = FIRST; seed <= LAST; seed += 1) {
      await expectSameAfterInterruptions(seed, reached).catch((cause: unknown) => {
        const replay = `KILL_SEEDS=${seed}-${seed} npx vitest run --project unit ${FILE}`
        throw new Error(`Run it again with: ${replay}`, { cause })
      })
    }
    expect(FIRST < LAST ? [...reached].toSorted() : WRITES).toEqual(WRITES)
  },
  (LAST - FIRST + 1) * 10_000,
)

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
