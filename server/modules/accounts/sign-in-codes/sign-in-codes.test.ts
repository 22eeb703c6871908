import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { type Identity, IdentityError } from '#server/identity/port.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createSmtpMailer } from '#server/mail/smtp.ts'
import type { Mailer } from '#server/mail/port.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { browserAt } from '#server/testing/fixtures/emailed-links.ts'
import { startMailServer } from '#server/tools/mail-server.ts'

import { codeRequests, signInCodes } from './collection.ts'
import { CODE_TRIES } from './service.ts'

const STRANGER = 'the stranger’s password'
const emulator = inject('authEmulator')
const provider = browserAt(emulator)

let app: TestApp
let mails: Awaited<ReturnType<typeof startMailServer>>
let mailer: Mailer
let real: Identity
/** Replaces calls of the identity provider, for one test. */
let trouble: Partial<Identity>
beforeEach(async () => {
  mails = await startMailServer()
  const from = { name: 'Guildhall', address: 'hello@guildhall.test' }
  mailer = createSmtpMailer({ url: mails.url, from, clock: systemClock })
  real = createFirebaseIdentity({
    projectId: emulator.projectId,
    apiKey: 'any',
    authEmulatorHost: emulator.host,
    clock: systemClock,
  })
  trouble = {}
  const identity = new Proxy(real, {
    get: (target, name) => Reflect.get(trouble, name) ?? Reflect.get(target, name),
  })
  app = await startTestApp({ mailer, identity, env: { LANGUAGES: 'en,de' } })
})
afterEach(async () => {
  await app.close()
  mailer.close()
  await mails.close()
})

const newAddress = () => `${randomUUID()}@people.test`
const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie']].flat().map((line) => String(line).split(';')[0]!)

const ask = (
  email: unknown,
  { on = app, headers = {} }: { on?: TestApp; headers?: Record<string, string> } = {},
) => on.visitor('POST', '/api/sign-in-codes', { body: { email }, headers })
const enter = (code: unknown, cookie?: string, on = app) =>
  on.visitor('POST', '/api/sign-in-codes/use', { body: { code }, headers: { cookie } })

/** Requests a code. @returns it from the email, and the cookie of the browser */
async function requestCode(email: string, headers: Record<string, string> = {}) {
  const answer = await ask(email, { headers })
  expect(answer.statusCode).toBe(204)
  const [cookie] = cookiesOf(answer)
  await app.services.notifications.emails.sendDue()
  const mail = mails.received().findLast(({ to }) => to === email)!.parsed
  return { cookie: cookie!, code: /^\d{6}/.exec(mail.subject!)![0], mail }
}

const statusesOf = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)

const other = (code: string) => String((Number(code) + 1) % 1e6).padStart(6, '0')

/** Signs in at the provider with the token, and exchanges that for a session. */
async function exchange(token: string) {
  const { idToken } = await provider.post('signInWithCustomToken', { token })
  const answer = await app.visitor('POST', '/api/session', { body: { idToken } })
  return { answer, idToken, cookie: cookiesOf(answer)[0]! }
}

async function signInByCode(email: string, more?: string) {
  const { code, cookie } = await requestCode(email)
  const used = await enter(code, [cookie, more].filter(Boolean).join('; '))
  expect(used.statusCode).toBe(200)
  return exchange(used.json<{ token: string }>().token)
}

test('a code signs a new person in, with a verified address and no password', async () => {
  const email = newAddress()
  const { answer } = await signInByCode(email)
  expect(answer.json()).toMatchObject({
    authenticated: true,
    user: { email, emailVerified: true, member: { role: 'member', status: 'active', onboarded: false } },
  })
  await expect(provider.signIn(email, STRANGER)).rejects.toThrow(/INVALID/)
})

test('a code signs a member in to the account that the address has', async () => {
  const { email, uid } = await app.member()
  const { answer } = await signInByCode(email)
  expect(answer.json()).toMatchObject({ user: { uid, emailVerified: true } })
  await expect(provider.signIn(email, 'correct horse')).resolves.toMatchObject({ localId: uid })
})

test('the email has the code in its subject and text, in the language of the request, and no link', async () => {
  const email = newAddress()
  const { code, mail } = await requestCode(email, { 'accept-language': 'de' })
  expect(mail.subject).toBe(`${code} ist dein Code für Guildhall`)
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain(code)
    expect(body).toContain('10 Minuten')
    expect(body).not.toMatch(/href|https?:/)
  }
})

test('a code is accepted with spaces, as people and programs paste it', async () => {
  const { code, cookie } = await requestCode(newAddress())
  expect((await enter(` ${code.slice(0, 3)} ${code.slice(3)}\n`, cookie)).statusCode).toBe(200)
})

test('a code works once, also when requests with it race', async () => {
  const { code, cookie } = await requestCode(newAddress())
  const answers = await Promise.all(Array.from({ length: 8 }, () => enter(code, cookie)))
  expect(statusesOf(answers)).toEqual([200, ...Array(7).fill(404)])
  expect((await enter(code, cookie)).json()).toMatchObject({ code: 'code_not_found' })
})

test('the fifth wrong try ends a code, also when tries race', async () => {
  const { code, cookie } = await requestCode(newAddress())
  const wrong = await Promise.all(Array.from({ length: CODE_TRIES + 2 }, () => enter(other(code), cookie)))
  expect(statusesOf(wrong)).toEqual([400, 400, 400, 400, 404, 404, 404])
  expect((await enter(code, cookie)).statusCode).toBe(404)
})

test('a code still works after four wrong tries', async () => {
  const { code, cookie } = await requestCode(newAddress())
  for (let tries = 1; tries < CODE_TRIES; tries++)
    expect((await enter(other(code), cookie)).json()).toMatchObject({ fields: { code: expect.any(String) } })
  expect((await enter(code, cookie)).statusCode).toBe(200)
})

test('a code expires after ten minutes', async () => {
  const { code, cookie } = await requestCode(newAddress())
  app.advance(10 * MINUTE)
  expect((await enter(code, cookie)).statusCode).toBe(404)
})

test('a code works only in the browser that requested it', async () => {
  const email = newAddress()
  const theirs = await requestCode(email)
  const attackers = await requestCode(email)
  for (const cookie of [undefined, '__Host-sign-in-code=x', `${theirs.cookie}x`])
    expect((await enter(theirs.code, cookie)).statusCode).toBe(404)
  // Both codes are the same once in a million times.
  expect((await enter(other(attackers.code), attackers.cookie)).statusCode).toBe(400)
  const swapped = await enter(theirs.code, attackers.cookie)
  expect(swapped.statusCode).toBe(theirs.code === attackers.code ? 200 : 400)
  expect((await enter(theirs.code, theirs.cookie)).statusCode).toBe(200)
})

test('the cookie of a code is bound to the host and out of reach of scripts and other sites', async () => {
  const answer = await ask(newAddress())
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^__Host-sign-in-code=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('another replica accepts the code and counts its tries', async () => {
  const second = await startTestApp({ mailer, store: app.store })
  const { code, cookie } = await requestCode(newAddress())
  for (const on of [app, second, app, second])
    expect((await enter(other(code), cookie, on)).statusCode).toBe(400)
  expect((await enter(code, cookie, second)).statusCode).toBe(200)
  expect((await enter(code, cookie, app)).statusCode).toBe(404)
  await second.close()
})

test('neither the answer nor the work for it depends on whether the address has an account', async () => {
  const { email } = await app.member()
  const lookups: unknown[] = []
  trouble.lookupUserByEmail = async (...asked) => {
    lookups.push(asked)
    throw new IdentityError('unavailable')
  }
  const answers = [await ask(email), await ask(newAddress())]
  const seen = answers.map(({ statusCode, body, headers }) => [statusCode, body, Object.keys(headers)])
  expect(seen[0]).toEqual(seen[1])
  expect(lookups).toEqual([])
  await app.services.notifications.emails.sendDue()
  expect(mails.received()).toHaveLength(2)
})

test('an address gets ten codes a day from all networks and replicas', async () => {
  const email = newAddress()
  const second = await startTestApp({ mailer, store: app.store })
  const statuses = []
  for (let times = 0; times < 12; times++)
    statuses.push((await ask(email, { on: times % 2 ? app : second })).statusCode)
  expect(statuses).toEqual([...Array(10).fill(204), 429, 429])
  const refused = await ask(email.toUpperCase())
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(HOUR / 1000)
  expect((await ask(newAddress())).statusCode).toBe(204)
  app.advance(DAY)
  expect((await ask(email)).statusCode).toBe(204)
  await second.close()
})

test('a network gets 300 codes an hour, whatever the addresses', async () => {
  const store = app.store
  await ask(newAddress())
  const counted = await allOf(store, codeRequests, {})
  const network = counted.find(({ expiresAt }) => Date.parse(expiresAt) <= app.clock() + HOUR)!
  await store.transact(async (tx) => tx.put(codeRequests, { ...network, count: 300 }))
  expect((await ask(newAddress())).statusCode).toBe(429)
  app.advance(HOUR)
  expect((await ask(newAddress())).statusCode).toBe(204)
})

test('the store contains neither codes nor cookies, and nothing of a code once it has expired', async () => {
  const { code, cookie } = await requestCode(newAddress())
  const stored = JSON.stringify(
    await Promise.all([allOf(app.store, signInCodes, {}), allOf(app.store, emails, {})]),
  )
  expect(stored).not.toContain(`"${code}"`)
  expect(stored).not.toContain(cookie.split('=')[1])
  app.advance(DAY + MINUTE)
  await app.services.accounts.signInCodes.deleteExpired()
  expect(await allOf(app.store, signInCodes, {})).toEqual([])
  expect(await allOf(app.store, codeRequests, {})).toEqual([])
})

test('a code that has expired before the mail server took it is not sent', async () => {
  await ask(newAddress())
  app.advance(11 * MINUTE)
  await app.services.notifications.emails.sendDue()
  expect(mails.received()).toEqual([])
})

test('a stranger who registered the address first loses the account to its owner', async () => {
  const email = newAddress()
  const stranger = await provider.createAccount(email, STRANGER)
  const session = await app.visitor('POST', '/api/session', { body: { idToken: stranger.idToken } })
  const strangerCookie = cookiesOf(session)[0]!
  await provider.google(`${randomUUID()}@strangers.test`, { idToken: stranger.idToken })

  const { answer, cookie } = await signInByCode(email)
  expect(answer.json()).toMatchObject({ user: { email, emailVerified: true } })
  expect(answer.json<{ user: { uid: string } }>().user.uid).not.toBe(stranger.localId)
  const me = (of: string) => app.visitor('GET', '/api/me', { headers: { cookie: of } })
  expect((await me(cookie)).statusCode).toBe(200)
  expect((await me(strangerCookie)).statusCode).toBe(401)
  const again = await app.visitor('POST', '/api/session', { body: { idToken: stranger.idToken } })
  expect(again.statusCode).toBe(401)
  await expect(provider.signIn(email, STRANGER)).rejects.toThrow(/INVALID/)
})

test('a forged session cookie does not keep an account that someone else created', async () => {
  const email = newAddress()
  await provider.createAccount(email, STRANGER)
  await signInByCode(email, '__Host-session=forged')
  await expect(provider.signIn(email, STRANGER)).rejects.toThrow(/INVALID/)
})

test('a code verifies the account to which the browser is signed in, which keeps its password', async () => {
  const email = newAddress()
  const account = await provider.createAccount(email, STRANGER)
  const session = await app.visitor('POST', '/api/session', { body: { idToken: account.idToken } })
  const { answer } = await signInByCode(email, cookiesOf(session)[0])
  expect(answer.json()).toMatchObject({ user: { uid: account.localId, emailVerified: true } })
  await expect(provider.signIn(email, STRANGER)).resolves.toMatchObject({ localId: account.localId })
})

test('an account that changes its address while its code is used is not verified with the new one', async () => {
  const email = newAddress()
  const victim = newAddress()
  const account = await provider.createAccount(email, STRANGER)
  const session = await app.visitor('POST', '/api/session', { body: { idToken: account.idToken } })
  trouble.updateUser = async (uid, change) => {
    await real.updateUser(uid, { email: victim })
    await real.updateUser(uid, change)
  }
  const { answer } = await signInByCode(email, cookiesOf(session)[0])
  expect(answer.json()).toMatchObject({ user: { email, emailVerified: true } })
})

test('a member whose address became unverified keeps the account, and its old password no longer works', async () => {
  const { email, uid, call } = await app.member()
  await real.updateUser(uid, { emailVerified: false })
  const { answer } = await signInByCode(email)
  expect(answer.json()).toMatchObject({ user: { uid, email, emailVerified: true } })
  expect((await call('GET', '/api/me')).statusCode).toBe(401)
  await expect(provider.signIn(email, 'correct horse')).rejects.toThrow(/INVALID/)
})

test('a disabled account gets the answer that its password gets', async () => {
  const { email, uid } = await app.member()
  await app.emulator.updateUser(uid, { disableUser: true })
  const { code, cookie } = await requestCode(email)
  expect((await enter(code, cookie)).json()).toMatchObject({ status: 403, code: 'account_disabled' })
})

test('an outage of the identity provider is 503 with the time to wait', async () => {
  const { code, cookie } = await requestCode(newAddress())
  trouble.lookupUserByEmail = async () => {
    throw new IdentityError('unavailable')
  }
  const answer = await enter(code, cookie)
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
})

test.for([
  ['no address', 'nobody'],
  ['a line break', 'a@b.test\nbcc: c@d.test'],
  ['a list', ['a@b.test']],
  ['an object', { a: 1 }],
  ['too long an address', `${'a'.repeat(250)}@b.test`],
  ['a space', 'a b@c.test'],
])('%s is refused as an address', async ([, email]) => {
  expect((await ask(email)).statusCode).toBe(400)
})

test.for([
  ['letters', 'abcdef'],
  ['nothing', ''],
  ['digits of another script', '١٢٣٤٥٦'],
  ['a number', 123_456],
  ['a long text', '1'.repeat(5_000)],
])('%s is refused as a code', async ([, code]) => {
  const { cookie } = await requestCode(newAddress())
  expect((await enter(code, cookie)).statusCode).toBe(400)
})

test('other sites can neither request nor use codes', async () => {
  for (const url of ['/api/sign-in-codes', '/api/sign-in-codes/use']) {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    const body = { email: newAddress() }
    expect((await app.visitor('POST', url, { body, headers: foreign })).statusCode).toBe(403)
    expect((await app.visitor('POST', url, { body, headers: { 'x-csrf': undefined } })).statusCode).toBe(403)
  }
})

test('without a mail server, or switched off, there are no codes', async () => {
  const without = await startTestApp()
  const off = await startTestApp({ mailer, env: { SIGN_IN_CODES: 'off' } })
  for (const on of [without, off]) {
    expect((await ask(newAddress(), { on })).json()).toMatchObject({ status: 403, code: 'codes_off' })
    expect(await on.services.accounts.signInCodes.prepare()).toBe(false)
    await on.close()
  }
})

test('credentials that cannot sign tokens switch codes off', async () => {
  expect(await app.services.accounts.signInCodes.prepare()).toBe(true)
  trouble.canSignTokens = async () => false
  expect(await app.services.accounts.signInCodes.prepare()).toBe(false)
  expect((await ask(newAddress())).json()).toMatchObject({ code: 'codes_off' })
})
