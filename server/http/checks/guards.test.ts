import { afterAll, describe, expect, test } from 'vitest'

import type { Problem } from '#shared/lib/problem.ts'
import { ORIGIN, startTestApp } from '#server/testing/app.ts'
import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'

const started = await startTestApp({ liftRateLimits: true })
afterAll(() => started.close())

describe('host', () => {
  test.each(['evil.test', 'guildhall.test.evil.test', 'guildhall.test:8443'])(
    'a request for the host %s is refused',
    async (host) => {
      const answer = await started.visitor('GET', '/api/session', { headers: { host } })
      expect(answer.statusCode).toBe(421)
      expect(answer.json()).toMatchObject({ code: 'wrong_host' })
    },
  )

  test.each(['guildhall.test', 'GUILDHALL.test', 'guildhall.test:443'])(
    'a request for the host %s is accepted',
    async (host) => {
      const answer = await started.visitor('GET', '/api/session', { headers: { host } })
      expect(answer.statusCode).toBe(200)
    },
  )

  test('a forwarded host from an unknown proxy is ignored', async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'guildhall.test' }
    expect((await started.visitor('GET', '/api/session', { headers })).statusCode).toBe(421)
  })

  test('a forwarded host from the load balancer is ignored too', async () => {
    const behind = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
    const ask = (host: string, forwarded: string) =>
      behind.visitor('GET', '/api/session', { headers: { host, 'x-forwarded-host': forwarded } })
    expect((await ask('evil.test', 'guildhall.test')).json()).toMatchObject({
      status: 421,
      code: 'wrong_host',
    })
    expect((await ask('guildhall.test', 'evil.test')).statusCode).toBe(200)
    await behind.close()
  })

  test('health checks accept any host', async () => {
    for (const url of ['/health/live', '/health/ready']) {
      expect((await started.visitor('GET', url, { headers: { host: '10.0.0.7:3000' } })).statusCode).toBe(200)
    }
  })
})

describe('cross-site requests', () => {
  const SITES: [
    method: 'GET' | 'POST',
    site: string | undefined,
    origin: string | undefined,
    allowed: boolean,
  ][] = [
    ['GET', 'same-origin', undefined, true],
    ['GET', 'same-origin', ORIGIN, true],
    ['GET', 'none', undefined, true],
    ['GET', undefined, undefined, true],
    ['GET', undefined, ORIGIN, true],
    ['GET', undefined, 'https://evil.test', false],
    ['GET', undefined, 'null', false],
    ['GET', 'same-site', undefined, false],
    ['GET', 'cross-site', undefined, false],
    ['GET', 'cross-site', ORIGIN, false],
    ['GET', 'same-origin', 'https://evil.test', false],
    ['POST', 'same-origin', ORIGIN, true],
    ['POST', undefined, ORIGIN, true],
    ['POST', 'same-origin', undefined, true],
    ['POST', undefined, undefined, false],
    ['POST', 'none', undefined, false],
    ['POST', 'none', ORIGIN, false],
    ['POST', 'cross-site', ORIGIN, false],
    ['POST', 'same-site', ORIGIN, false],
    ['POST', 'same-origin', 'https://evil.test', false],
    ['POST', undefined, 'https://guildhall.test:8443', false],
    ['POST', undefined, 'http://guildhall.test', false],
    ['POST', undefined, `${ORIGIN}, ${ORIGIN}`, false],
  ]

  test.each(SITES)(
    'a %s with Sec-Fetch-Site %s and Origin %s is allowed: %s',
    async (method, site, origin, allowed) => {
      const url = method === 'GET' ? '/api/session' : '/api/session/logout'
      const answer = await started.visitor(method, url, { headers: { 'sec-fetch-site': site, origin } })
      const outcome = answer.statusCode < 300 ? 'allowed' : answer.json<Problem>().code
      expect(outcome).toBe(allowed ? 'allowed' : 'cross_site')
    },
  )

  test.each([undefined, '', '0', 'true', '1, 1'])('a write with X-CSRF %s is refused', async (value) => {
    const answer = await started.visitor('POST', '/api/session/logout', { headers: { 'x-csrf': value } })
    expect(answer.json()).toMatchObject({ status: 403, code: 'csrf_header_required' })
  })

  test('a beacon needs no X-CSRF, but has to come from our own pages', async () => {
    const headers = { 'content-type': 'text/plain', 'x-csrf': undefined }
    const send = (more: Record<string, string>) =>
      started.visitor('POST', '/api/client-errors', { body: '{}', headers: { ...headers, ...more } })
    expect((await send({})).json()).toMatchObject({ code: 'invalid_input' })
    expect((await send({ 'sec-fetch-site': 'cross-site' })).json()).toMatchObject({ code: 'cross_site' })
  })

  test.each([
    ['application/reports+json', 204],
    ['application/csp-report', 204],
    ['application/json', 415],
    ['text/plain', 415],
  ])('a browser report is accepted or refused by its content type: %s', async (type, status) => {
    const answer = await started.app.inject({
      method: 'POST',
      url: '/api/reports',
      headers: { host: 'guildhall.test', 'content-type': type },
      payload: '[]',
    })
    expect(answer.statusCode).toBe(status)
  })

  test('no response allows another origin', async () => {
    const preflight = await started.app.inject({
      method: 'OPTIONS',
      url: '/api/session',
      headers: {
        host: 'guildhall.test',
        origin: 'https://evil.test',
        'access-control-request-method': 'POST',
      },
    })
    expect(preflight.statusCode).toBe(405)
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

test('two session cookies are refused for member calls, and ignored for error reports', async () => {
  const { call, cookie } = await started.member()
  const headers = { cookie: `${cookie}; ${cookie}` }
  expect((await call('GET', '/api/me', { headers })).json()).toMatchObject({
    code: 'several_session_cookies',
  })

  const [ours, twice] = [clientErrorEntry(), clientErrorEntry()]
  await call('POST', '/api/client-errors', { body: clientErrorBatch([ours]) })
  const answer = await call('POST', '/api/client-errors', { headers, body: clientErrorBatch([twice]) })
  expect(answer.json()).toMatchObject({ accepted: 1 })
  const sender = ({ id }: { id: unknown }) =>
    started.logs().find(({ event }) => (event as { id?: unknown } | undefined)?.id === id)?.['user']
  expect(sender(ours)).toHaveProperty('id')
  expect(sender(twice)).not.toHaveProperty('id')
})

test('a CSP violation is logged as one line, without query values', async () => {
  await started.visitor('POST', '/api/reports', {
    headers: { 'content-type': 'application/reports+json' },
    body: [
      {
        type: 'csp-violation',
        body: { documentURL: `${ORIGIN}/verification?oobCode=secret`, blockedURL: 'inline', lineNumber: 7 },
      },
      'nonsense',
      null,
    ],
  })
  expect(started.logs().filter(({ msg }) => msg === 'browser report')).toContainEqual(
    expect.objectContaining({
      report: { type: 'csp-violation', blocked: 'inline', page: `${ORIGIN}/verification`, line: 7 },
    }),
  )
})
