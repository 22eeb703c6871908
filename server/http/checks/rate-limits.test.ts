import { Agent } from 'node:https'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'

import { QUOTAS } from './rate-limits.ts'

let started: TestApp
beforeEach(async () => {
  started = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterEach(() => started.close())

type Call = (headers?: Record<string, string>) => Promise<{ statusCode: number }>
const from = (address: string) => ({ 'x-forwarded-for': address })

/** Number of consecutive calls before the first 429. */
async function countUntilLimited(call: Call, headers?: Record<string, string>) {
  for (let count = 0; count < 2_000; count++) {
    if ((await call(headers)).statusCode === 429) return count
  }
  throw new Error('never limited')
}

const logout: Call = (headers) => started.visitor('POST', '/api/session/logout', { headers: { ...headers } })
const missing: Call = (headers) => started.visitor('GET', '/api/nothing', { headers: { ...headers } })
const description: Call = (headers) =>
  started.visitor('HEAD', '/api/openapi.json', { headers: { ...headers } })
const direct: Call = (headers) =>
  started.app.inject({
    url: '/api/nothing',
    headers: { host: 'guildhall.test', ...headers },
    remoteAddress: '198.51.100.7',
  })

describe('by address', () => {
  test('each kind of call has a quota of its own', async () => {
    const alone = from('192.0.2.1')
    expect(await countUntilLimited(description, alone)).toBe(QUOTAS.visitor.reads)
    expect(await countUntilLimited(logout, alone)).toBe(QUOTAS.signIns)
    expect(await countUntilLimited(missing, alone)).toBe(QUOTAS.misses.visitor)
    expect((await started.visitor('GET', '/api/session', { headers: alone })).statusCode).toBe(200)
    // More than fifteen hundred requests.
  }, 60_000)

  test('a flood of requests for the identity provider’s pages is not passed on', async () => {
    let connections = 0
    const httpAgent = new Agent({
      lookup(_host, _options, callback) {
        connections++
        callback(new Error('no network'), '')
      },
    })
    const env = { FIREBASE_AUTH_DOMAIN: 'auth.test', FIREBASE_AUTH_EMULATOR_HOST: '' }
    const forwarding = await startTestApp({ env, httpAgent })
    onTestFinished(forwarding.close)
    const handler: Call = () => forwarding.visitor('GET', '/__/auth/handler')

    expect(await countUntilLimited(handler)).toBe(QUOTAS.visitor.reads)
    expect(connections).toBe(QUOTAS.visitor.reads)
    expect((await forwarding.visitor('GET', '/api/openapi.json')).statusCode).toBe(200)
  }, 60_000)

  test('a refusal is a problem with Retry-After', async () => {
    await countUntilLimited(missing)
    const answer = await started.visitor('GET', '/api/nothing')
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('a refusal is logged as a warning', async () => {
    await countUntilLimited(missing)
    const lines = started.logs().filter(({ msg }) => msg === 'request')
    expect(lines.at(-2)).toMatchObject({ level: 'info', code: 'not_found' })
    expect(lines.at(-1)).toMatchObject({ level: 'warn', code: 'rate_limited' })
  })

  test('other addresses are not affected', async () => {
    await countUntilLimited(missing, from('192.0.2.1'))
    expect((await missing(from('192.0.2.2'))).statusCode).toBe(404)
  })

  test('the IPv6 addresses of a household share one quota', async () => {
    await countUntilLimited(missing, from('2001:db8:1:2::1'))
    expect((await missing(from('2001:db8:1:2:ffff::9'))).statusCode).toBe(429)
    expect((await missing(from('2001:db8:1:3::1'))).statusCode).toBe(404)
  })

  test('a forwarded address from an unknown proxy is ignored', async () => {
    await countUntilLimited(direct, from('192.0.2.1'))
    expect((await direct(from('192.0.2.2'))).statusCode).toBe(429)
  })
})

describe('by member', () => {
  test('one member cannot use up the quota of a shared address', async () => {
    const [ada, grace] = [await started.member(), await started.member()]
    const write = (who: typeof ada) => (headers?: Record<string, string>) =>
      who.call('DELETE', '/api/calendar-feed', { headers: { ...headers } })

    expect(await countUntilLimited(write(ada), from('192.0.2.1'))).toBe(QUOTAS.member.writes)
    expect((await write(ada)(from('192.0.2.2'))).statusCode).toBe(429)
    expect((await write(grace)(from('192.0.2.1'))).statusCode).toBe(204)
  })
})

test('a session without a verified email is limited like a member’s', async () => {
  const { call } = await started.member({ emailVerified: false })
  const read: Call = (headers) => call('GET', '/api/me', { headers: { ...headers } })
  expect(await countUntilLimited(read)).toBe(QUOTAS.member.reads)
})

describe('a venue: members behind one address, some of whom this server has not seen yet', () => {
  const venue = from('192.0.2.7')
  /** Requests of the dashboard, an event and its check-in code, each once in two minutes, and their pictures. */
  const SCREENS = [
    '/api/session /api/me /api/dashboard /api/suggestions /api/connections/counts',
    '/api/session /api/me /api/events /api/events/tags /api/events?list=mine',
    '/api/session /api/me /api/calendar-feed /api/directory /api/connections',
    Array.from({ length: 24 }, (_, at) => `/images/${String(at).padStart(64, '0')}`).join(' '),
  ].flatMap((urls) => urls.split(' '))
  const forged = { ...venue, cookie: `__Host-session=${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}` }

  test(
    'no member is rate-limited while an anonymous flood from the same address is',
    { timeout: 120_000 },
    async () => {
      const members: Awaited<ReturnType<TestApp['member']>>[] = []
      // Together they exceed any quota of an address.
      while (members.length < 60) {
        members.push(...(await Promise.all(Array.from({ length: 10 }, () => started.member()))))
      }
      expect(await countUntilLimited(description, venue)).toBe(QUOTAS.visitor.reads)
      const me: Call = (headers) => started.visitor('GET', '/api/me', { headers: { ...headers } })
      expect(await countUntilLimited(me, venue)).toBe(QUOTAS.visitor.reads)
      expect((await me(forged)).statusCode).toBe(429)

      const refused = new Set<string>()
      for (const url of SCREENS) {
        const answers = await Promise.all(members.map(({ call }) => call('GET', url, { headers: venue })))
        for (const { statusCode } of answers)
          if (![200, 404].includes(statusCode)) refused.add(`${statusCode} ${url}`)
      }
      expect([...refused]).toEqual([])
    },
  )
})

test('a request without a valid session counts towards the limit, and its body is not read', async () => {
  const cookie = `__Host-session=${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`
  const call: Call = () => started.visitor('GET', '/api/directory?unknown=1', { headers: { cookie } })
  expect((await call()).statusCode).toBe(401)
  expect(await countUntilLimited(call)).toBe(QUOTAS.visitor.reads - 1)

  const body = '{"rows":['
  const rows = await started.visitor('POST', '/api/admin/invitations/import', { body, headers: { cookie } })
  expect(rows.statusCode).toBe(401)
})

test.each(['zz', '0'.repeat(64)])('a picture %s is counted with an invalid session', async (id) => {
  const cookie = `__Host-session=${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`
  const call: Call = () => started.visitor('GET', `/images/${id}`, { headers: { cookie } })
  expect((await call()).statusCode).toBe(401)
  expect(await countUntilLimited(call)).toBe(QUOTAS.pictures.visitor - 1)
})

test('visitors can report fewer errors than members', async () => {
  const { call } = await started.member()
  const send = (who: typeof call) => (headers?: Record<string, string>) =>
    who('POST', '/api/client-errors', { body: {}, headers: { ...headers } })
  expect(await countUntilLimited(send(started.visitor), from('192.0.2.1'))).toBe(QUOTAS.clientErrors.visitor)
  expect(await countUntilLimited(send(call), from('192.0.2.1'))).toBe(QUOTAS.clientErrors.member)
})

test('rate limits can be switched off for load tests', async () => {
  const lifted = await startTestApp({ liftRateLimits: true })
  for (let count = 0; count <= QUOTAS.misses.visitor; count++) {
    expect((await lifted.visitor('GET', '/api/nothing')).statusCode).toBe(404)
  }
  await lifted.close()
})
