import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createJobRuns } from './job-runs.ts'
import { startJobs } from './jobs.ts'

const quiet = () => ({ logger: { error: () => {} }, runs: createJobRuns(Date.now) })

test('a job runs repeatedly, and its runs never overlap', async () => {
  let runs = 0
  let atOnce = 0
  let mostAtOnce = 0
  const run = async () => {
    mostAtOnce = Math.max(mostAtOnce, (atOnce += 1))
    await wait(5)
    atOnce -= 1
    runs += 1
  }
  const jobs = startJobs([{ name: 'slow', every: 1, run }], quiet())
  await expect.poll(() => runs).toBeGreaterThan(3)
  await jobs.stop()
  expect(mostAtOnce).toBe(1)
})

test('a failing job is logged by name, runs again, and does not stop the others', async () => {
  const logged: unknown[] = []
  const runs = createJobRuns(Date.now)
  let failures = 0
  let others = 0
  const jobs = startJobs(
    [
      {
        name: 'unlucky',
        every: 1,
        run: async () => {
          failures += 1
          throw new Error('no luck')
        },
      },
      { name: 'fine', every: 1, run: async () => void (others += 1) },
    ],
    { logger: { error: (fact: object) => void logged.push(fact) }, runs },
  )
  await expect.poll(() => Math.min(failures, others)).toBeGreaterThan(2)
  await jobs.stop()
  expect(logged[0]).toMatchObject({ job: 'unlucky', err: expect.objectContaining({ message: 'no luck' }) })
  expect(runs.all()).toMatchObject([
    { name: 'unlucky', succeeded: 0, failed: failures },
    { name: 'fine', succeeded: others, failed: 0 },
  ])
})

test('stopping waits for the run in progress, and starts no other', async () => {
  let started = 0
  let ended = 0
  const begun = Promise.withResolvers<void>()
  const run = async () => {
    started += 1
    begun.resolve()
    await wait(20)
    ended += 1
  }
  const jobs = startJobs([{ name: 'slow', every: 1, run }], quiet())
  await begun.promise
  await jobs.stop()
  await wait(10)
  expect([started, ended]).toEqual([1, 1])
})
