import { assert, asyncProperty, constantFrom, infiniteStream } from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { startTestApp } from '#server/testing/app.ts'
import { createFixture } from '#server/testing/matrices/visibility/fixture.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { type CallFailure, failingStore, withFailures } from './failing-calls.ts'

type Community = Awaited<ReturnType<typeof startCommunity>>

async function startCommunity() {
  const store = openTemporaryStore(collections)
  const running = await startTestApp({ liftRateLimits: true, store: failingStore(store) })
  await createFixture(running)
  return {
    advance: running.advance,
    jobs: running.services.jobs,
    /** Number of documents by collection. */
    documents: async () =>
      Object.fromEntries(
        await Promise.all(
          collections.map(
            async (collection) => [collection.name, await store.count(collection, {})] as const,
          ),
        ),
      ),
    async close() {
      await running.close()
      await store.close()
    },
  }
}

/** Time that passes: until events begin, end, and are long over, meetings have to be confirmed, and documents expire. */
const TIMES = [0, 1.5 * DAY, DAY, 27 * DAY, 370 * DAY]
/** Time after which a failed delivery is repeated. */
const PAUSE = 10 * MINUTE
/** One call in six fails. */
const FAILURES = ['before', 'after', ...Array.from({ length: 10 }, () => undefined)] as const
/** Runs of each job, of which calls fail in all but the last two. */
const ROUNDS = 6

/** Runs the jobs at each time. Resolves to the number of documents after each. */
async function live({ advance, jobs, documents }: Community, failures?: Iterator<CallFailure | undefined>) {
  const numbers: Awaited<ReturnType<typeof documents>>[] = []
  for (const time of TIMES) {
    advance(time)
    for (let round = 0; round < ROUNDS; round++) {
      advance(PAUSE)
      const failureOf = () => (round < ROUNDS - 2 ? failures?.next().value : undefined)
      for (const { run } of jobs)
        await withFailures(failureOf, () => (failures ? run().catch(() => {}) : run()))
    }
    numbers.push(await documents())
  }
  return numbers
}

/** Calls of the store and of the identity provider. */
const MAX_CALLS_A_MINUTE = 15

test.for(['before', 'after'] as const)(
  'a job whose calls all fail makes at most 15 of them a minute: %s they are carried out',
  async (failure) => {
    const community = await startCommunity()
    onTestFinished(community.close)
    const most = new Map<string, number>()
    for (const time of TIMES) {
      community.advance(time)
      for (const { name, every, run } of community.jobs) {
        const { calls } = await withFailures(
          () => failure,
          () => run().catch(() => {}),
        )
        const aMinute = calls.length * Math.max(1, MINUTE / every)
        most.set(name, Math.max(most.get(name) ?? 0, aMinute))
      }
    }
    expect([...most].filter(([, calls]) => calls > MAX_CALLS_A_MINUTE)).toEqual([])
    expect([...most].filter(([, calls]) => calls > 0).length).toBeGreaterThan(20)
  },
)

test('jobs do the same whichever of their calls fail for some time', async () => {
  const usual = await startCommunity()
  onTestFinished(usual.close)
  const expected = await live(usual)
  await assert(
    asyncProperty(infiniteStream(constantFrom(...FAILURES)), async (failures) => {
      const community = await startCommunity()
      onTestFinished(community.close)
      expect(await live(community, failures)).toEqual(expected)
    }),
    { numRuns: 2, endOnFailure: true },
  )
}, 120_000)
