import { beforeEach, describe, expect, test } from 'vitest'

import type { OwnSessionList } from '#shared/accounts/sessions.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { cookieOf, createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'

import { sessionIdOf, sessions as sessionRecords } from './collection.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const PATH = '/api/sessions'

const fixture = await createSessionFixture()
let uid = ''

beforeEach(() => {
  uid = fixture.newAccount()
})

const pathOf = (cookie: string) => `${PATH}/${sessionIdOf(cookie)}`
const listed = async (cookie: string) =>
  (await fixture.get(PATH, cookie)).json<OwnSessionList>().items.map(({ id }) => id)
const status = async (cookie: string, on = fixture.app) =>
  (await fixture.get('/member', cookie, on)).statusCode
const now = () => new Date(fixture.clock()).toISOString()
const nowInSeconds = () => new Date(fixture.seconds() * 1_000).toISOString()

describe('the list of sessions', () => {
  test('the list of sessions has the current one first, with its start and device', async () => {
    const laptop = await fixture.signIn(uid)
    fixture.pass(HOUR)
    const answer = await fixture.exchange(fixture.idToken(uid), undefined, fixture.app, FIREFOX)
    const phone = cookieOf(answer)!
    const signedInAt = nowInSeconds()

    const { items } = (await fixture.get(PATH, phone)).json<OwnSessionList>()
    expect(items.map(({ id, current }) => [id, current])).toEqual([
      [sessionIdOf(phone), true],
      [sessionIdOf(laptop), false],
    ])
    expect(items[0]).toEqual({
      id: sessionIdOf(phone),
      current: true,
      signedInAt,
      lastSeenAt: now(),
      browser: 'Firefox',
      system: 'Linux',
    })
  })

  test('the list of sessions shows each active session of the member once', async () => {
    const laptop = await fixture.signIn(uid)
    const ended = await fixture.signIn(uid)
    await fixture.post('/api/session/logout', ended)
    const other = `other-${uid}`
    fixture.account(other)
    await fixture.signIn(other)
    const renewed = await fixture.signIn(uid, laptop)

    expect(await listed(renewed)).toEqual([sessionIdOf(renewed)])
  })

  test('the list of sessions omits sessions that the provider has revoked, for example by a new password', async () => {
    await fixture.signIn(uid)
    fixture.pass(60_000)
    Object.assign(fixture.google.accounts.get(uid)!, { validSince: String(fixture.seconds()) })
    const cookie = await fixture.signIn(uid)

    expect(await listed(cookie)).toEqual([sessionIdOf(cookie)])
  })

  test('the list of sessions shows when each was last used, with one write an hour', async () => {
    const cookie = await fixture.signIn(uid)
    const seen = async () => (await fixture.store.get(sessionRecords, sessionIdOf(cookie)))?.lastSeenAt
    const signedInAt = now()
    fixture.pass(HOUR - 1_000)
    await fixture.get('/member', cookie)
    expect(await seen()).toBe(signedInAt)

    fixture.pass(31_000)
    await Promise.all([
      fixture.get('/member', cookie),
      fixture.get('/member', cookie, (await fixture.replica()).app),
    ])
    await expect.poll(seen).toBe(now())
  })
})

describe('ending sessions', () => {
  test('ending one session takes effect on every replica within two seconds, and no other session ends', async () => {
    const [laptop, phone, tablet] = [
      await fixture.signIn(uid),
      await fixture.signIn(uid),
      await fixture.signIn(uid),
    ]
    const elsewhere = await fixture.replica()
    await elsewhere.sessions.syncEnds()
    expect(await status(phone, elsewhere.app)).toBe(200)

    expect((await fixture.delete(pathOf(phone), laptop)).statusCode).toBe(204)

    expect(await status(phone)).toBe(401)
    // Every replica does this each second.
    await elsewhere.sessions.syncEnds()
    expect((await fixture.get('/member', phone, elsewhere.app)).json()).toMatchObject({
      code: 'session_ended',
    })
    expect([await status(laptop), await status(tablet)]).toEqual([200, 200])
    expect((await fixture.delete(pathOf(phone), laptop)).statusCode).toBe(204)
    const { items } = await fixture.store.find(auditEntries, {
      where: { actor: uid },
      orderBy: 'at',
      limit: 50,
    })
    expect(items.filter(({ action }) => action === 'session.ended_elsewhere')).toHaveLength(1)
  })

  test('all other sessions end, and the current one stays', async () => {
    const [laptop, phone, tablet] = [
      await fixture.signIn(uid),
      await fixture.signIn(uid),
      await fixture.signIn(uid),
    ]

    expect((await fixture.delete(PATH, phone)).statusCode).toBe(204)

    expect([await status(laptop), await status(phone), await status(tablet)]).toEqual([401, 200, 401])
    expect(await listed(phone)).toEqual([sessionIdOf(phone)])
  })

  test('ending a session that was renewed since the list was shown ends the renewed one', async () => {
    const [laptop, phone] = [await fixture.signIn(uid), await fixture.signIn(uid)]
    const renewed = await fixture.signIn(uid, phone)

    await fixture.delete(pathOf(phone), laptop)

    expect(await status(renewed)).toBe(401)
  })

  test('another member’s session, or an unknown one, is not found', async () => {
    const cookie = await fixture.signIn(uid)
    const other = `other-${uid}`
    fixture.account(other)
    const others = await fixture.signIn(other)

    for (const path of [pathOf(others), `${PATH}/unknown`]) {
      const answer = await fixture.delete(path, cookie)
      expect(answer.json()).toMatchObject({ status: 404, code: 'session_not_found' })
    }
    expect(await status(others)).toBe(200)
  })

  test('an ended session cannot be restored with its ID token, but a new sign-in works', async () => {
    const laptop = await fixture.signIn(uid)
    const token = fixture.idToken(uid)
    const phone = cookieOf(await fixture.exchange(token))!
    fixture.pass(1_000)
    await fixture.delete(PATH, laptop)

    const again = await fixture.exchange(token)
    expect(again.json()).toMatchObject({ status: 401, code: 'session_ended' })
    expect((await fixture.exchange(token, phone)).statusCode).toBe(401)
    // The current session is still renewed.
    expect((await fixture.exchange(token, laptop)).statusCode).toBe(200)
    fixture.pass(1_000)
    expect(await status(await fixture.signIn(uid))).toBe(200)
  })
})

test.for([
  ['DELETE', PATH],
  ['DELETE', `${PATH}/any`],
  ['POST', `${PATH}/credential-changes`],
] as const)('%s %s needs a sign-in of the last five minutes', async ([method, url]) => {
  const cookie = await fixture.signIn(uid)
  const other = await fixture.signIn(uid)
  fixture.pass(302_000)
  const send = (session: string) =>
    fixture.app.inject({
      method,
      url,
      headers: { cookie: `__Host-session=${session}` },
      payload: method === 'POST' ? { change: 'email_change' } : undefined,
    })

  expect((await send(cookie)).json()).toMatchObject({ status: 403, code: 'reauth_required' })
  expect(await status(other)).toBe(200)
  expect((await send(await fixture.signIn(uid))).statusCode).toBe(url.endsWith('any') ? 404 : 204)
})

test('Google is removed only while there is a password, even if another tab has just removed that', async () => {
  const cookie = await fixture.signIn(uid)
  const account = fixture.google.accounts.get(uid)!
  const remove = () =>
    fixture.app.inject({
      method: 'POST',
      url: `${PATH}/credential-changes`,
      headers: { cookie: `__Host-session=${cookie}` },
      payload: { change: 'google_unlink' },
    })
  const google = { providerId: 'google.com', rawId: '1' }
  const password = { providerId: 'password', rawId: account.email }
  Object.assign(account, { providerUserInfo: [google, password] })
  expect((await remove()).statusCode).toBe(204)
  Object.assign(account, { providerUserInfo: [google] })
  expect((await remove()).json()).toMatchObject({ status: 409, code: 'last_sign_in_method' })
})

test('a change of credentials is audited', async () => {
  const cookie = await fixture.signIn(uid)
  await fixture.app.inject({
    method: 'POST',
    url: `${PATH}/credential-changes`,
    headers: { cookie: `__Host-session=${cookie}` },
    payload: { change: 'google_link' },
  })
  const { items } = await fixture.store.find(auditEntries, {
    where: { actor: uid },
    orderBy: 'at',
    limit: 50,
  })
  // Both are at the same instant of the test's clock.
  expect(items.map(({ action }) => action).toSorted()).toEqual([
    'account.google_link_started',
    'session.exchanged',
  ])
})

test('a renewal with a token for another email looks the account up again', async () => {
  const cookie = await fixture.signIn(uid)
  const email = `${uid}@new.test`
  Object.assign(fixture.google.accounts.get(uid)!, { email })

  const answer = await fixture.exchange(fixture.idToken(uid, { email }), cookie)

  expect(answer.json()).toMatchObject({ user: { email } })
})
