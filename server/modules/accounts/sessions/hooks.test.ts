import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'

import { outage } from '#server/testing/stand-ins/google-stand-in.ts'
import { cookieOf, createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'

const fixture = await createSessionFixture()
let uid = ''

beforeEach(() => {
  uid = fixture.newAccount()
})

describe('a signed-in call', () => {
  test('a call without a cookie is 401', async () => {
    expect((await fixture.get('/member')).json()).toMatchObject({ status: 401, code: 'session_required' })
  })

  test('a signed-in call during an outage succeeds while the check is cached, and is then 503', async () => {
    const cookie = await fixture.signIn(uid)
    fixture.google.troubles.set('lookup', outage)

    fixture.pass(29_000)
    expect((await fixture.get('/member', cookie)).statusCode).toBe(200)
    fixture.pass(1_000)
    const answer = await fixture.get('/member', cookie)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.for([
    [
      'disabled',
      'account_disabled',
      () => fixture.google.accounts.set(uid, { localId: uid, disabled: true }),
    ],
    ['deleted', 'account_not_found', () => fixture.google.accounts.delete(uid)],
    [
      'revoked',
      'session_revoked',
      () => (fixture.google.accounts.get(uid)!.validSince = String(fixture.seconds() + 1)),
    ],
  ] as const)(
    'a call of an account that was %s is 401 within 30 s and clears the cookie',
    async ([, code, act]) => {
      const cookie = await fixture.signIn(uid)
      act()

      fixture.pass(30_000)
      const answer = await fixture.get('/member', cookie)

      expect(answer.json()).toMatchObject({ status: 401, code })
      expect(cookieOf(answer)).toBe('')
    },
  )

  test('fifty signed-in calls at once are checked with one user lookup', async () => {
    const cookie = await fixture.signIn(uid)
    const { app } = await fixture.replica()
    await fixture.get('/api/session', undefined, app)
    const before = fixture.google.callsOf('lookup')

    const answers = await Promise.all(Array.from({ length: 50 }, () => fixture.get('/member', cookie, app)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    expect(fixture.google.callsOf('lookup')).toBe(before + 1)
  })

  test('a signed-in call succeeds ten seconds after the address was verified', async () => {
    fixture.account(uid, { verified: false })
    const cookie = await fixture.signIn(uid)
    expect((await fixture.get('/member', cookie)).json()).toMatchObject({
      status: 403,
      code: 'email_unverified',
    })

    fixture.account(uid)
    fixture.pass(10_000)

    expect((await fixture.get('/member', cookie)).statusCode).toBe(200)
  })

  test.for([
    ['pending', 'member_pending'],
    ['suspended', 'member_suspended'],
    ['former', 'member_former'],
  ] as const)('a call of a member who is %s is 403', async ([status, code]) => {
    fixture.memberships.set(uid, { role: 'admin', status, onboarded: true })
    const cookie = await fixture.signIn(uid)

    expect((await fixture.get('/member', cookie)).json()).toMatchObject({ status: 403, code })
    expect((await fixture.get('/admin', cookie)).json()).toMatchObject({ status: 403, code })
  })

  test('a call needs the role, which applies at once when an admin assigns it on this instance', async () => {
    const cookie = await fixture.signIn(uid)
    expect((await fixture.get('/admin', cookie)).json()).toMatchObject({ status: 403, code: 'role_required' })

    fixture.memberships.set(uid, { role: 'admin', status: 'active', onboarded: true })
    fixture.sessions.evict(uid)

    expect((await fixture.get('/admin', cookie)).statusCode).toBe(200)
  })

  test('a role change during a call is not hidden by a cached role', async () => {
    const cookie = await fixture.signIn(uid)
    fixture.pass(30_000)
    const lookup = Promise.withResolvers<ServerResponse>()
    fixture.google.troubles.set('lookup', (_, response) => lookup.resolve(response))
    const underWay = fixture.get('/member', cookie)
    const response = await lookup.promise
    fixture.google.troubles.clear()
    fixture.sessions.evict(uid)
    response.end(JSON.stringify({ users: [fixture.google.accounts.get(uid)] }))
    expect((await underWay).statusCode).toBe(200)
    fixture.memberships.set(uid, { role: 'member', status: 'suspended', onboarded: true })

    expect((await fixture.get('/member', cookie)).json()).toMatchObject({ code: 'member_suspended' })
  })
})

describe('a sensitive action', () => {
  beforeEach(() => void fixture.memberships.set(uid, { role: 'admin', status: 'active', onboarded: true }))

  test('a sensitive action needs a sign-in of the last five minutes', async () => {
    const cookie = await fixture.signIn(uid)
    expect((await fixture.get('/sensitive', cookie)).statusCode).toBe(200)

    fixture.pass(302_000)

    expect((await fixture.get('/sensitive', cookie)).json()).toMatchObject({
      status: 403,
      code: 'reauth_required',
    })
    expect((await fixture.get('/admin', cookie)).statusCode).toBe(200)
  })

  test('a sensitive action bypasses the cache', async () => {
    const cookie = await fixture.signIn(uid)
    const elsewhere = await fixture.replica()
    await fixture.get('/admin', cookie, elsewhere.app)
    await fixture.post('/api/session/logout', cookie)

    expect((await fixture.get('/admin', cookie, elsewhere.app)).statusCode).toBe(200)
    expect((await fixture.get('/sensitive', cookie, elsewhere.app)).json()).toMatchObject({
      code: 'session_ended',
    })
  })

  test('a sensitive action is refused to a person who has just lost the role', async () => {
    const cookie = await fixture.signIn(uid)
    await fixture.get('/admin', cookie)
    fixture.memberships.set(uid, { role: 'member', status: 'active', onboarded: true })

    expect((await fixture.get('/sensitive', cookie)).json()).toMatchObject({
      status: 403,
      code: 'role_required',
    })
  })
})
