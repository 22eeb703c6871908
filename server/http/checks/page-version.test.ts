import { afterAll, describe, expect, test } from 'vitest'

import { API_VERSION } from '#shared/lib/api-version.ts'
import { startTestApp } from '#server/testing/app.ts'

const running = await startTestApp()
const member = await running.member()
afterAll(() => running.close())

/** The headers of `fetch` on a page. */
const FROM_PAGE = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }
const version = (value: string) => ({ ...FROM_PAGE, 'x-client-version': value })
const CURRENT = version(String(API_VERSION))

const STALE = {
  status: 503,
  code: 'stale_client',
  title: 'This page is out of date. Reload it to continue.',
}

describe('a call of a page that is out of date', () => {
  test.for([
    ['that sends no version', FROM_PAGE],
    ['of an earlier version', version(String(API_VERSION - 1))],
    ['of a later version', version(String(API_VERSION + 1))],
    ['that sends an odd version', version(`0${API_VERSION}`)],
  ] as const)('%s is refused', async ([, headers]) => {
    const answer = await member.call('GET', '/api/me', { headers })
    expect(answer.json()).toMatchObject(STALE)
    expect(answer.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('a call of an outdated page is refused before its body is checked, and changes nothing', async () => {
    const sent = { body: { closeness: 'friend' }, headers: { ...FROM_PAGE, 'if-match': '"1"' } }
    expect((await member.call('PUT', '/api/me', sent)).json()).toMatchObject(STALE)
    const before = await member.call('GET', '/api/account/export', { headers: FROM_PAGE })
    expect(before.json()).toMatchObject(STALE)
    expect((await member.call('GET', '/api/me')).json()).toMatchObject({ displayName: '' })
  })

  test('a call of an outdated page is refused at an address that no longer exists', async () => {
    expect((await member.call('GET', '/api/own-data', { headers: FROM_PAGE })).json()).toMatchObject(STALE)
    expect((await member.call('DELETE', '/api/me', { headers: FROM_PAGE })).json()).toMatchObject(STALE)
    expect((await member.call('GET', '/api/own-data', { headers: CURRENT })).json()).toMatchObject({
      code: 'not_found',
    })
  })

  test('a call of another site is refused for its origin first', async () => {
    const headers = { ...FROM_PAGE, 'sec-fetch-site': 'cross-site' }
    expect((await member.call('GET', '/api/me', { headers })).json()).toMatchObject({ code: 'cross_site' })
  })

  test('an outdated page can still read, renew and end its session', async () => {
    const other = await running.member()
    const session = await other.call('GET', '/api/session', { headers: FROM_PAGE })
    expect(session.json()).toMatchObject({ authenticated: true })
    expect((await other.call('POST', '/api/session/logout', { headers: FROM_PAGE })).statusCode).toBe(204)
  })

  test('an outdated page can still report its errors', async () => {
    const answer = await member.call('POST', '/api/client-errors', { body: {}, headers: FROM_PAGE })
    expect(answer.json()).toMatchObject({ code: 'invalid_input' })
  })
})

test.for([
  ['a call of a current page', CURRENT],
  ['a call of a program', {}],
  ['a navigation', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
  ['a download', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' }],
] as const)('%s is answered', async ([, headers]) => {
  expect((await member.call('GET', '/api/me', { headers })).statusCode).toBe(200)
})
