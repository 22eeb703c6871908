import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { findLoki } from '#server/tools/monitoring-programs.ts'

import { expressionsOf } from './dashboards.ts'
import { clientError, type Given, group, logged, lostInBrowser, lostLines, refusal } from './loki-lines.ts'
import { startLoki } from './loki.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT, hookTimeout: HANG_TIMEOUT })

const RULES = readFileSync(join(import.meta.dirname, '../../deploy/loki/rules.yaml'), 'utf8')

/** Expressions by name of the alert: one line, or a block of lines. */
const ALERTS = new Map(
  RULES.split('- alert: ')
    .slice(1)
    .map((text) => {
      const [, line, block] = /expr: (?:\|\n((?: {10}.*\n)+)|(.+))/.exec(text) ?? []
      return [text.slice(0, text.indexOf('\n')), (line ?? block ?? '').trim()]
    }),
)

/** One line from each of several networks of visitors. */
function fromNetworks(count: number, lineOf: (network: string) => Given[number][1]): Given {
  return Array.from({ length: count }, (_, at) => [5, lineOf(`n${at}`)])
}

/** Lines that must and must not fire each alert, with minutes ago. */
const CASES: [alert: string, given: Given, fires: boolean][] = [
  ['ClientErrorNew', [[5, group('spread')]], true],
  [
    'ClientErrorNew',
    [
      [20, group('spread')],
      [5, group('regressed')],
      [1, clientError()],
    ],
    false,
  ],
  ['ClientErrorRegressed', [[5, group('regressed')]], true],
  [
    'ClientErrorRegressed',
    [
      [5, group('spread')],
      [1, clientError()],
    ],
    false,
  ],
  // The first line after a day without any.
  ['ClientErrorsSurge', [[5, clientError({ count: 51 })]], true],
  [
    'ClientErrorsSurge',
    [
      [DAY / MINUTE + 5, clientError({ count: 14 })],
      [5, clientError({ count: 60 })],
    ],
    true,
  ],
  [
    'ClientErrorsSurge',
    [
      [DAY / MINUTE + 5, clientError({ count: 16 })],
      [5, clientError({ count: 60 })],
    ],
    false,
  ],
  [
    'ClientErrorsSurge',
    [
      [5, clientError({ count: 50 })],
      [15, clientError({ count: 90 })],
    ],
    false,
  ],
  ['ClientErrorsSurge', fromNetworks(21, (network) => clientError({ network })), true],
  [
    'ClientErrorsSurge',
    [
      ...fromNetworks(20, (network) => clientError({ network })),
      [5, clientError({ network: 'n1', count: 9_000 })],
    ],
    false,
  ],
  ['ClientCrashes', fromNetworks(6, (network) => clientError({ caught: 'crash', network })), true],
  [
    'ClientCrashes',
    fromNetworks(1, (network) => clientError({ caught: 'crash', network, count: 9_000 })),
    false,
  ],
  ['ClientErrorsLost', fromNetworks(6, (network) => lostInBrowser(1, network)), true],
  ['ClientErrorsLost', fromNetworks(1, (network) => lostInBrowser(9_000, network)), false],
  [
    'ClientCrashes',
    [
      [5, clientError({ caught: 'crash', count: 4 })],
      [4, clientError({ caught: 'crash', count: 2 })],
    ],
    true,
  ],
  [
    'ClientCrashes',
    [
      [5, clientError({ caught: 'crash', count: 5 })],
      [4, clientError({ count: 90 })],
    ],
    false,
  ],
  [
    'ClientErrorsLost',
    [
      [30, lostInBrowser(11)],
      [5, lostInBrowser(10)],
    ],
    true,
  ],
  [
    'ClientErrorsLost',
    [
      [70, lostInBrowser(90)],
      [5, lostInBrowser(20)],
    ],
    false,
  ],
  ['ClientErrorsRefused', [[2, refusal('log_stalled')]], true],
  [
    'ClientErrorsRefused',
    [
      [2, refusal('rate_limited')],
      [2, clientError({ message: 'log_stalled' })],
    ],
    false,
  ],
  ['ServerCrashed', [[2, logged((log) => log.fatal('crashed'))]], true],
  [
    'ServerCrashed',
    [
      [2, logged((log) => log.error('job failed'))],
      [20, logged((log) => log.fatal('crashed'))],
    ],
    false,
  ],
  ['LogLinesDropped', [[2, lostLines(3)]], true],
  [
    'LogLinesDropped',
    [
      [20, lostLines(3)],
      [2, clientError({ message: 'dropped' })],
    ],
    false,
  ],
]

test('each rule has a case in which it must fire, and one in which it must not', () => {
  expect(ALERTS.size).toBeGreaterThan(0)
  for (const alert of ALERTS.keys()) {
    const outcomes = CASES.flatMap(([name, , fires]) => (name === alert ? [fires] : []))
    expect([alert, new Set(outcomes)]).toEqual([alert, new Set([true, false])])
  }
})

describe.skipIf(!findLoki())('Loki', () => {
  let loki: Awaited<ReturnType<typeof startLoki>>
  const now = Date.now()
  beforeAll(async () => {
    loki = await startLoki()
    for (const [at, [, given]] of CASES.entries()) await pushAll(`case-${at}`, given)
    // Lines that are a day old are only found in flushed chunks.
    await loki.flush()
  })
  afterAll(() => loki?.stop())

  /** Each case has its own job. */
  const inJob = (expr: string, job: string) => expr.replaceAll('job="guildhall"', `job="${job}"`)
  async function pushAll(job: string, given: Given) {
    const lines = given.map(([ago, { text, labels }]) => ({
      at: now - ago * MINUTE,
      text,
      labels: { job, ...labels },
    }))
    await loki.push(lines.toSorted((a, b) => a.at - b.at))
  }

  test('Loki loads the deployed rules', async () => {
    await expect.poll(() => loki.alerts()).toEqual([...ALERTS.keys()])
  })

  test('Loki finds the lines of the previous day', async () => {
    const yesterday = 'sum(count_over_time({job=~"case-.+"} [1h] offset 1d))'
    await expect.poll(async () => (await loki.query(yesterday, now))[0]?.value[1]).toBe('2')
  })

  test.for(CASES.map(([alert, , fires], at) => [alert, fires ? 'fires' : 'is silent', at] as const))(
    '%s %s: case %i',
    async ([alert, outcome, at]) => {
      const found = await loki.query(inJob(ALERTS.get(alert)!, `case-${at}`), now)
      expect(found.length > 0).toBe(outcome === 'fires')
    },
  )

  test('Loki finds the most frequent errors among a thousand groups, by their repeats', async () => {
    const many = Array.from({ length: 1_000 }, (_, at): Given[number] => [
      30,
      clientError({ fingerprint: `group-${at}`, count: at + 1, message: `broken ${at}` }),
    ])
    await pushAll('many', many)
    const panels = expressionsOf('client-errors')
    const value = async (title: string) => {
      const { expr } = panels.find((panel) => panel.title === title)!
      return loki.query(inJob(expr, 'many'), now)
    }
    const frequent = await value('Most frequent')
    expect(frequent).toHaveLength(20)
    const most = frequent.toSorted((a, b) => Number(b.value[1]) - Number(a.value[1]))[0]
    expect(most).toMatchObject({
      metric: { fingerprint: 'group-999', type: 'TypeError' },
      value: [expect.anything(), '1000'],
    })
    const numbers = Object.fromEntries(
      await Promise.all(
        ['Errors', 'Distinct errors', 'People affected'].map(async (title) => [
          title,
          (await value(title))[0]?.value[1],
        ]),
      ),
    )
    expect(numbers).toEqual({ Errors: '500500', 'Distinct errors': '1000', 'People affected': '1' })
  })

  test.for(expressionsOf('client-errors'))(
    'Loki can read the panel $title',
    async ({ expr, queryType, title }) => {
      await pushAll('panels', [
        [5, group('regressed')],
        [4, clientError()],
      ])
      const job = inJob(expr, 'panels')
      const found = queryType === 'instant' ? (await loki.query(job, now)).length : await loki.range(job, now)
      // Lines of client errors are no errors of the server.
      expect(found > 0).toBe(title !== 'Server errors')
    },
  )
})
