import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { outage } from '#server/testing/stand-ins/google-stand-in.ts'
import { cookieOf, createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'
import { claimsOf } from '#server/testing/stand-ins/tokens.ts'

const fixture = await createSessionFixture()
let uid = ''

beforeEach(() => {
  uid = fixture.newAccount()
})

describe('a first exchange', () => {
  test('a first exchange creates the session and its cookie', async () => {
    const answer = await fixture.exchange(fixture.idToken(uid))

    const authTime = new Date(fixture.seconds() * 1000).toISOString()
    const expiresAt = new Date(fixture.seconds() * 1000 + 5 * DAY).toISOString()
    const member = { role: 'member', status: 'active', onboarded: false }
    const user = { uid, email: `${uid}@guildhall.test`, emailVerified: true, member }
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ authenticated: true, user, authTime, expiresAt })
    const setCookie = String(answer.headers['set-cookie'])
    expect(setCookie).toMatch(
      /^__Host-session=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const maxAge = Number(/Max-Age=(\d+)/.exec(setCookie)?.[1])
    expect(Math.abs(maxAge - 5 * 24 * 60 * 60)).toBeLessThanOrEqual(1)
    expect((await fixture.get('/member', cookieOf(answer))).json()).toMatchObject({ id: uid, role: 'member' })
  })

  test.for([
    ['301 s ago', -301],
    ['301 s ahead', 301],
    ['20 s ahead', 20],
  ] as const)('a first exchange with a sign-in %s requires a new sign-in', async ([, offset]) => {
    const answer = await fixture.exchange(fixture.idToken(uid, { auth_time: fixture.seconds() + offset }))

    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'recent_login_required' })
    expect(cookieOf(answer)).toBeUndefined()
  })

  test('a first exchange succeeds with a sign-in almost five minutes ago', async () => {
    const answer = await fixture.exchange(fixture.idToken(uid, { auth_time: fixture.seconds() - 299 }))

    expect(answer.statusCode).toBe(200)
  })

  test('a first exchange with an unverified address creates a session without a membership', async () => {
    fixture.account(uid, { verified: false })

    const answer = await fixture.exchange(fixture.idToken(uid))

    expect(answer.json()).toMatchObject({ authenticated: true, user: { emailVerified: false } })
    expect(answer.json().user).not.toHaveProperty('member')
    expect((await fixture.get('/member', cookieOf(answer))).json()).toMatchObject({
      code: 'email_unverified',
    })
  })

  test.for([
    ['forged', () => `${fixture.idToken(uid)}x`, 'id_token_invalid'],
    ['expired', () => fixture.idToken(uid, { exp: fixture.seconds() - 1 }), 'id_token_expired'],
    ['of nobody', () => fixture.idToken('nobody'), 'account_not_found'],
  ] as const)('a first exchange with a token that is %s is refused', async ([, token, code]) => {
    const answer = await fixture.exchange(token())

    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code })
  })

  test.for(['idTokenKeys', 'lookup', 'createSessionCookie', 'sessionKeys'] as const)(
    'a first exchange during an outage of %s is 503 and sets no cookie',
    async (endpoint) => {
      fixture.google.troubles.set(endpoint, outage)
      const { app } = await fixture.replica()

      const answer = await fixture.exchange(fixture.idToken(uid), undefined, app)

      expect(answer.statusCode).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3)
      expect(answer.headers['set-cookie']).toBeUndefined()
    },
  )
})

describe('a renewal', () => {
  test('a renewal needs no recent sign-in, and ends the old cookie', async () => {
    const signedInAt = fixture.seconds()
    const old = await fixture.signIn(uid)
    fixture.pass(60 * MINUTE)

    const answer = await fixture.exchange(fixture.idToken(uid, { auth_time: signedInAt }), old)

    expect(answer.statusCode).toBe(200)
    expect((await fixture.get('/member', cookieOf(answer))).statusCode).toBe(200)
    expect((await fixture.get('/member', old)).statusCode).toBe(401)
    expect((await fixture.get('/member', old, (await fixture.replica()).app)).statusCode).toBe(401)
  })

  test('a renewal never extends a session beyond its maximum age since the sign-in', async () => {
    const signedInAt = fixture.seconds()
    let cookie: string | undefined = await fixture.signIn(uid)
    for (const days of [3, 1.999]) {
      fixture.pass(days * DAY)
      const answer = await fixture.exchange(fixture.idToken(uid, { auth_time: signedInAt }), cookie)
      expect(answer.json()).toMatchObject({ expiresAt: new Date(signedInAt * 1000 + 5 * DAY).toISOString() })
      cookie = cookieOf(answer)
    }

    // The provider mints no cookie for less than five minutes, so the server itself ends the session in time.
    expect(Number(claimsOf(cookie!)['exp'])).toBeGreaterThan(signedInAt + 5 * 24 * 60 * 60)
    fixture.pass(0.001 * DAY)
    expect((await fixture.get('/member', cookie)).json()).toMatchObject({ code: 'session_expired' })
    const late = await fixture.exchange(fixture.idToken(uid, { auth_time: signedInAt }), cookie)
    expect(late.json()).toMatchObject({ code: 'recent_login_required' })
  })

  test('a renewal by two tabs at the same moment succeeds in both', async () => {
    const signedInAt = fixture.seconds()
    const old = await fixture.signIn(uid)
    fixture.pass(60 * MINUTE)
    const token = fixture.idToken(uid, { auth_time: signedInAt })

    const first = await fixture.exchange(token, old)
    const second = await fixture.exchange(token, old)

    for (const answer of [first, second]) {
      expect((await fixture.get('/member', cookieOf(answer))).statusCode).toBe(200)
    }
  })

  test('a renewal keeps the new cookie despite a pending request with the old one', async () => {
    const old = await fixture.signIn(uid)
    await fixture.signIn(uid, old)

    const overtaken = await fixture.get('/member', old)
    expect(overtaken.json()).toMatchObject({ code: 'session_replaced' })
    expect(overtaken.headers['set-cookie']).toBeUndefined()

    fixture.pass(31_000)
    const late = await fixture.get('/member', old)
    expect(late.json()).toMatchObject({ code: 'session_ended' })
    expect(cookieOf(late)).toBe('')
  })

  test('a renewal with the old cookie is refused after the new session was logged out', async () => {
    const signedInAt = fixture.seconds()
    const old = await fixture.signIn(uid)
    fixture.pass(60 * MINUTE)
    const token = fixture.idToken(uid, { auth_time: signedInAt })
    const renewed = cookieOf(await fixture.exchange(token, old))
    await fixture.post('/api/session/logout', renewed)

    expect((await fixture.exchange(token, old)).json()).toMatchObject({ code: 'recent_login_required' })
    expect((await fixture.exchange(token, renewed)).json()).toMatchObject({ code: 'recent_login_required' })
  })

  test('a renewal ends the old cookie even if it was used while the new one was minted', async () => {
    const old = await fixture.signIn(uid)
    const mint = Promise.withResolvers<ServerResponse>()
    fixture.google.troubles.set('createSessionCookie', (_, response) => mint.resolve(response))
    const renewal = fixture.exchange(fixture.idToken(uid), old)
    const response = await mint.promise
    expect((await fixture.get('/member', old)).statusCode).toBe(200)
    const sessionCookie = fixture.google.sessionCookie({ sub: uid, minted: 'while in use' })
    response.end(JSON.stringify({ sessionCookie }))

    expect((await renewal).statusCode).toBe(200)
    expect((await fixture.get('/member', old)).statusCode).toBe(401)
  })

  test('a renewal during an outage is 503, and the old session stays valid', async () => {
    const old = await fixture.signIn(uid)
    fixture.google.troubles.set('createSessionCookie', outage)

    const answer = await fixture.exchange(fixture.idToken(uid), old)

    expect(answer.statusCode).toBe(503)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await fixture.get('/member', old)).statusCode).toBe(200)
  })
})

test('a sign-in with another account replaces a live session, and is audited', async () => {
  const other = `${uid}-other`
  fixture.account(other)
  const cookie = await fixture.signIn(uid)
  fixture.pass(1_000)

  const answer = await fixture.exchange(fixture.idToken(other), cookie)

  expect(answer.json()).toMatchObject({ user: { uid: other } })
  expect((await fixture.get('/member', cookie)).json()).toMatchObject({ code: 'session_ended' })
  expect(await fixture.audited()).toContainEqual(
    expect.objectContaining({ action: 'session.switched', actor: other, target: uid }),
  )
})

test('a sign-in with another account must be recent, and otherwise changes nothing', async () => {
  const other = `${uid}-other`
  fixture.account(other)
  const cookie = await fixture.signIn(uid)

  const answer = await fixture.exchange(
    fixture.idToken(other, { auth_time: fixture.seconds() - 301 }),
    cookie,
  )

  expect(answer.json()).toMatchObject({ code: 'recent_login_required' })
  expect((await fixture.get('/member', cookie)).json()).toMatchObject({ id: uid })
})
