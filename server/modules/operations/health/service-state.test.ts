import { expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'

import { createServiceState, fullestDiskOf, problemsIn } from './service-state.ts'

const GIB = 1024 ** 3
const GOOD = { waitingBytes: 0, lostLines: 0, stalled: false, refused: false }

type Deps = Parameters<typeof createServiceState>[0]

function stateOf(differences: Partial<Deps> = {}) {
  const state = createServiceState({
    clock: () => Date.UTC(2026, 2, 1, 12),
    log: () => GOOD,
    diskSpace: async () => ({ freeBytes: 50 * GIB, sizeBytes: 100 * GIB }),
    feedLags: () => ({ members: 300 }),
    clockError: () => 9_000,
    outbox: () => ({ entries: 0 }),
    emailQueue: async () => ({ queued: 0 }),
    overdueJobs: () => [],
    ...differences,
  })
  return state()
}
const before = (milliseconds: number) => new Date(Date.UTC(2026, 2, 1, 12) - milliseconds).toISOString()

test('a healthy server reports no problem', async () => {
  expect(problemsIn(await stateOf())).toEqual([])
})

test.for<[string, Partial<Deps>]>([
  ['log_refused', { log: () => ({ ...GOOD, refused: true }) }],
  ['log_stalled', { log: () => ({ ...GOOD, stalled: true }) }],
  ['disk_almost_full', { diskSpace: async () => ({ freeBytes: GIB / 2, sizeBytes: 100 * GIB }) }],
  ['disk_almost_full', { diskSpace: async () => ({ freeBytes: GIB / 20, sizeBytes: GIB }) }],
  ['read_models_behind', { feedLags: () => ({ members: 300, events: MINUTE + 1 }) }],
  ['clock_wrong', { clockError: () => 11_000 }],
  ['clock_wrong', { clockError: () => -11_000 }],
  ['notifications_stuck', { outbox: () => ({ entries: 3, oldestAt: before(11 * MINUTE) }) }],
  ['emails_stuck', { emailQueue: async () => ({ queued: 3, dueSince: before(11 * MINUTE) }) }],
  ['jobs_overdue', { overdueJobs: () => ['deletions'] }],
])('the problem %s is reported', async ([problem, differences]) => {
  expect(problemsIn(await stateOf(differences))).toEqual([problem])
})

test('a wait of less than ten minutes, or an email that is due later, is not a problem', async () => {
  const state = await stateOf({
    outbox: () => ({ entries: 1, oldestAt: before(9 * MINUTE) }),
    emailQueue: async () => ({ queued: 1, dueSince: before(-MINUTE) }),
  })
  expect(problemsIn(state)).toEqual([])
  expect(state).toMatchObject({ outbox: { oldestAge: 9 * MINUTE }, emails: { queued: 1, overdue: 0 } })
})

test('values that cannot be read are left out, because the store and the disk have their own checks', async () => {
  const failing = () => Promise.reject(new Error('no answer'))
  const state = await stateOf({ diskSpace: failing, emailQueue: failing })
  expect(state).toMatchObject({ disk: undefined, emails: undefined })
  expect(problemsIn(state)).toEqual([])
})

test('health reports the fullest disk', async () => {
  const each = await Promise.all(['/', '/dev/shm'].map((folder) => fullestDiskOf([folder])))
  for (const { freeBytes, sizeBytes } of each) {
    expect(freeBytes).toBeGreaterThan(0)
    expect(sizeBytes).toBeGreaterThanOrEqual(freeBytes)
  }
  const shares = each.map(({ freeBytes, sizeBytes }) => freeBytes / sizeBytes)
  const { sizeBytes } = await fullestDiskOf(['/missing', '/', '/dev/shm'])
  expect(sizeBytes).toBe(each[shares.indexOf(Math.min(...shares))]!.sizeBytes)
  await expect(fullestDiskOf(['/missing'])).rejects.toBeInstanceOf(Error)
})
