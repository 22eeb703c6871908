import { expect, test } from 'vitest'

import { row } from './row.ts'
import { tableOf } from './table.ts'

const latency = { p50: 1, p99: 3, limit: 100 }
const figure = (name: string, value: number) =>
  ({ name, value, unit: 'ms', bound: 'at most', limit: 10 }) as const

test('a repeated benchmark replaces its row, and other rows stay', () => {
  const page = `# Benchmarks\n\n${tableOf([{ ...row('GET', 100, 200, 0.4), latency }, figure('start', 5)])}\n`
  const again = tableOf(
    [{ ...row('GET', 50, 200, 0.4), latency: { ...latency, p99: 9 } }, figure('stop', 12)],
    page,
  )
  expect(again.split('\n').slice(2)).toEqual([
    '| GET, p50 1 ms, p99 9 ms | 50/s | 200/s | 0.250 | ≥ 0.4 | no |',
    '| start | 5 ms |  |  | ≤ 10 ms | yes |',
    '| stop | 12 ms |  |  | ≤ 10 ms | no |',
  ])
})
