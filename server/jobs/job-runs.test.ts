import { expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'

import { createJobRuns } from './job-runs.ts'

function setup() {
  let now = Date.UTC(2026, 2, 1, 12)
  const runs = createJobRuns(() => now)
  runs.scheduled({ name: 'deletions', every: MINUTE })
  runs.scheduled({ name: 'snapshots', every: 60 * MINUTE })
  return { runs, advance: (minutes: number) => void (now += minutes * MINUTE) }
}

test('a job is overdue without a success for ten minutes and twice its interval, whether it fails or hangs', () => {
  const { runs, advance } = setup()
  advance(12)
  expect(runs.overdue()).toEqual([])
  advance(1)
  runs.failed('deletions')
  expect(runs.overdue()).toEqual(['deletions'])
  advance(118)
  expect(runs.overdue()).toEqual(['deletions', 'snapshots'])
})

test('failures between successes do not make a job overdue', () => {
  const { runs, advance } = setup()
  advance(13)
  runs.succeeded('deletions')
  expect(runs.overdue()).toEqual([])
  advance(9)
  runs.failed('deletions')
  expect(runs.overdue()).toEqual([])
  expect(runs.all()[0]).toMatchObject({ succeeded: 1, failed: 1 })
})
