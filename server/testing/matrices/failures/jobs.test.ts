import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { startTestApp } from '#server/testing/app.ts'
import { createFixture } from '#server/testing/matrices/visibility/fixture.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { failingStore, withFailingCall } from './failing-calls.ts'

/** Two equal communities. */
let usual: Community
let failing: Community
beforeAll(async () => {
  usual = await startCommunity()
  failing = await startCommunity()
}, 120_000)
afterAll(() => Promise.all([usual.close(), failing.close()]))

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

test('jobs of which each call has failed once do the same as jobs of which none fails', async () => {
  for (const time of TIMES) {
    for (const { advance } of [usual, failing]) advance(time)
    for (const { run } of usual.jobs) await run()
    for (const { run } of failing.jobs) await failingAtEachCall(run)
    for (const { advance, jobs } of [usual, failing]) {
      advance(PAUSE)
      for (const { run } of jobs) await run()
    }
    const [expected, documents] = await Promise.all([usual.documents(), failing.documents()])
    expect.soft(documents, `after ${time / DAY} days`).toEqual(expected)
  }
}, 60_000)

/** Runs a job with one call after another failing, before a commit and after it. */
async function failingAtEachCall(run: () => Promise<void>, call = 1): Promise<void> {
  const runFailing = (isCommitted: boolean) =>
    withFailingCall(call, () => run().catch(() => {}), { isCommitted })
  const { hasFailed } = await runFailing(false)
  await runFailing(true)
  if (hasFailed) await failingAtEachCall(run, call + 1)
}
