import { beforeEach, expect, test } from 'vitest'

import { outage } from '#server/testing/stand-ins/google-stand-in.ts'
import { createSessionFixture } from '#server/testing/fixtures/session-fixture.ts'

const fixture = await createSessionFixture()
let browser: ReturnType<typeof openBrowser>
let uid = ''

beforeEach(() => {
  uid = fixture.newAccount()
  browser = openBrowser()
})

/** Calls with the cookies that earlier answers have set. */
function openBrowser() {
  const jar = new Map<string, string>()
  async function post(url: string, payload?: object, app = fixture.app) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({ method: 'POST', url, headers: { cookie }, payload })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return {
    jar,
    exchange: (idToken: string, app = fixture.app) => post('/api/session', { idToken }, app),
    signOut: (route = 'logout', app = fixture.app) => post(`/api/session/${route}`, undefined, app),
  }
}

const refused = {
  status: 401,
  code: 'session_ended',
  title: 'You signed out. Sign in again.',
}

test('an ID token from before a sign-out opens no session in that browser', async () => {
  const token = fixture.idToken(uid)
  await browser.exchange(token)
  fixture.pass(60_000)
  await browser.signOut()

  const renewedLater = fixture.idToken(uid, { auth_time: fixture.seconds() - 61 })
  for (const late of [token, renewedLater])
    expect((await browser.exchange(late)).json()).toMatchObject(refused)
  expect(browser.jar.has('__Host-session')).toBe(false)
})

test('every replica refuses an ID token from before a sign-out', async () => {
  const token = fixture.idToken(uid)
  await browser.exchange(token)
  await browser.signOut()

  const { app } = await fixture.replica()
  expect((await browser.exchange(token, app)).json()).toMatchObject(refused)
})

test('a sign-in that had opened no session before a sign-out opens none after it', async () => {
  await browser.exchange(fixture.idToken(uid))
  fixture.pass(20_000)
  const unused = fixture.idToken(uid)
  fixture.google.accounts.get(uid)!.lastLoginAt = String(fixture.clock())
  fixture.pass(5_000)
  await browser.signOut()

  expect((await browser.exchange(unused)).json()).toMatchObject(refused)
})

test.for(['logout', 'logout-all'])('a sign-in right after %s opens a session', async (route) => {
  await browser.exchange(fixture.idToken(uid))
  expect((await browser.signOut(route)).statusCode).toBe(204)

  expect((await browser.exchange(fixture.idToken(uid))).statusCode).toBe(200)
})

test('a sign-in right after a sign-out opens a session although the server’s clock is ahead of the provider’s', async () => {
  const providerSeconds = () => fixture.seconds() - 60
  await browser.exchange(fixture.idToken(uid, { auth_time: providerSeconds() }))
  fixture.pass(5_000)
  await browser.signOut()

  expect((await browser.exchange(fixture.idToken(uid, { auth_time: providerSeconds() }))).statusCode).toBe(
    200,
  )
})

test('a sign-out leaves other accounts and other browsers alone', async () => {
  const other = `${uid}-other`
  fixture.account(other)
  const [token, tokenOfOther] = [fixture.idToken(uid), fixture.idToken(other)]
  await browser.exchange(token)
  await browser.signOut()

  expect((await browser.exchange(tokenOfOther)).json()).toMatchObject({ user: { uid: other } })
  expect((await openBrowser().exchange(token)).statusCode).toBe(200)
})

test('a browser remembers the sign-outs of several accounts', async () => {
  const other = `${uid}-other`
  fixture.account(other)
  const tokens = [fixture.idToken(uid), fixture.idToken(other)]
  for (const token of tokens) {
    await browser.exchange(token)
    await browser.signOut()
  }

  for (const token of tokens) expect((await browser.exchange(token)).json()).toMatchObject(refused)
})

test('an ID token from before a sign-out does not replace the session of a later sign-in', async () => {
  const token = fixture.idToken(uid)
  await browser.exchange(token)
  await browser.signOut()
  await browser.exchange(fixture.idToken(uid))
  const session = browser.jar.get('__Host-session')

  expect((await browser.exchange(token)).json()).toMatchObject(refused)
  expect(browser.jar.get('__Host-session')).toBe(session)
})

test('a sign-out takes effect although the provider cannot be reached', async () => {
  const token = fixture.idToken(uid)
  await browser.exchange(token)
  fixture.google.troubles.set('lookup', outage)
  expect((await browser.signOut()).statusCode).toBe(204)
  fixture.google.troubles.clear()

  expect((await browser.exchange(token)).json()).toMatchObject(refused)
})

test('a damaged cookie of sign-outs is ignored', async () => {
  for (const value of ['x', '~', '1e99:x', '99999999999999:x', '__proto__', `-5:${uid}`]) {
    browser.jar.set('__Host-signed-out', value)
    expect((await browser.exchange(fixture.idToken(uid))).statusCode).toBe(200)
  }
})
