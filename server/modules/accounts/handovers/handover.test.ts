import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Identity, IdentityError } from '#server/identity/port.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { browserAt } from '#server/testing/fixtures/emailed-links.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { systemClock } from '#server/lib/clock.ts'

import { handovers } from './collection.ts'

const STRANGER = 'the stranger’s password'
const OWNER = 'the owner’s password'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

const emulator = inject('authEmulator')
const browser = browserAt(emulator)
const admins = Array.from({ length: 40 }, () => `${randomUUID()}@admins.test`)

let app: TestApp
let real: Identity
/** Replaces calls of the identity provider, for one test. */
let trouble: Partial<Identity>
beforeEach(async () => {
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
  app = await startTestApp({ identity, env: { ADMIN_EMAILS: admins.join(',') } })
})
afterEach(() => app.close())

const exchange = (idToken: string, cookie?: string) =>
  app.visitor('POST', '/api/session', {
    body: { idToken },
    headers: { 'user-agent': CHROME, ...(cookie && { cookie }) },
  })
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''
const as = (cookie: string, url = '/api/me') => app.visitor('GET', url, { headers: { cookie } })
const post = (action: string, body: object) => app.visitor('POST', `/api/action-links/${action}`, { body })
const opened = async (code: string) => (await post('opened', { code })).json()
const audited = async () =>
  (await allOf(app.store, auditEntries, { orderBy: 'at', direction: 'desc' })).map(
    ({ action, target, actor }) => ({ action, target, actor }),
  )

/** An account that someone has created with the address of an admin. */
async function strangersAccount(email = admins.pop()!) {
  const account = await browser.createAccount(email, STRANGER)
  const session = await exchange(account.idToken)
  return {
    ...account,
    email,
    cookie: cookieOf(session),
    code: await browser.verification({ ...account, email }),
  }
}

async function expectDead({ cookie, idToken, email }: { cookie: string; idToken: string; email: string }) {
  expect((await as(cookie)).statusCode).toBe(401)
  expect((await exchange(idToken)).statusCode).toBe(401)
  await expect(browser.signIn(email, STRANGER)).rejects.toThrow(/INVALID|NOT_FOUND/)
}

async function expectAdmin(email: string, password: string) {
  const { idToken, localId } = await browser.signIn(email, password)
  const answer = await exchange(idToken)
  expect(answer.json()).toMatchObject({
    user: { uid: localId, email, emailVerified: true, member: { role: 'admin' } },
  })
  return { uid: localId, cookie: cookieOf(answer) }
}

describe('a link that verifies an address', () => {
  test('a link shows when and in which browser the account was created, until it is verified', async () => {
    const stranger = await strangersAccount()
    const link = await opened(stranger.code)
    expect(link).toEqual({
      action: 'verify_email',
      email: stranger.email,
      unverified: { createdAt: expect.any(String), browser: 'Chrome', system: 'Windows' },
    })
    expect(Math.abs(Date.now() - Date.parse(link.unverified.createdAt))).toBeLessThan(MINUTE)
    await app.emulator.updateUser(stranger.localId, { emailVerified: true })
    expect(await opened(stranger.code)).toEqual({ action: 'verify_email', email: stranger.email })
    expect(await opened('long-gone')).toEqual({})
  })

  test('a new password replaces the account, so that nothing of its creator gets in', async () => {
    const stranger = await strangersAccount()
    await browser.google(`${randomUUID()}@gmail.test`, { idToken: stranger.idToken, sub: 'trojan' })
    const answer = await post('password', { code: stranger.code, password: OWNER })
    expect(answer.json()).toEqual({ email: stranger.email })
    await expectDead(stranger)
    const owner = await expectAdmin(stranger.email, OWNER)
    expect(owner.uid).not.toBe(stranger.localId)
    expect((await browser.google('trojan@gmail.test', { sub: 'trojan' })).localId).not.toBe(owner.uid)
    expect(await audited()).toContainEqual({
      action: 'account.taken_over',
      actor: owner.uid,
      target: stranger.localId,
    })
  })

  test('an account that someone else created is removed, and its address is free', async () => {
    const stranger = await strangersAccount()
    for (const _ of ['a click', 'a second click'])
      expect((await post('disowned', { code: stranger.code })).statusCode).toBe(204)
    await expectDead(stranger)
    expect((await audited()).filter(({ target }) => target === stranger.localId)).toContainEqual({
      action: 'account.disowned',
      actor: null,
      target: stranger.localId,
    })
    await browser.createAccount(stranger.email, OWNER)
  })

  test('a verified account is neither replaced nor removed by a link that is still unused', async () => {
    const stranger = await strangersAccount()
    await app.emulator.updateUser(stranger.localId, { emailVerified: true })
    for (const [action, body] of [
      ['disowned', { code: stranger.code }],
      ['password', { code: stranger.code, password: OWNER }],
    ] as const)
      expect((await post(action, body)).json()).toMatchObject({ status: 409, code: 'already_verified' })
    await expectAdmin(stranger.email, STRANGER)
  })

  test('an account that an admin of the provider has disabled stays disabled', async () => {
    const stranger = await strangersAccount()
    await app.emulator.updateUser(stranger.localId, { disableUser: true })
    expect((await post('password', { code: stranger.code, password: OWNER })).json()).toMatchObject({
      status: 403,
      code: 'account_disabled',
    })
    expect(await real.lookupUser(stranger.localId)).toMatchObject({ disabled: true })
  })

  test.each(['password', 'disowned', 'restored'])('%s refuses an unknown link', async (action) => {
    const body = { code: 'no such code', password: action === 'password' ? OWNER : undefined }
    expect((await post(action, body)).json()).toMatchObject({ status: 404, code: 'link_not_found' })
  })

  test('a link of one kind is refused for actions of another kind', async () => {
    const stranger = await strangersAccount()
    const reset = await browser.passwordReset(stranger.email)
    expect((await post('restored', { code: stranger.code })).statusCode).toBe(404)
    expect((await post('disowned', { code: reset })).statusCode).toBe(404)
    expect((await opened(stranger.code)).unverified).toBeDefined()
  })

  test('a short password is refused before anything has changed', async () => {
    const stranger = await strangersAccount()
    expect((await post('password', { code: stranger.code, password: 'short' })).statusCode).toBe(400)
    expect((await opened(stranger.code)).unverified).toBeDefined()
  })
})

describe('an interrupted hand-over', () => {
  const outage = () => Promise.reject(new IdentityError('unavailable'))

  test.each(['readActionCode', 'lookupUserByEmail', 'deleteUser', 'createUser'] as const)(
    'an outage of %s is 503, and the same link completes the hand-over afterwards',
    async (call) => {
      const stranger = await strangersAccount()
      trouble = { [call]: outage }
      expect((await post('password', { code: stranger.code, password: OWNER })).statusCode).toBe(503)
      trouble = {}
      expect((await post('password', { code: stranger.code, password: OWNER })).statusCode).toBe(200)
      await expectDead(stranger)
      await expectAdmin(stranger.email, OWNER)
    },
  )

  test('a hand-over is completed although the provider deleted the code with the account', async () => {
    const stranger = await strangersAccount()
    trouble = { createUser: outage }
    await post('password', { code: stranger.code, password: OWNER })
    trouble = { readActionCode: async () => undefined }
    expect((await post('password', { code: stranger.code, password: OWNER })).statusCode).toBe(200)
    await expectAdmin(stranger.email, OWNER)
  })

  test('a repeated request gets the lost response for a minute, and after that the link is invalid', async () => {
    const stranger = await strangersAccount()
    const again = () => post('password', { code: stranger.code, password: 'another password' })
    await post('password', { code: stranger.code, password: OWNER })
    expect((await again()).statusCode).toBe(200)
    app.advance(2 * MINUTE)
    expect((await again()).json()).toMatchObject({ code: 'link_not_found' })
    await expect(browser.signIn(stranger.email, 'another password')).resolves.toBeTruthy()
  })

  test('two clicks at once replace the account once', async () => {
    const stranger = await strangersAccount()
    const answers = await Promise.all(
      [1, 2, 3].map(() => post('password', { code: stranger.code, password: OWNER })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    await expectDead(stranger)
    await expectAdmin(stranger.email, OWNER)
  })

  test('an account that is verified during its removal does not become a member', async () => {
    const stranger = await strangersAccount()
    trouble = {
      // Its creator verifies it at the last moment, and their tab asks for the dashboard.
      async deleteUser(uid) {
        await app.emulator.updateUser(uid, { emailVerified: true })
        const { idToken } = await browser.signIn(stranger.email, STRANGER)
        expect((await exchange(idToken)).statusCode).toBe(503)
        await real.deleteUser(uid)
      },
    }
    expect((await post('disowned', { code: stranger.code })).statusCode).toBe(204)
    expect(await app.services.people.members.find(stranger.localId)).toBeUndefined()
  })

  test('a hand-over is deleted after a week', async () => {
    const stranger = await strangersAccount()
    await post('disowned', { code: stranger.code })
    app.advance(8 * DAY)
    await app.services.accounts.jobs.find(({ name }) => name === 'ended hand-overs')!.run()
    expect(await allOf(app.store, handovers, {})).toEqual([])
  })
})

describe('a password reset', () => {
  test('a reset of an account that was never verified locks out its creator', async () => {
    const stranger = await strangersAccount()
    const elsewhere = `${randomUUID()}@stranger.test`
    await browser.google(`${randomUUID()}@gmail.test`, { idToken: stranger.idToken, sub: 'second trojan' })
    const pending = await browser.emailChange(stranger, elsewhere)
    const code = await browser.passwordReset(stranger.email)
    expect((await post('password', { code, password: OWNER })).json()).toEqual({ email: stranger.email })
    await expectDead(stranger)
    const owner = await expectAdmin(stranger.email, OWNER)

    // The emulator knows accounts by their address: the pending link would move the new one.
    await browser.apply(pending)
    const reset = await browser.passwordReset(elsewhere)
    await post('password', { code: reset, password: STRANGER })
    const { idToken } = await browser.signIn(elsewhere, STRANGER)
    expect((await exchange(idToken)).statusCode).toBe(401)
    expect(await real.lookupUser(owner.uid)).toMatchObject({ email: stranger.email, emailVerified: false })
    await expect(browser.signIn(stranger.email, STRANGER)).rejects.toThrow('INVALID')
    const again = await browser.passwordReset(stranger.email)
    await post('password', { code: again, password: OWNER })
    expect((await expectAdmin(stranger.email, OWNER)).uid).toBe(owner.uid)
  })

  test('a reset of a verified account keeps it', async () => {
    const { uid, email, cookie } = await app.member()
    const code = await browser.passwordReset(email)
    await new Promise((resolve) => void setTimeout(resolve, 1100))
    expect((await post('password', { code, password: OWNER })).json()).toEqual({ email })
    expect((await browser.signIn(email, OWNER)).localId).toBe(uid)
    expect((await as(cookie, '/api/account/admin-views')).statusCode).toBeLessThan(500)
    expect((await post('password', { code, password: OWNER })).json()).toMatchObject({
      code: 'link_not_found',
    })
  })
})

describe('an account that is moved to an address', () => {
  /** A member who has moved their account to the address of someone else. */
  async function movedAccount() {
    const member = await app.member()
    const { idToken } = await browser.signIn(member.email, 'correct horse')
    const email = admins.pop()!
    const moved = await browser.post('update', { idToken, email })
    return { ...member, was: member.email, email, code: await browser.verification({ ...moved, email }) }
  }

  test('a member’s account gets its old address back when the owner of the new one disowns the account', async () => {
    const moved = await movedAccount()
    expect((await post('disowned', { code: moved.code })).statusCode).toBe(204)
    expect(await real.lookupUser(moved.uid)).toMatchObject({ email: moved.was, emailVerified: true })
    await browser.createAccount(moved.email, OWNER)
  })

  test('the owner of the address gets an account of their own, and the member keeps theirs', async () => {
    const moved = await movedAccount()
    await post('password', { code: moved.code, password: OWNER })
    expect((await expectAdmin(moved.email, OWNER)).uid).not.toBe(moved.uid)
    expect(await app.services.people.members.find(moved.uid)).toMatchObject({
      email: moved.was,
      role: 'member',
    })
  })

  test('a restored address gives no access until its owner sets a new password', async () => {
    const email = admins.pop()!
    const stranger = await browser.createAccount(email, STRANGER)
    await browser.post('update', { idToken: stranger.idToken, email: `${randomUUID()}@stranger.test` })
    const code = await browser.newestCode(email, 'RECOVER_EMAIL')
    expect((await post('restored', { code })).json()).toEqual({ email })
    expect(await audited()).toContainEqual({
      action: 'account.email_restored',
      actor: null,
      target: stranger.localId,
    })
    const { idToken } = await browser.signIn(email, STRANGER)
    const session = await exchange(idToken)
    expect(session.json()).not.toMatchObject({ user: { emailVerified: true } })
    await post('password', { code: await browser.passwordReset(email), password: OWNER })
    await expectDead({ cookie: cookieOf(session), idToken, email })
    expect((await expectAdmin(email, OWNER)).uid).toBe(stranger.localId)
  })
})

describe('a sign-in with Google', () => {
  test('Google on an account that someone else created replaces it', async () => {
    const stranger = await strangersAccount()
    const sub = randomUUID()
    await new Promise((resolve) => void setTimeout(resolve, 3500))
    const merged = await browser.google(stranger.email, { sub })
    expect(merged.localId).toBe(stranger.localId)
    expect((await exchange(merged.idToken)).json()).toMatchObject({ status: 409, code: 'account_replaced' })
    const owner = await browser.google(stranger.email, { sub })
    expect((await exchange(owner.idToken)).json()).toMatchObject({
      user: { uid: owner.localId, member: { role: 'admin' } },
    })
    expect(owner.localId).not.toBe(stranger.localId)
    await expectDead(stranger)
  })

  test('a session by password ends when a sign-in with Google has removed the password', async () => {
    const stranger = await strangersAccount()
    await browser.google(stranger.email)
    expect((await exchange(stranger.idToken)).statusCode).toBe(401)
    app.advance(11_000)
    expect((await as(stranger.cookie)).statusCode).toBe(401)
  })
})
