import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT, hookTimeout: HANG_TIMEOUT })

const LOGS = join(import.meta.dirname, 'logs.ts')
const run = (input: string, ...args: string[]) =>
  spawnSync(process.execPath, [LOGS, ...args], { input, encoding: 'utf8' })
const print = (lines: unknown[], ...args: string[]) =>
  run(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'), ...args)
    .stdout

const TIME = Date.parse('2026-03-01T12:00:06.000Z')
const clientError = (fingerprint: string, message = 'no title', time = TIME) => ({
  level: 'error',
  time,
  event: { name: 'client.error', id: 'id-1' },
  exception: {
    type: 'TypeError',
    message,
    stacktrace: `TypeError: ${message}\n    at load (client/a.ts:1:2)`,
  },
  error: { fingerprint, fp_version: 1 },
  client: { type: 'error', release: '1.4.0', count: 3 },
  url: { path: '/events' },
  user: { id: 'uid-1' },
  msg: 'client error',
})

test('a client error shows what failed, how often, where and for whom', () => {
  expect(print([clientError('3f2a91')])).toBe(
    [
      '12:00:06 ERROR TypeError: no title ×3',
      '         at=/events caught=error release=1.4.0 user=uid-1 fingerprint=3f2a91 id=id-1',
      '           at load (client/a.ts:1:2)',
      '',
    ].join('\n'),
  )
})

test('any other record is one line', () => {
  const request = { level: 30, time: TIME, method: 'GET', route: '/api/events', status: 200, msg: 'request' }
  expect(print([request])).toBe('12:00:06 INFO  request method=GET route=/api/events status=200\n')
})

test('a line that is none of ours is shown as it is, and stops nothing', () => {
  const strange = ['not JSON', '', '[1]', 'null', '"text"', '{"level"']
  const shown = print([
    ...strange,
    '{}',
    '{"level":{},"time":"x","event":null,"client":7}',
    clientError('3f2a91'),
  ])
  expect(shown.split('\n').slice(0, strange.length)).toEqual(strange)
  expect(shown).toContain('no title')
})

test('what a client sent cannot act on the terminal or look like a line of its own', () => {
  const attack = 'x\u001b[2J\u202e\n12:00:06 FATAL forged'
  const shown = print([
    clientError('3f2a91', attack),
    { level: 30, time: TIME, msg: attack, key: attack },
    'raw \u001b[2J',
  ])
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(shown).not.toMatch(/^12:00:06 FATAL/m)
})

test('can be narrowed to a fingerprint and to an age', () => {
  const lines = [
    clientError('3f2a91'),
    clientError('77aa00', 'another'),
    clientError('3f2a91', 'older', TIME - 60_000),
  ]
  expect(print(lines, '--fingerprint', '3f2a')).not.toContain('another')
  expect(print(lines, '--since', '2026-03-01T12:00:00Z')).not.toContain('older')
  expect(
    print([clientError('3f2a91', 'now', Date.now()), ...lines], '--since', '5m').match(/TypeError/g),
  ).toHaveLength(1)
})

test('says how it is used when asked for what it cannot do', () => {
  expect(run('', '--since', 'soon')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--fingerprint'),
  })
  expect(run('', '/nowhere.log')).toMatchObject({ status: 2, stderr: expect.stringContaining('ENOENT') })
  expect(run('', '--colour')).toMatchObject({ status: 2 })
})

test('ends quietly with whoever reads it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'))
  const path = join(folder, 'server.log')
  writeFileSync(path, `${JSON.stringify(clientError('3f2a91'))}\n`.repeat(20_000))
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', `"$0" "$1" "$2" | head -n 1`, process.execPath, LOGS, path],
    {
      encoding: 'utf8',
    },
  )
  expect([stdout, stderr]).toEqual(['12:00:06 ERROR TypeError: no title ×3\n', ''])
  rmSync(folder, { recursive: true })
})
