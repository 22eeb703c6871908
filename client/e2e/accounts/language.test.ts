import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminPath } from '#shared/lib/paths/admin.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { call, newMember, openSignedIn, waitForToast } from '#client/e2e/members.ts'
import { signIn } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct({ ownServer: true })

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)
async function expectLanguage(page: Page, expected: string) {
  await expect.poll(() => languageOf(page)).toBe(expected)
}

test('a member chooses German, and has it in another browser that prefers English', async () => {
  const { page, person } = await newMember(product, 'Greta', {}, { locale: 'en-GB' })
  await page.goto(product.origin + settingsPath('language'))
  await page.getByRole('radio', { name: 'Same as your browser' }).isChecked()
  await expectAccessibleInEveryViewport(page)
  await page.getByRole('radio', { name: 'Deutsch' }).check()
  await page.getByRole('button', { name: 'Save language' }).click()
  await page.getByRole('button', { name: 'Sprache speichern' }).waitFor()
  await expectLanguage(page, 'de')
  expect(await page.getByRole('radio', { name: 'Deutsch' }).isChecked()).toBe(true)
  await page.goto(product.origin + paths.prestige('guildhall'))
  await page.getByRole('heading', { level: 1, name: 'Durch Helfen verdient' }).waitFor()
  await call(page, 'POST', '/api/session/logout')
  await page.goto(`${product.origin}/about-us`)
  await expectLanguage(page, 'de')

  const other = await product.newBrowser({ locale: 'en-GB' })
  await other.goto(product.origin + settingsPath('language'))
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await expectLanguage(other, 'en')
  await other.getByRole('button', { name: 'Deutsch' }).waitFor()
  await expectAccessibleInEveryViewport(other)
  await signIn(other, product.origin, person)
  await other.getByRole('button', { name: 'Sprache speichern' }).waitFor()
  await expectLanguage(other, 'de')
})

test('a browser that has stored the English app starts in German after the choice, with and without a connection', async () => {
  const options = { locale: 'en-GB', serviceWorkers: 'allow' } as const
  const { page } = await newMember(product, 'Greta', {}, options)
  const stored = () =>
    page.evaluate(async () => {
      // `open` would create a cache again that the worker has just deleted.
      const texts = (await caches.keys()).map(async (cacheName) =>
        (await caches.match('/offline.html', { cacheName }))?.text(),
      )
      return (await Promise.all(texts)).map((text) => /<h1>(.*)<\/h1>/.exec(text ?? '')?.[1])
    })
  const startsOffline = async (title: string) => {
    await page.context().setOffline(true)
    await page.goto(product.origin + paths.events)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.context().setOffline(false)
    // The offline page reloads itself.
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  }
  await page.goto(product.origin + settingsPath('language'))
  await expect.poll(stored).toEqual(['You’re offline'])
  await page.evaluate(() => navigator.serviceWorker.ready)
  await startsOffline('You’re offline')
  await page.goto(product.origin + settingsPath('language'))
  await page.getByRole('radio', { name: 'Deutsch' }).check()
  await page.getByRole('button', { name: 'Save language' }).click()
  await page.getByRole('button', { name: 'Sprache speichern' }).waitFor()
  await expect.poll(stored).toEqual(['Du bist offline'])
  await startsOffline('Du bist offline')
  await page.getByRole('link', { name: 'Kontakte' }).first().waitFor()
  await expectLanguage(page, 'de')
})

test('a visitor chooses a language without scripts', async () => {
  const page = await product.newBrowser({ locale: 'de-CH', javaScriptEnabled: false })
  await page.goto(`${product.origin}/about-us`)
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.getByRole('button', { name: 'English' }).click()
  await page.locator('html[lang=en]').waitFor()
  expect(page.url()).toBe(`${product.origin}/about-us`)
  await page.goto(product.origin)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(await page.getByRole('button', { name: 'English' }).getAttribute('aria-current')).toBe('true')
})

test('an admin translates a text of the community, which readers get in their language', async () => {
  const admin = await product.newBrowser({ locale: 'en-GB', reducedMotion: 'reduce' })
  const person = { email: product.admins[0]!, password: 'a long enough password' }
  await product.emulator.createUser({ ...person, emailVerified: true })
  await openSignedIn(admin, product.origin, person, adminPath('settings', { part: 'terms' }))
  const text = admin.getByLabel('Text (optional)')
  const save = async () => {
    await admin.getByRole('button', { name: 'Save', exact: true }).click()
    await waitForToast(admin, 'Saved.')
  }
  await text.fill('Be *kind*.')
  await save()
  const reader = await product.newBrowser({ locale: 'de-DE', reducedMotion: 'reduce' })
  const terms = reader.locator('#terms')
  await reader.goto(`${product.origin}/about-us`)
  await terms.getByText('Diesen Text gibt es nur auf Englisch.').waitFor()
  expect(await terms.locator('[lang=en]').innerText()).toBe('Be kind.')
  await expectAccessibleInEveryViewport(reader)

  await admin.getByRole('button', { name: 'Deutsch', exact: true }).click()
  expect(await text.inputValue()).toBe('')
  await text.fill('- '.repeat(2_000))
  await admin.getByRole('button', { name: 'English', exact: true }).click()
  expect(await text.inputValue()).toBe('Be *kind*.')
  // The language with the error is shown.
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
  expect(await text.getAttribute('lang')).toBe('de')
  await admin.getByRole('button', { name: 'Deutsch', exact: true }).click()
  await text.fill('Sei *nett*.')
  await expectAccessibleInEveryViewport(admin)
  await save()
  await expect.poll(() => text.getAttribute('lang')).toBe('de')
  await admin.getByRole('cell', { name: 'Be *kind*. Deutsch' }).waitFor()
  await reader.reload()
  await terms.getByText('Sei nett.').waitFor()
  expect(await reader.getByText('nur auf Englisch').count()).toBe(0)
})
