import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createLogger, safeLine } from '#server/logging/logger.ts'
import { startTestApp } from '#server/testing/app.ts'
import { openRawConnection } from '#server/testing/raw-connection.ts'
import { shortCode } from '#shared/lib/short-code.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { createServer, TIMEOUTS } from './create-server.ts'
import { traceOf } from './traceparent.ts'

const started = await startTestApp()
afterAll(() => started.close())

const requestLines = () => started.logs().filter(({ msg }) => msg === 'request')

test('each request is one line with method, route, status, duration and address', async () => {
  const before = requestLines().length
  const { call, uid } = await started.member()
  await call('GET', '/api/me')
  const lines = requestLines().slice(before)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toEqual({
    level: 'info',
    time: expect.any(Number),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'GET',
    route: '/api/me',
    status: 200,
    ms: expect.any(Number),
    ip: '127.0.0.1',
    member: uid,
    msg: 'request',
  })
})

test('an aborted request is logged too', async () => {
  const lines: string[] = []
  const app = createServer({
    config: { trustProxy: [], languages: ['en'], origins: ['https://guildhall.test'] },
    headers: {},
    lifecycle: createLifecycle(),
    logger: createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) }),
    newId: () => 'request-1',
    timeouts: TIMEOUTS,
  })
  const asked = Promise.withResolvers<void>()
  app.get('/slow', () => {
    asked.resolve()
    return new Promise(() => {})
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())

  const connection = await openRawConnection(portOf(app.server))
  connection.send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
  await asked.promise
  connection.end()
  await expect.poll(() => lines.at(-1)).toContain('"route":"/slow"')
  expect(lines.at(-1)).toContain('"msg":"request aborted"')
})

test('the request id is generated, whatever the client sends', async () => {
  const headers = { 'request-id': 'forged', 'x-request-id': 'forged' }
  const answer = await started.visitor('GET', '/api/nothing', { headers })
  expect(answer.json<{ requestId: string }>().requestId).toBe(requestLines().at(-1)?.['requestId'])
  expect(JSON.stringify(started.logs())).not.toContain('forged')
})

describe('the trace of the load balancer', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
  const SPAN = '00f067aa0ba902b7'

  test('the load balancer’s trace is on each line about its request', async () => {
    const behindProxy = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
    onTestFinished(behindProxy.close)
    const headers = { traceparent: `00-${TRACE}-${SPAN}-01` }
    await behindProxy.visitor('GET', '/api/me', { headers })
    expect(behindProxy.logs().at(-1)).toMatchObject({ msg: 'request', traceId: TRACE, parentSpanId: SPAN })
    await behindProxy.visitor('GET', '/api/me', { headers: { traceparent: 'forged' } })
    expect(behindProxy.logs().at(-1)).not.toHaveProperty('traceId')
  })

  test('a trace header is ignored without a load balancer', async () => {
    await started.visitor('GET', '/api/me', { headers: { traceparent: `00-${TRACE}-${SPAN}-01` } })
    expect(JSON.stringify(started.logs())).not.toContain(TRACE)
  })

  test.for([
    ['another version', `01-${TRACE}-${SPAN}-01-more`, true],
    ['more than version 00 has', `00-${TRACE}-${SPAN}-01-more`, false],
    ['version ff', `ff-${TRACE}-${SPAN}-01`, false],
    ['upper case', `00-${TRACE.toUpperCase()}-${SPAN}-01`, false],
    ['no trace', `00-${'0'.repeat(32)}-${SPAN}-01`, false],
    ['no parent', `00-${TRACE}-${'0'.repeat(16)}-01`, false],
    ['something before', ` 00-${TRACE}-${SPAN}-01`, false],
    ['a long tail', `01-${TRACE}-${SPAN}-01-${'x'.repeat(200)}`, false],
  ] as const)('a trace header is used only if it is valid: %s', ([, header, isValid]) => {
    expect(traceOf(header)).toEqual(isValid ? { traceId: TRACE, parentSpanId: SPAN } : undefined)
  })
})

test('a refusal is logged with its code and with the short code that the person sees', async () => {
  const answer = await started.visitor('GET', '/api/me')
  const { requestId, shortCode: shown } = answer.json<{ requestId: string; shortCode: string }>()
  expect(shown).toBe(shortCode(requestId))
  expect(requestLines().at(-1)).toMatchObject({
    level: 'info',
    status: 401,
    code: 'session_required',
    shortCode: shown,
  })
})

test.for([
  ['another host', { host: 'evil.test' }, 'wrong_host'],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 'cross_site'],
  ['a write without our header', { 'x-csrf': undefined }, 'csrf_header_required'],
] as const)('%s is logged as a warning with its code', async ([, headers, code]) => {
  await started.visitor('POST', '/api/session/logout', { headers: { ...headers } })
  expect(requestLines().at(-1)).toMatchObject({ level: 'warn', code })
})

test('no cookie, token, id in an address or query value is written', async () => {
  const { call, cookie } = await started.member()
  await call('GET', '/api/members/secret-id?query=secret-query')
  await started.visitor('GET', '/api/%?query=secret-query')
  const text = JSON.stringify(started.logs())
  expect(text).not.toContain('secret')
  expect(text).not.toContain(cookie.split('=')[1])
})

test.for([
  ['GET', '/calendar/secret-feed.ics'],
  ['GET', '/calendar/secret-feed'],
  ['GET', '/calendar/secret-feed.ics/'],
  ['GET', '/calendar/secret-feed.ics?secret'],
  ['GET', '/CALENDAR/secret-feed.ics'],
  ['GET', '/calendar%2Fsecret-feed.ics'],
  ['GET', '/calendar/%/secret-feed.ics'],
  ['GET', '/api/calendar/secret-feed.ics'],
  ['HEAD', '/calendar/secret-feed.ics'],
  ['POST', '/calendar/secret-feed.ics'],
] as const)('the log does not contain secret calendar addresses: %s %s', async ([method, url]) => {
  const before = requestLines().length
  const answer = await started.visitor(method, url)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(requestLines().length).toBe(before + 1)
  expect(JSON.stringify(started.logs())).not.toContain('secret-feed')
})

test('an unknown address is truncated in the log and cannot forge a line', async () => {
  const path = `/api/${'%0A%E2%80%AE'.repeat(100)}`
  await started.visitor('GET', path)
  expect(requestLines().at(-1)).toMatchObject({ path: path.slice(0, 200), status: 404 })
})

test.each([
  ['a terminal escape', '\u001b[2J', '\\u001b'],
  ['a C1 control', '\u009b2J', '\\u009b'],
  ['a direction override', '\u202egpj.exe', '\\u202e'],
  ['a direction isolate', '\u2066', '\\u2066'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a zero-width space', '\u200b', '\\u200b'],
  ['a tag beyond the basic plane', '\u{e0041}', '\\udb40\\udc41'],
])('%s is escaped, and the line stays the same JSON', (_what, text, escaped) => {
  const line = safeLine(`${JSON.stringify({ text })}\n`)
  expect(line).toContain(escaped)
  expect(line.match(/\n/g)).toHaveLength(1)
  expect(JSON.parse(line)).toEqual({ text })
})

test.each([
  ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[token]'],
  ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', 'Bearer [token]'],
  ['no such user: ada.lovelace+1@mail.example.org!', 'no such user: [email]!'],
  ['at node_modules/@fastify/static/index.js:1', 'at node_modules/@fastify/static/index.js:1'],
])('%s is logged as %s', (text, written) => {
  expect(JSON.parse(safeLine(JSON.stringify({ text })))).toEqual({ text: written })
})

test('long hostile lines are escaped in linear time', () => {
  const line = JSON.stringify({
    text: `${'a'.repeat(50_000)}@${'eyJ'.repeat(20_000)}@${'a.'.repeat(20_000)}`,
  })
  // Processor time of this thread, because others may keep the machine busy.
  const begun = process.threadCpuUsage()
  safeLine(line)
  expect(process.threadCpuUsage(begun).user).toBeLessThan(500_000)
})
