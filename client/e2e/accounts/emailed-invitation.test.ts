import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

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

test('a person joins with an emailed invitation and gets no second email, unlike with another address', async () => {
  const account = { email: product.admins[0]!, password: PASSWORD }
  await product.emulator.createUser({ ...account, emailVerified: true })
  const admin = await product.newBrowser()
  await openSignedIn(admin, product.origin, account)
  const [email, other] = [`${randomUUID()}@people.test`, `${randomUUID()}@people.test`]
  for (const each of [email, other])
    await call(admin, 'POST', '/api/admin/invitations/import', { rows: [{ email: each }], preview: false })

  for (const [invited, typed] of [
    [email, email],
    [other, `${randomUUID()}@people.test`],
  ] as const) {
    await expect.poll(() => mailsTo(invited).length, { timeout: 10_000 }).toBe(1)
    const [link = ''] = /http\S+#invitation=\S+/.exec(mailsTo(invited)[0]!.parsed.text ?? '') ?? []
    const person = await product.newBrowser()
    await person.goto(link)
    await person.getByLabel('Email').fill(typed)
    await person.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await person.getByRole('button', { name: 'Create account' }).click()
    const isOwn = invited === typed
    await person.getByRole('heading', { name: isOwn ? 'About you' : 'Verify your email' }).waitFor()
    expect((await product.emulator.oobCodes(typed)).length).toBe(isOwn ? 0 : 1)
  }
})
