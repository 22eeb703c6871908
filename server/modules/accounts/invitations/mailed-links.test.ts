import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { browserAt } from '#server/testing/fixtures/emailed-links.ts'
import { type EmailFixture, startEmailFixture } from '#server/testing/fixtures/email-fixture.ts'
import { INVITATIONS, newAddress } from '#server/testing/fixtures/invitation-fixture.ts'

import { invitations } from './collection.ts'
import { invitationId } from './tokens.ts'

const PASSWORD = 'correct horse'
const provider = browserAt(inject('authEmulator'))

let fixture: EmailFixture
beforeEach(async () => {
  fixture = await startEmailFixture()
})
afterEach(() => fixture.close())

const stored = async (email: string) => (await fixture.store.get(invitations, invitationId(email)))!
const change = (email: string, fields: object) =>
  fixture.store.transact(async (tx) => {
    const before = (await tx.get(invitations, invitationId(email)))!
    tx.put(invitations, { ...before, ...fields })
  })
async function act(email: string, name: string) {
  const { id, version } = await stored(email)
  const headers = { 'if-match': `"${version}"` }
  return fixture.admin.call('POST', `${INVITATIONS}/${id}/${name}`, { headers })
}
const tokenIn = (text = '') => /#invitation=([\w.-]+)/.exec(text)?.[1]?.replace(/\.$/, '') ?? ''
/** @returns the tokens of the emailed links */
async function invite(...emails: string[]) {
  const rows = emails.map((email) => ({ email }))
  await fixture.admin.call('POST', `${INVITATIONS}/import`, { body: { rows, preview: false } })
  const mails = await fixture.sent()
  return emails.map((email) => tokenIn(mails.findLast(({ to }) => to === email)?.parsed.text))
}
const verify = (token: string, { idToken }: { idToken: string }) =>
  fixture.visitor('POST', '/api/invitations/address-verification', { body: { token, idToken } })
async function isVerified(email: string) {
  const { idToken } = await provider.signIn(email, PASSWORD)
  const { users } = await provider.post<{ users: { emailVerified: boolean }[] }>('lookup', { idToken })
  return users[0]?.emailVerified
}
const refused = { code: 'invitation_proves_nothing' }

test('an emailed invitation verifies the address of the account that is created with it', async () => {
  const email = newAddress()
  const [token = ''] = await invite(email)
  expect(token).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
  const opened = await fixture.visitor('POST', '/api/invitations/opened', { body: { token } })
  expect(opened.json()).toMatchObject({ state: 'open', email })

  const account = await provider.createAccount(email, PASSWORD)
  expect((await verify(token, account)).statusCode).toBe(204)
  // The answer may have been lost.
  expect((await verify(token, account)).statusCode).toBe(204)
  const { idToken } = await provider.signIn(email, PASSWORD)
  const session = await fixture.visitor('POST', '/api/session', { body: { idToken } })
  expect(session.json()).toMatchObject({ user: { email, emailVerified: true, member: { status: 'active' } } })
  expect(await stored(email)).toMatchObject({ state: 'accepted', acceptedBy: account.localId })
  expect(JSON.stringify(await stored(email))).not.toContain(token.split('.')[1])
})

test('a copied link verifies nothing, nor does a proof that someone invents', async () => {
  const email = newAddress()
  const [mailed = ''] = await invite(email)
  const answer = await fixture.admin.call('POST', `${INVITATIONS}/${invitationId(email)}/link`)
  const copied = tokenIn(answer.json<{ url: string }>().url)
  expect(mailed.startsWith(`${copied}.`)).toBe(true)
  const account = await provider.createAccount(email, PASSWORD)
  for (const token of [copied, `${copied}.${'A'.repeat(22)}`, `${copied}.${copied}`])
    expect((await verify(token, account)).json()).toMatchObject(refused)
  expect((await verify(`${'A'.repeat(22)}.${mailed.split('.')[1]}`, account)).statusCode).toBe(404)
  expect(await isVerified(email)).toBe(false)
})

test('an emailed invitation verifies no other address, nor that of another invitation', async () => {
  const [email, other] = [newAddress(), newAddress()]
  const [token = '', others = ''] = await invite(email, other)
  const stranger = await provider.createAccount(newAddress(), PASSWORD)
  expect((await verify(token, stranger)).json()).toMatchObject(refused)
  const account = await provider.createAccount(email, PASSWORD)
  const mixed = `${token.split('.')[0]}.${others.split('.')[1]}`
  expect((await verify(mixed, account)).json()).toMatchObject(refused)
  expect((await verify(token, { idToken: 'forged' })).statusCode).toBe(401)
  expect(await isVerified(email)).toBe(false)
})

test('an emailed invitation does not verify an account that exists already', async () => {
  const email = newAddress()
  const squatter = await provider.createAccount(email, PASSWORD)
  const [token = ''] = await invite(email)
  fixture.advance(11 * MINUTE)
  expect((await verify(token, squatter)).json()).toMatchObject(refused)
  expect(await isVerified(email)).toBe(false)
  await expect(provider.createAccount(email, 'the owner’s password')).rejects.toThrow('EMAIL_EXISTS')
})

test('an emailed invitation is used for one account', async () => {
  const email = newAddress()
  const [token = ''] = await invite(email)
  const first = await provider.createAccount(email, PASSWORD)
  expect((await verify(token, first)).statusCode).toBe(204)
  await fixture.emulator.deleteUser(first.localId)
  const second = await provider.createAccount(email, PASSWORD)
  expect((await verify(token, second)).json()).toMatchObject(refused)
  expect(await isVerified(email)).toBe(false)
})

test('an emailed invitation verifies nothing once it has expired, was revoked, sent again or used', async () => {
  const [expired, revoked, resent, used] = [newAddress(), newAddress(), newAddress(), newAddress()]
  const [ofExpired = '', ofRevoked = '', ofResent = '', ofUsed = ''] = await invite(
    expired,
    revoked,
    resent,
    used,
  )
  await change(expired, { expiresAt: new Date(fixture.clock() - DAY).toISOString() })
  expect((await act(revoked, 'revocation')).statusCode).toBe(200)
  fixture.advance(MINUTE)
  expect((await act(resent, 'resend')).statusCode).toBe(200)
  await fixture.member({ email: used })
  const codes = [
    [expired, ofExpired, 'invitation_expired'],
    [revoked, ofRevoked, 'invitation_revoked'],
    [resent, ofResent, refused.code],
  ] as const
  for (const [email, token, code] of codes) {
    const account = await provider.createAccount(email, PASSWORD)
    expect((await verify(token, account)).json()).toMatchObject({ code })
    expect(await isVerified(email)).toBe(false)
  }
  const own = await provider.createAccount(newAddress(), PASSWORD)
  expect((await verify(ofUsed, own)).json()).toMatchObject({ code: 'invitation_accepted' })
})

test('an emailed invitation opens neither a disabled account nor a suspended membership', async () => {
  const [disabled, suspended] = [newAddress(), newAddress()]
  const [token = '', invited = ''] = await invite(disabled, suspended)
  const account = await provider.createAccount(disabled, PASSWORD)
  await fixture.emulator.updateUser(account.localId, { disableUser: true })
  expect((await verify(token, account)).statusCode).toBe(401)
  await fixture.emulator.updateUser(account.localId, { disableUser: false })
  expect(await isVerified(disabled)).toBe(false)

  const member = await fixture.member({ email: suspended })
  await fixture.store.transact(async (tx) => {
    const before = (await tx.get(members, member.uid))!
    tx.put(members, { ...before, status: 'suspended', version: before.version + 1 })
  })
  const again = await provider.signIn(suspended, PASSWORD)
  expect((await verify(invited, again)).json()).toMatchObject({ code: 'invitation_accepted' })
  expect(await fixture.store.get(members, member.uid)).toMatchObject({ status: 'suspended' })
})
