import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { writeBareClient } from '#server/testing/bare-client.ts'

let started: TestApp
let member: Awaited<ReturnType<TestApp['member']>>
beforeAll(async () => {
  const clientFolder = await writeBareClient({ 'assets/app-1a2b3c4d.js': 'app()' })
  started = await startTestApp({ clientFolder, liftRateLimits: true })
  member = await started.member()
})
afterAll(() => started.close())

const visit = (url: string) => () => started.visitor('GET', url)

const ANSWERS: [what: string, ask: () => ReturnType<TestApp['visitor']>, status: number][] = [
  ['a page', visit('/events'), 200],
  ['an unknown page', visit('/nowhere/at/all'), 404],
  ['a script', visit('/assets/app-1a2b3c4d.js'), 200],
  ['an answer of the API', () => member.call('GET', '/api/me'), 200],
  ['a refusal of the API', visit('/api/me'), 401],
  ['an unknown address of the API', visit('/api/nowhere'), 404],
  ['a health check', visit('/health/live'), 200],
  ['the feed of public events', visit('/events.atom'), 200],
]

describe.each(ANSWERS)('%s', (_what, ask, status) => {
  let answered: number
  let headers: Awaited<ReturnType<TestApp['visitor']>>['headers']
  beforeAll(async () => {
    const answer = await ask()
    answered = answer.statusCode
    headers = answer.headers
  })

  test('a response has the expected status', () => {
    expect(answered).toBe(status)
  })

  test('a response makes browsers use https for two years, on subdomains too', () => {
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  })

  test('a response allows scripts of our own and of Google’s sign-in only, and connections to the same', () => {
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ', 1)[0]!, directive.split(' ').slice(1)]),
    )
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'", 'https://apis.google.com'])
    expect(policy.get('connect-src')).toEqual([
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
    ])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('form-action')).toEqual(["'self'"])
    expect(policy.has('object-src')).toBe(false)
  })

  test('a response can be neither framed, sniffed nor read by other sites', () => {
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a response sends no path to other sites', () => {
    expect(headers['referrer-policy']).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
  })
})

test.each(ANSWERS.slice(3, 6))('no cache stores %s', async (_what, ask) => {
  expect((await ask()).headers['cache-control']).toBe('no-store')
})
