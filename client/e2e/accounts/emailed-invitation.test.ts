import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Invitation } from '#shared/accounts/invitations.ts'
import { openSignedIn, call } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'
import { startMailServer } from '#server/tools/mail-server.ts'

const mail = await startMailServer()
const product = runProduct({
  ownServer: true,
  env: { SMTP_URL: mail.url, MAIL_FROM: 'hello@guildhall.test', SIGN_IN_CODES: 'off' },
})
afterAll(() => mail.close())

const PASSWORD = 'a long enough password'
const mailsTo = (email: string) => mail.received().filter(({ to }) => to === email)

let admin: Page
beforeAll(async () => {
  await product.emulator.createUser({ ...account(), emailVerified: true })
})
beforeEach(async () => {
  admin = await product.newBrowser()
  await openSignedIn(admin, product.origin, account())
})
const account = () => ({ email: product.admins[0], password: PASSWORD })

async function invite(email: string) {
  const rows = [{ email }]
  await call(admin, 'POST', '/api/admin/invitations/import', { rows, preview: false })
  await expect.poll(() => mailsTo(email).length, { timeout: 10_000 }).toBe(1)
  const [emailed = ''] = /http\S+#invitation=\S+/.exec(mailsTo(email)[0]!.parsed.text ?? '') ?? []
  return emailed
}

/** The link that admins copy from the list of invitations. */
async function copiedLink(email: string) {
  const { body } = await call<{ items: Invitation[] }>(admin, 'GET', `/api/admin/invitations?q=${email}`)
  const { id } = body.items[0]!
  return (await call<{ url: string }>(admin, 'POST', `/api/admin/invitations/${id}/link`)).body.url
}

/** @returns whether the person has to open a second email */
async function createAccount(link: string, email: string) {
  const person = await product.newBrowser()
  await person.goto(link)
  await person.getByLabel('Email').fill(email)
  await person.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await person.getByRole('button', { name: 'Create account' }).click()
  await person.getByRole('heading', { name: /^(About you|Verify your email)$/ }).waitFor()
  const mustVerify = await person.getByRole('heading', { name: 'Verify your email' }).isVisible()
  expect((await product.emulator.oobCodes(email)).length).toBe(mustVerify ? 1 : 0)
  return mustVerify
}

const newEmail = () => `${randomUUID()}@people.test`

test('a person who opens an emailed invitation gets no second email', async () => {
  const email = newEmail()
  expect(await createAccount(await invite(email), email)).toBe(false)
})

test('an emailed invitation does not verify another address', async () => {
  expect(await createAccount(await invite(newEmail()), newEmail())).toBe(true)
})

test('an invitation that an admin copied does not verify the address', async () => {
  const email = newEmail()
  const emailed = await invite(email)
  const copied = await copiedLink(email)
  expect(emailed.startsWith(copied)).toBe(true)
  expect(await createAccount(copied, email)).toBe(true)
})
