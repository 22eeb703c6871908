import { beforeEach, describe, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { outage } from '#server/testing/stand-ins/google-stand-in.ts'
import { createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'
import { createSigningKey, signRs256 } from '#server/testing/stand-ins/tokens.ts'

import { sessions as sessionRecords } from './collection.ts'

const fixture = await createSessionFixture()
let uid = ''

beforeEach(() => {
  uid = fixture.newAccount()
})

describe('GET /api/session', () => {
  test('a visitor without a cookie is signed out', async () => {
    const answer = await fixture.get('/api/session')

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ authenticated: false })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('a cached response equals the first, and does not extend the session', async () => {
    const cookie = await fixture.signIn(uid)
    const { app } = await fixture.replica()
    const [first, second] = [
      await fixture.get('/api/session', cookie, app),
      await fixture.get('/api/session', cookie, app),
    ]
    fixture.pass(60_000)
    const later = await fixture.get('/api/session', cookie, app)

    for (const answer of [first, second, later]) {
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.json()).toEqual(first.json())
    }
    expect(first.json()).toMatchObject({ authenticated: true, user: { uid } })
  })

  test('a forged cookie is answered as signed out, and cleared', async () => {
    const forged = signRs256(fixture.google.cookieClaims({ sub: uid }), createSigningKey())

    const answer = await fixture.get('/api/session', forged)

    expect(answer.json()).toEqual({ authenticated: false })
    expect(answer.headers['set-cookie']).toBe(
      '__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
    )
  })

  test.for(['sessionKeys', 'lookup'] as const)(
    'a session during an outage of %s is 503 and keeps the cookie',
    async (endpoint) => {
      const cookie = await fixture.signIn(uid)
      fixture.google.troubles.set(endpoint, outage)

      const answer = await fixture.get('/api/session', cookie, (await fixture.replica()).app)

      expect(answer.statusCode).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3)
      expect(answer.headers['set-cookie']).toBeUndefined()
    },
  )

  test('a request with two session cookies is 400', async () => {
    const cookie = await fixture.signIn(uid)

    const answer = await fixture.app.inject({
      url: '/api/session',
      headers: { cookie: `a=b; __Host-session=${cookie}; __Host-session=${cookie}` },
    })

    expect(answer.statusCode).toBe(400)
  })
})

test('the record of a session is deleted once its cookie has expired', async () => {
  const { id } = await fixture.sessions.authenticate(await fixture.signIn(uid))
  await fixture.sessions.deleteExpired()
  expect(await fixture.store.get(sessionRecords, id)).toBeDefined()

  fixture.pass(5 * DAY + 1_000)
  await fixture.sessions.deleteExpired()

  expect(await fixture.store.get(sessionRecords, id)).toBeUndefined()
})
