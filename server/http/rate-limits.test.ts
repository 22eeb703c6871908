import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'

import { QUOTAS } from './rate-limits.ts'

let started: TestApp
beforeEach(async () => {
  started = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterEach(() => started.close())

type Call = (headers?: Record<string, string>) => Promise<{ statusCode: number }>
const from = (address: string) => ({ 'x-forwarded-for': address })

/** How many in a row went through before the first 429. */
async function countUntilLimited(call: Call, headers?: Record<string, string>) {
  for (let count = 0; count < 2_000; count++) {
    if ((await call(headers)).statusCode === 429) return count
  }
  throw new Error('never limited')
}

const logout: Call = (headers) => started.visitor('POST', '/api/session/logout', { headers: { ...headers } })
const missing: Call = (headers) => started.visitor('GET', '/api/nothing', { headers: { ...headers } })
const description: Call = (headers) =>
  started.visitor('GET', '/api/openapi.json', { headers: { ...headers } })
const direct: Call = (headers) =>
  started.app.inject({
    url: '/api/nothing',
    headers: { host: 'guildhall.test', ...headers },
    remoteAddress: '198.51.100.7',
  })

describe('by address', () => {
  test('a quota of its own for each kind of call', async () => {
    const alone = from('192.0.2.1')
    expect(await countUntilLimited(description, alone)).toBe(QUOTAS.reads.address)
    expect(await countUntilLimited(logout, alone)).toBe(QUOTAS.session.address)
    expect(await countUntilLimited(missing, alone)).toBe(QUOTAS.misses.address)
    expect((await started.visitor('GET', '/api/session', { headers: alone })).statusCode).toBe(200)
  })

  test('who is over it is told when to come back, in the usual shape', async () => {
    await countUntilLimited(missing)
    const answer = await started.visitor('GET', '/api/nothing')
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('an operator who reads only warnings learns of it', async () => {
    await countUntilLimited(missing)
    const lines = started.logs().filter(({ msg }) => msg === 'request')
    expect(lines.at(-2)).toMatchObject({ level: 'info', code: 'not_found' })
    expect(lines.at(-1)).toMatchObject({ level: 'warn', code: 'rate_limited' })
  })

  test('other addresses go on', async () => {
    await countUntilLimited(missing, from('192.0.2.1'))
    expect((await missing(from('192.0.2.2'))).statusCode).toBe(404)
  })

  test('one household has many IPv6 addresses and one quota', async () => {
    await countUntilLimited(missing, from('2001:db8:1:2::1'))
    expect((await missing(from('2001:db8:1:2:ffff::9'))).statusCode).toBe(429)
    expect((await missing(from('2001:db8:1:3::1'))).statusCode).toBe(404)
  })

  test('an address that someone other than the balancer claims is not believed', async () => {
    await countUntilLimited(direct, from('192.0.2.1'))
    expect((await direct(from('192.0.2.2'))).statusCode).toBe(429)
  })
})

describe('by member', () => {
  test('one member cannot use up what is there for a house full of them', async () => {
    const [ada, grace] = [await started.member(), await started.member()]
    const write = (who: typeof ada) => (headers?: Record<string, string>) =>
      who.call('POST', '/api/me/onboarded', { headers: { ...headers } })

    expect(await countUntilLimited(write(ada), from('192.0.2.1'))).toBe(QUOTAS.writes.member)
    expect((await write(ada)(from('192.0.2.2'))).statusCode).toBe(429)
    expect((await write(grace)(from('192.0.2.1'))).statusCode).toBe(204)
  })
})

test('visitors may report fewer errors than members', async () => {
  const { call } = await started.member()
  const send = (who: typeof call) => (headers?: Record<string, string>) =>
    who('POST', '/api/client-errors', { body: {}, headers: { ...headers } })
  expect(await countUntilLimited(send(started.visitor), from('192.0.2.1'))).toBe(QUOTAS.clientErrors.address)
  expect(await countUntilLimited(send(call), from('192.0.2.1'))).toBe(QUOTAS.clientErrors.member)
})

test('load tests may lift every limit', async () => {
  const lifted = await startTestApp({ liftRateLimits: true })
  for (let count = 0; count <= QUOTAS.misses.address; count++) {
    expect((await lifted.visitor('GET', '/api/nothing')).statusCode).toBe(404)
  }
  await lifted.close()
})
