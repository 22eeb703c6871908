import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { startMailServer } from '#server/testing/mail-server.ts'
import { sampleEmails } from '#server/testing/sample-emails.ts'

import { expectAccessible, expectAccessibleInEveryViewport } from './accessibility.ts'
import { call, openSignedIn } from './members.ts'
import { newPerson, type Person } from './people.ts'
import { runProduct } from './product.ts'

const mail = await startMailServer()
const product = runProduct({
  ownServer: true,
  env: { SMTP_URL: mail.url, MAIL_FROM: 'hello@guildhall.test' },
})
let page: Page
let person: Person

afterAll(() => mail.close())
beforeEach(async () => {
  page = await product.newBrowser({ reducedMotion: 'reduce' })
  person = await newPerson(product.emulator)
})

test('every email is accessible, wide and narrow, light and dark', async () => {
  // One template: these have all that it knows.
  const shown = ['eventCancelled', 'announcement', 'connectionRequest', 'digest']
  for (const { name, message } of await sampleEmails()) {
    await page.setContent(message.html)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [390, 700]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      if (shown.includes(name)) await expectAccessible(page)
    }
  }
})

test('a request arrives by email, and its link switches such emails off and on without a sign-in', async () => {
  const other = await newPerson(product.emulator)
  const asker = await product.newBrowser()
  await openSignedIn(page, product.origin, person)
  await openSignedIn(asker, product.origin, other)
  await call(asker, 'POST', '/api/connections', { memberId: person.uid, note: '' })
  await expect.poll(() => mail.received().map(({ to }) => to), { timeout: 30_000 }).toEqual([person.email])
  const [link] = /https?:\/\/\S*unsubscribe\S*/.exec(mail.received()[0]!.parsed.text ?? '') ?? []

  const anyone = await product.newBrowser({ reducedMotion: 'reduce' })
  await anyone.goto(link!)
  await anyone.getByText('Emails about Connection requests are on.').waitFor()
  await expectAccessibleInEveryViewport(anyone)
  await anyone.getByRole('button', { name: 'Stop these emails' }).click()
  await anyone.getByText('Emails about Connection requests are off.').waitFor()
  await anyone.getByRole('button', { name: 'Turn them on again' }).click()
  await anyone.getByText('Emails about Connection requests are on.').waitFor()

  await anyone.goto(`${link!}x`)
  await anyone.getByText('This link doesn’t exist').waitFor()
})
