import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { createPrometheusMetrics } from '#server/metrics/prometheus.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { findPromtool } from '#server/tools/monitoring-programs.ts'

import { expressionsOf } from './dashboards.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT })

const FOLDER = join(import.meta.dirname, '../../deploy/prometheus')
const read = (name: string) => readFile(join(FOLDER, name), 'utf8')
const promtool = findPromtool() ?? ''

/** @throws its output, unless it exits with 0 */
const run = async (...parameters: string[]) =>
  (await promisify(execFile)(promtool, parameters, { cwd: FOLDER })).stdout

async function temporaryFile(name: string, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

test('each rule has a case in which it must fire, and one in which it must not', async () => {
  const [rules, tests] = [await read('alerts.yaml'), await read('alerts.test.yaml')]
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  expect(alerts.length).toBeGreaterThan(0)
  for (const alert of alerts) {
    const cases = tests.split('- name: ').filter((text) => text.includes(`alertname="${alert}", alertstate`))
    expect([alert, cases.map((text) => text.includes('exp_samples: []'))]).toEqual([alert, [false, true]])
  }
})

test('the rules name only metrics that the server has', async () => {
  const { collectFrom } = createPrometheusMetrics({ release: '1.4.0' })
  const text = await collectFrom(SOURCES)()
  const shown = expressionsOf('service').map(({ expr }) => expr)
  const used = [await read('alerts.yaml'), ...shown].join('\n')
  const names = new Set(used.match(/\b(?:guildhall|nodejs|process)_\w+/g))
  const known = (name: string) => text.includes(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `)
  expect(names.size).toBeGreaterThan(20)
  expect([...names].filter((name) => !known(name))).toEqual([])
})

const SOURCES = {
  state: async () => ({
    problems: {
      log_refused: false,
      log_stalled: false,
      disk_almost_full: true,
      read_models_behind: false,
      clock_wrong: false,
      notifications_stuck: false,
      emails_stuck: false,
      jobs_overdue: false,
    },
    log: { waitingBytes: 1, lostLines: 2, stalled: false, refused: false },
    disk: { freeBytes: 3, sizeBytes: 4 },
    feedLags: { members: 500 },
    outbox: { entries: 5, oldestAge: 6_000 },
    emails: { queued: 7, overdue: 8_000 },
  }),
  failing: async () => ({ store: 'outage' }),
  dependencies: ['store', 'identity'],
  isServing: () => true,
  sizes: async () => ({ members: 9 }),
  openStreams: () => 10,
  viewsBytes: () => 1_000_000,
  jobRuns: { all: () => [{ name: 'deletions', every: 60_000, succeeded: 11, failed: 12, succeededAt: 13 }] },
}

describe.skipIf(!promtool)('promtool', () => {
  test('promtool accepts the configuration and the rules', async () => {
    const configuration = (await read('prometheus.yaml')).replace('/etc/prometheus', FOLDER)
    const file = await temporaryFile('prometheus.yaml', configuration)
    expect(await run('check', 'config', file)).toContain('rules found')
  })

  test('promtool sees each alert fire exactly when it must', async () => {
    expect(await run('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })

  test('promtool fails when a rule is wrong', async () => {
    const rules = (await read('alerts.yaml')).replace(
      'oldest_age_seconds) > 600',
      'oldest_age_seconds) > 100',
    )
    const file = await temporaryFile('alerts.yaml', rules)
    const tests = (await read('alerts.test.yaml')).replace(
      'rule_files: [alerts.yaml]',
      `rule_files: [${file}]`,
    )
    const wrong = run('test', 'rules', '--run=OutboxStuck', await temporaryFile('tests.yaml', tests))
    await expect(wrong).rejects.toMatchObject({ code: 1 })
  })

  test('promtool can read each expression of the dashboard', async () => {
    const rules = expressionsOf('service').map(
      ({ expr }, at) => `      - { record: 'panel_${at}', expr: ${JSON.stringify(expr)} }`,
    )
    const file = await temporaryFile(
      'panels.yaml',
      ['groups:', '  - name: panels', '    rules:', ...rules].join('\n'),
    )
    expect(await run('check', 'rules', file)).toContain(`${rules.length} rules found`)
  })

  test('promtool accepts the names of our metrics', async () => {
    const { collectFrom } = createPrometheusMetrics({ release: '1.4.0' })
    const ours = (await collectFrom(SOURCES)())
      .split('\n\n')
      .filter((metric) => metric.includes('# HELP guildhall_'))
      .join('\n')
    const check = execFile(promtool, ['check', 'metrics'])
    check.stdin?.end(`${ours}\n`)
    let said = ''
    for (const stream of [check.stdout, check.stderr]) stream?.on('data', (text: string) => (said += text))
    const code = await new Promise((resolve) => check.on('close', resolve))
    expect([said, code]).toEqual(['', 0])
  })
})
