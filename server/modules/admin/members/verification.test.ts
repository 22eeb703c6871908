import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'

import type { VerificationAnswer } from '#shared/admin/members.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { startEmailFixture } from '#server/testing/fixtures/email-fixture.ts'

const URL_PATH = '/api/admin/members/verification-emails'

const fixture = await startEmailFixture()
afterAll(() => fixture.close())
beforeEach(() => fixture.server.clear())

/** Creates a person who signed up, and is not a member yet. */
async function signUp({ emailVerified = false } = {}) {
  const email = `${randomUUID()}@guildhall.test`
  const { uid } = await fixture.emulator.createUser({ email, password: 'correct horse', emailVerified })
  return { uid, email }
}
const resend = (email: string, key: string = randomUUID()) =>
  fixture.admin.call('POST', URL_PATH, { body: { email }, headers: { 'idempotency-key': key } })
const outcome = async (email: string) => (await resend(email)).json<VerificationAnswer>().outcome
const auditOf = async (target: string) =>
  (await fixture.admin.call('GET', `/api/admin/audit?target=${target}`)).json<AuditPage>().items

test('a person who signed up gets a link that verifies the address and then shows it as verified', async () => {
  const { uid, email } = await signUp()
  expect(await outcome(` ${email.toUpperCase()} `)).toBe('sent')
  const [mail, ...others] = await fixture.sent({ email })
  expect(others).toEqual([])
  expect(mail?.parsed.subject).toBe('Verify your email for Guildhall')
  expect(mail?.parsed.text).not.toContain('Choose what you get')

  const link = new URL(/https:\S+\/verification\?\S+/.exec(mail?.parsed.text ?? '')?.[0] ?? '')
  expect(link.searchParams.get('mode')).toBe('verifyEmail')
  const code = link.searchParams.get('oobCode') ?? ''
  const [issued, ...more] = await fixture.emulator.oobCodes(email)
  expect(issued?.oobCode).toBe(code)
  expect(more).toEqual([])
  const continued = new URL(link.searchParams.get('continueUrl') ?? '', link)
  expect(continued.pathname).toBe('/onboarding')
  const token = continued.searchParams.get('account')
  const isVerified = async () =>
    (await fixture.visitor('POST', '/api/session/verification', { body: { token } })).json<object>()
  expect(await isVerified()).toEqual({ verified: false })
  // Opens the emulator's own page, which applies the code.
  await fetch(issued?.oobLink ?? '')
  expect(await isVerified()).toEqual({ verified: true })

  expect(
    JSON.stringify(await allOf(fixture.store, emails, { where: { member: uid }, orderBy: 'at' })),
  ).not.toMatch(new RegExp(`${code}|${email}`))
  const [entry, ...earlier] = await auditOf(uid)
  expect(entry).toMatchObject({ action: 'member.verification_resent', actor: fixture.admin.uid })
  expect(earlier).toEqual([])
  expect(JSON.stringify(entry)).not.toContain(email)
})

test('the response names the reason if no email is sent', async () => {
  const [verified, disabled] = [await signUp({ emailVerified: true }), await signUp()]
  await fixture.emulator.updateUser(disabled.uid, { disableUser: true })
  expect(await outcome(verified.email)).toBe('verified')
  expect(await outcome(disabled.email)).toBe('disabled')
  expect(await outcome(`${randomUUID()}@guildhall.test`)).toBe('noAccount')
  expect(await outcome('ada@-')).toBe('noAccount')
  expect(await fixture.sent()).toEqual([])
  expect(await auditOf(verified.uid)).toEqual([])
  for (const wrong of ['', 'ada', 'ada @example.org', '@'])
    expect((await resend(wrong)).json()).toMatchObject({ status: 400, fields: { email: expect.any(String) } })
  expect((await resend(`${'a'.repeat(255)}@b`)).statusCode).toBe(400)
})

test('a person who verifies the address before the email is sent gets none', async () => {
  const { uid, email } = await signUp()
  expect(await outcome(email)).toBe('sent')
  await fixture.emulator.updateUser(uid, { emailVerified: true })
  expect(await fixture.sent({ email })).toEqual([])
  const [stored] = await allOf(fixture.store, emails, { where: { member: uid }, orderBy: 'at' })
  expect(stored).toMatchObject({ state: 'dropped', data: {} })
})

test('a repeated request sends one email', async () => {
  const { uid, email } = await signUp()
  const key = randomUUID()
  const answers = await Promise.all([resend(email, key), resend(email, key)])
  expect(await fixture.sent({ email })).toHaveLength(1)
  answers.push(await resend(email, key))
  expect(answers.map((answer) => answer.json<VerificationAnswer>().outcome)).toEqual(['sent', 'sent', 'sent'])
  expect(await fixture.sent({ email })).toHaveLength(1)
  expect(await auditOf(uid)).toHaveLength(1)
})

test('an address gets at most three emails an hour, however many requests arrive at once', async () => {
  const { uid, email } = await signUp()
  const answers = await Promise.all(Array.from({ length: 5 }, () => resend(email)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
  expect(await auditOf(uid)).toHaveLength(3)
  const refused = await resend(email)
  expect(refused.json()).toMatchObject({ code: 'rate_limited' })
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(55 * 60)
  fixture.advance(61 * MINUTE)
  expect(await outcome(email)).toBe('sent')
  await fixture.sent()
})

test('an admin can send thirty emails an hour', async () => {
  fixture.advance(61 * MINUTE)
  for (let sent = 0; sent < 30; sent += 1) expect(await outcome((await signUp()).email)).toBe('sent')
  const { email, uid } = await signUp()
  expect((await resend(email)).statusCode).toBe(429)
  expect(await auditOf(uid)).toEqual([])
})
