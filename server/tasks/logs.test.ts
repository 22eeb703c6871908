import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, describe, expect, test, vi } from 'vitest'

import { createHashes } from '#server/modules/operations/client-errors/hashes.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT, hookTimeout: HANG_TIMEOUT })

const LOGS = join(import.meta.dirname, 'logs.ts')
const env = { ...process.env, TZ: 'Europe/Berlin', SERVER_SECRET: 'the secret of the server, 32 characters' }
const run = (input: string, ...args: string[]) =>
  spawnSync(process.execPath, [LOGS, ...args], { input, env, encoding: 'utf8' })
const print = (lines: unknown[], ...args: string[]) =>
  run(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'), ...args)
    .stdout

const TIME = Date.parse('2026-03-01T12:00:06.000Z')
const clientError = (fingerprint: string, message = 'no title', time = TIME) => ({
  level: 'error',
  time,
  event: { name: 'client.error', id: 'id-1', short_code: '7K3F-92QD' },
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
      '2026-03-01 13:00:06 CET ERROR TypeError: no title ×3',
      '    code=7K3F-92QD at=/events caught=error release=1.4.0 user=uid-1 group=3f2a91 id=id-1',
      '      at load (client/a.ts:1:2)',
      '',
    ].join('\n'),
  )
})

test('a crash shows its components below the stack', () => {
  const crash = clientError('3f2a91')
  const client = {
    ...crash.client,
    type: 'crash',
    component_stack: '\n    at Events (client/b.tsx:3:4)\ndiv@',
  }
  expect(
    print([{ ...crash, client }])
      .split('\n')
      .slice(2),
  ).toEqual([
    '      at load (client/a.ts:1:2)',
    '    components:',
    '      at Events (client/b.tsx:3:4)',
    '      div@',
    '',
  ])
})

test('a record other than a client error is printed on one line', () => {
  const request = { level: 30, time: TIME, method: 'GET', route: '/api/events', status: 200, msg: 'request' }
  expect(print([request])).toBe(
    '2026-03-01 13:00:06 CET INFO  request method=GET route=/api/events status=200\n',
  )
})

test('lines that are torn, endless or of another program are skipped and counted', () => {
  const endless = `${'{'.repeat(3_000_000)}\n`
  const lines = [
    'not JSON',
    '',
    '[1]',
    'null',
    '"text"',
    '{"level"',
    '{}',
    '{"level":{},"time":"x","event":null,"client":7}',
    '{"level":30,"time":1e300}',
    `replica-1  | ${JSON.stringify(clientError('3f2a91'))}`,
  ]
  const { stdout, stderr } = run(endless + lines.join('\n'))
  expect(stdout.match(/ERROR TypeError: no title/g)).toHaveLength(1)
  expect(stderr).toBe('9 lines skipped: torn, or of another program.\n')
})

test('content from a client cannot control the terminal or forge a line', () => {
  const attack = 'x\u001b[2J\u202e\n2026-03-01 13:00:06 CET FATAL forged\u009b31m\ud800'
  const shown = print([
    clientError('3f2a91', attack),
    { level: 30, time: TIME, msg: attack, [attack]: attack },
    {
      level: attack,
      time: TIME,
      event: { name: 'client.error', id: attack, short_code: attack },
      client: { release: attack, component_stack: attack },
    },
  ])
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(shown).not.toMatch(/^2026-03-01 13:00:06 CET FATAL/m)
  const { stderr } = run('', '--code', attack)
  expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('a person is found by address and by id, with the secret of the server', () => {
  const hash = createHashes(env.SERVER_SECRET).emailHashOf('ada@example.org')
  const byHash = { ...clientError('3f2a91', 'signed out'), user: { hash } }
  const request = { level: 30, time: TIME, member: 'uid-1', msg: 'request' }
  const lines = [byHash, request, clientError('3f2a91', 'signed in')]
  expect(print(lines, '--user', 'Ada@Example.org').match(/signed \w+|request/g)).toEqual(['signed out'])
  expect(print(lines, '--user', 'uid-1').match(/signed \w+|request/g)).toEqual(['request', 'signed in'])
})

describe('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)
  const line = (message: string, time = TIME) => `${JSON.stringify(clientError('3f2a91', message, time))}\n`

  test('rotated and compressed files are read oldest first, and a truncated one up to its end', () => {
    writeFileSync(at('server.log'), line('newest'))
    writeFileSync(at('server.log.1'), gzipSync(line('middle', TIME - 1_000)))
    const oldest = gzipSync(line('oldest', TIME - 2_000).repeat(300))
    writeFileSync(at('server.log.2.gz'), oldest.subarray(0, -20))
    const { stdout, stderr } = run('', ...['server.log', 'server.log.1', 'server.log.2.gz'].map(at))
    expect([...new Set(stdout.match(/oldest|middle|newest/g))]).toEqual(['oldest', 'middle', 'newest'])
    expect(stderr).toMatch(/^(?:1 line skipped: torn, or of another program\.\n)?$/)
  })

  test.for<[string, string, (gzip: Buffer) => Buffer]>([
    ['in one byte', 'incorrect data check', (gzip) => flipped(gzip, gzip.length - 6)],
    ['by bytes at its end', 'incorrect header check', (gzip) => Buffer.concat([gzip, Buffer.from('more')])],
  ])('a file that is damaged %s is reported, and all files are still read', ([, error, damage]) => {
    writeFileSync(at('whole.log'), line('whole'))
    // More than is decompressed at once, with other lines at its end.
    const noise = Array.from({ length: 500 }, () => line(randomBytes(100).toString('hex'), TIME - 2_000))
    const lines = [...noise, line('one of the last', TIME - 1_000), line('the very last', TIME - 1_000)]
    writeFileSync(at('bad.gz'), damage(gzipSync(lines.join(''))))
    writeFileSync(at('bad-and-small.gz'), damage(gzipSync(line('small'))))
    const paths = ['bad.gz', 'whole.log', 'bad-and-small.gz', 'nowhere.log'].map(at)
    const { status, stdout, stderr } = run('', ...paths)
    expect(stdout.match(/one of the last|the very last|small|whole/g)).toEqual([
      'one of the last',
      'the very last',
      'whole',
      'small',
    ])
    expect(stdout.match(/ERROR/g)).toHaveLength(504)
    expect(stderr.split('\n').toSorted()).toEqual([
      '',
      `${at('bad-and-small.gz')} is damaged (${error}). What could be read of it is shown.`,
      `${at('bad.gz')} is damaged (${error}). What could be read of it is shown.`,
      `${at('nowhere.log')} does not exist`,
    ])
    expect(status).toBe(1)
  })

  test('files are followed when they grow, are rotated and are emptied', async () => {
    const path = at('followed.log')
    writeFileSync(path, line('first'))
    const following = spawn(process.execPath, [LOGS, path, '--follow'], { env })
    let shown = ''
    following.stdout.on('data', (text: Buffer) => (shown += text.toString()))
    await expect.poll(() => shown).toContain('first')
    const [start, end] = [line('in two parts').slice(0, 50), line('in two parts').slice(50)]
    appendFileSync(path, start)
    appendFileSync(path, end)
    await expect.poll(() => shown).toContain('in two parts')
    renameSync(path, `${path}.1`)
    appendFileSync(`${path}.1`, line('after the rotation'))
    writeFileSync(path, line('in the next file'))
    await expect.poll(() => shown).toContain('in the next file')
    expect(shown).toContain('after the rotation')
    truncateSync(path)
    await expect.poll(() => (appendFileSync(path, line('again')), shown)).toContain('again')
    following.kill('SIGINT')
    expect(await once(following, 'exit')).toEqual([0, null])
  })
})

function flipped(bytes: Buffer, position: number) {
  bytes[position]! ^= 1
  return bytes
}

test('the usage is printed with the invalid argument', () => {
  expect(run('', '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--between') })
  expect(run('', '--since', 'soon')).toMatchObject({ status: 2, stderr: expect.stringContaining('--group') })
  expect(run('', '/nowhere.log')).toMatchObject({ status: 1, stderr: '/nowhere.log does not exist\n' })
  for (const args of [[], ['--follow']])
    expect(run('', '/dev', ...args)).toMatchObject({ status: 1, stderr: '/dev is a folder, not a file\n' })
  expect(run('', '--colour')).toMatchObject({ status: 2, stderr: expect.stringContaining('--group') })
  expect(run('')).toMatchObject({ status: 0, stderr: 'No lines match.\n' })
})

test('the command ends without an error when its reader closes the pipe', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'))
  const path = join(folder, 'server.log')
  writeFileSync(path, `${JSON.stringify(clientError('3f2a91'))}\n`.repeat(20_000))
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', `"$0" "$1" "$2" | head -n 1`, process.execPath, LOGS, path],
    { env, encoding: 'utf8' },
  )
  expect([stdout, stderr]).toEqual(['2026-03-01 13:00:06 CET ERROR TypeError: no title ×3\n', ''])
  rmSync(folder, { recursive: true })
})
