import { beforeEach, describe, expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'

const fixture = await createSessionFixture()
let uid = ''

const behind = (await fixture.replica({ behind: MINUTE })).app
beforeEach(() => {
  uid = fixture.newAccount()
})

describe('a replica whose clock is a minute behind', () => {
  test('a replica whose clock is behind neither accepts nor clears a cookie that another has just made', async () => {
    const cookie = await fixture.signIn(uid)

    for (const url of ['/member', '/api/session']) {
      const answer = await fixture.get(url, cookie, behind)
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await fixture.get('/member', cookie)).statusCode).toBe(200)
  })

  test('a replica whose clock is behind answers 503 instead of ending a session that it cannot check', async () => {
    const cookie = await fixture.signIn(uid)
    const old = { auth_time: fixture.seconds() - 70, iat: fixture.seconds() - 70 }

    expect((await fixture.exchange(fixture.idToken(uid, old), cookie, behind)).statusCode).toBe(503)
    expect((await fixture.post('/api/session/logout', cookie, behind)).statusCode).toBe(503)
    expect((await fixture.get('/member', cookie)).statusCode).toBe(200)
  })

  test('a replica whose clock is behind accepts sessions that are older than its clock error', async () => {
    const cookie = await fixture.signIn(uid)
    fixture.pass(MINUTE)

    expect((await fixture.get('/member', cookie, behind)).statusCode).toBe(200)
  })

  test('a replica whose clock is behind refuses a new sign-in and keeps the old cookie', async () => {
    const cookie = await fixture.signIn(uid)
    fixture.pass(MINUTE)

    const answer = await fixture.exchange(fixture.idToken(uid), cookie, behind)
    expect(answer.json()).toMatchObject({ status: 401, code: 'recent_login_required' })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})
