import { expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'

import { createFeedLag } from './lag.ts'

test('the lag is that of the latest change, and disappears once that is old', () => {
  let now = 1_000_000
  const lag = createFeedLag(() => now)
  expect(lag.read()).toBeUndefined()
  lag.arrived(now - 300)
  now += MINUTE
  expect(lag.read()).toBe(300)
  now += 10 * MINUTE
  expect(lag.read()).toBeUndefined()
})

test('a feed that is cut lags more and more, until it is restored', () => {
  let now = 1_000_000
  const lag = createFeedLag(() => now)
  lag.arrived(now)
  lag.cut()
  now += 5_000
  lag.cut()
  expect([lag.read(), lag.cutFor()]).toEqual([5_000, 5_000])
  lag.restored()
  expect([lag.read(), lag.cutFor()]).toEqual([0, 0])
})
