import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp } from '#server/testing/app.ts'
import { exchangeRaw, openRawConnection, parseAnswer } from '#server/testing/raw-connection.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

const TIMEOUTS = { headers: 400, request: 800, stalled: 600, idle: 500, checkEvery: 50 }

let port: number
const started = await startTestApp({ liftRateLimits: true, timeouts: TIMEOUTS })
beforeAll(async () => {
  await started.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(started.app.server)
})
afterAll(() => started.close())

const HOST = 'host: guildhall.test\r\n'
const CLOSE = 'connection: close\r\n'
const OWN = 'origin: https://guildhall.test\r\nsec-fetch-site: same-origin\r\nx-csrf: 1\r\n'
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${HOST}${CLOSE}${headers}\r\n`
const post = (headers: string, body: string) =>
  `POST /api/session HTTP/1.1\r\n${HOST}${CLOSE}${OWN}content-type: application/json\r\n${headers}\r\n${body}`

const SECURITY_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'reporting-endpoints',
]

const HOSTILE: [what: string, bytes: string | Buffer, status: number][] = [
  ['no HTTP at all', 'GARBAGE\r\n\r\n', 400],
  ['TLS to a plain port', Buffer.from('160301020001000001fc0303', 'hex'), 400],
  ['an unknown version', 'GET / HTTP/9.9\r\n\r\n', 400],
  ['an unknown method', `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['a method that no route has', `PROPFIND /api/session HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, 404],
  ['TRACE', `TRACE / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, 404],
  ['no host', `GET /api/session HTTP/1.1\r\n${CLOSE}\r\n`, 400],
  ['two hosts', `GET /api/session HTTP/1.1\r\n${HOST}host: evil.test\r\n${CLOSE}\r\n`, 400],
  [
    'two hosts, one like a header of ours',
    `GET / HTTP/1.1\r\n${HOST}Host: guildhall.test\r\n${CLOSE}\r\n`,
    400,
  ],
  ['HTTP/1.0 without a host', 'GET /api/session HTTP/1.0\r\n\r\n', 400],
  ['another server in the target', get('http://evil.test/api/session'), 421],
  ['our own name in the target', get('http://guildhall.test/api/session'), 421],
  ['a target that is only *', `OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, 421],
  ['a broken escape', get('/%zz'), 400],
  ['an escape that is no UTF-8', get('/%ff%fe'), 400],
  ['a NUL, escaped', get('/api/members/%00'), 401],
  ['a NUL, raw', get('/a\0b'), 400],
  ['a line break in the target', get('/a\nb'), 400],
  ['raw bytes over 127 in the target', Buffer.from(get('/\xff\xfe'), 'latin1'), 400],
  ['dots', get('/../../etc/passwd'), 404],
  ['dots, escaped', get('/%2e%2e/%2e%2e/etc/passwd'), 404],
  ['slashes', get('//evil.test/..'), 404],
  ['backslashes', get('/..\\..\\windows'), 404],
  ['a query of broken escapes', get('/api/session?%zz=%ff'), 400],
  ['a query of brackets', get(`/api/session?${'a[b]=1&'.repeat(500)}`), 400],
  ['a query of __proto__', get('/api/session?__proto__=1&constructor=2'), 400],
  ['a target too long for the header limit', get(`/${'a'.repeat(20_000)}`), 431],
  ['headers too large', get('/', `x: ${'y'.repeat(20_000)}\r\n`), 431],
  [
    'very many headers',
    get('/api/nothing', Array.from({ length: 1500 }, (_, n) => `a${n}: b\r\n`).join('')),
    431,
  ],
  ['a header without a name', get('/', ': x\r\n'), 400],
  ['a header without a colon', get('/', 'x\r\n'), 400],
  ['a blank before the colon', get('/', 'x : y\r\n'), 400],
  ['a folded header', get('/', 'x: y\r\n z\r\n'), 400],
  ['a NUL in a header', get('/', 'x: \0\r\n'), 400],
  ['a broken cookie', get('/api/session', 'cookie: =;;; =%; __Host-session\r\n'), 200],
  ['two session cookies', get('/api/session', 'cookie: __Host-session=a; __Host-session=b\r\n'), 400],
  [
    'forged balancer headers',
    get('/api/session', 'x-forwarded-for: 1.2.3.4, "\\\r\nforwarded: for=_x\r\n'),
    200,
  ],
  [
    'conditional nonsense',
    get('/api/session', 'if-none-match: "\\\r\nif-match: ,,,\r\nrange: bytes=9-1\r\n'),
    200,
  ],
  [
    'accept of nonsense',
    get('/api/session', 'accept: ;q=x\r\naccept-encoding: ;;q=,\r\naccept-version: %\r\n'),
    200,
  ],
  ['an upgrade', get('/api/session', 'connection: upgrade\r\nupgrade: websocket\r\n'), 200],
  ['an unknown expectation', get('/api/session', 'expect: a miracle\r\n'), 417],
  ['a body on a read', get('/api/session', 'content-length: 4\r\n') + 'body', 200],
  ['two lengths', post('content-length: 2\r\ncontent-length: 3\r\n', '{}'), 400],
  ['a length and chunks', post('content-length: 2\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\n'), 400],
  ['a negative length', post('content-length: -1\r\n', '{}'), 400],
  ['a length that is no number', post('content-length: 0x10\r\n', '{}'), 400],
  ['an unknown transfer encoding', post('transfer-encoding: rot13\r\n', '{}'), 400],
  ['a broken chunk', post('transfer-encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'), 400],
  [
    'chunks over the limit',
    post('transfer-encoding: chunked\r\n', `5000\r\n${'x'.repeat(0x5000)}\r\n0\r\n\r\n`),
    413,
  ],
  ['a length over the limit', post('content-length: 99999999\r\n', '{'), 413],
  ['an encoded body', post('content-encoding: gzip\r\ncontent-length: 2\r\n', '{}'), 400],
]

describe('hostile input', () => {
  test.each(HOSTILE)('hostile input gets a problem and every header: %s', async (_what, bytes, status) => {
    const answer = await exchangeRaw(port, bytes)
    expect(answer.status).toBe(status)
    expect(SECURITY_HEADERS.filter((name) => !answer.headers.has(name))).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const expected = status < 400 ? 'application/json' : 'application/problem+json'
    expect(answer.headers.get('content-type')).toBe(`${expected}; charset=utf-8`)
    expect(JSON.parse(answer.body)).toBeTypeOf('object')
  })

  test('the server still works afterwards', async () => {
    expect((await exchangeRaw(port, get('/health/ready'))).status).toBe(200)
    expect(started.logs().filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('slow clients', () => {
  test('a client that sends nothing loses its connection', async () => {
    const connection = await openRawConnection(port)
    expect(await connection.closed).toBeLessThan(TIMEOUTS.headers + 2_000)
  })

  test('a client that drips headers loses its connection', async () => {
    const connection = await openRawConnection(port)
    connection.send(`GET / HTTP/1.1\r\n${HOST}`)
    const drip = setInterval(() => connection.send('x: y\r\n'), 50)
    const lived = await connection.closed
    clearInterval(drip)
    expect(lived).toBeLessThan(TIMEOUTS.headers + 2_000)
    const answer = parseAnswer(connection.received())
    expect(answer.status).toBe(408)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'request_timeout' })
    expect(SECURITY_HEADERS.filter((name) => !answer.headers.has(name))).toEqual([])
  })

  test('a client that drips its body loses its connection', async () => {
    const connection = await openRawConnection(port)
    connection.send(post('content-length: 10000\r\n', '{'))
    const drip = setInterval(() => connection.send(' '), 50)
    const lived = await connection.closed
    clearInterval(drip)
    expect(lived).toBeLessThan(TIMEOUTS.request + 2_000)
    expect(parseAnswer(connection.received()).status).toBe(408)
  })

  test('an idle connection is closed after the timeout', async () => {
    const connection = await openRawConnection(port)
    connection.send(`GET /health/live HTTP/1.1\r\n${HOST}\r\n`)
    expect(await connection.closed).toBeLessThan(TIMEOUTS.idle + 2_000)
    expect(parseAnswer(connection.received()).status).toBe(200)
  })
})

test('a request at the announced end of an idle connection is answered', async () => {
  const connection = await openRawConnection(port)
  const request = `GET /health/live HTTP/1.1\r\n${HOST}\r\n`
  connection.send(request)
  await expect.poll(connection.received).toContain('200 OK')
  const announced = parseAnswer(connection.received()).headers.get('keep-alive')
  expect(announced).toBe(`timeout=${Math.floor(TIMEOUTS.idle / 1_000)}`)
  await wait(TIMEOUTS.idle)
  connection.send(request)
  await expect.poll(() => connection.received().split('200 OK')).toHaveLength(3)
  connection.end()
})
