import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminPath } from '#shared/lib/paths/admin.ts'
import type { Settings, SettingsOf, SettingsSection } from '#shared/community/settings.ts'
import type { OwnAgreement } from '#shared/accounts/terms.ts'
import type { DirectoryPage } from '#shared/people/directory.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, openSignedIn, waitForToast } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { newestLink } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

// Admins' settings apply to everyone: on its own server, no other test sees them.
const product = runProduct({ ownServer: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const part = (name: string) => adminPath('settings', { part: name })

async function newAdmin(path: string, which = 0) {
  const admin = { email: product.admins[which]!, password: 'a long enough password' }
  await product.emulator.createUser({ ...admin, emailVerified: true })
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  await openSignedIn(page, product.origin, admin, path)
  return page
}

async function save<S extends SettingsSection>(admin: Page, section: S, value: SettingsOf<S>) {
  const url = `/api/admin/settings/${section}`
  const { body } = await call<Settings<S>>(admin, 'GET', url)
  const { status } = await call(admin, 'PUT', url, value, body.version)
  expect(status).toBe(200)
}

test('a visitor sees the text and colour that an admin has set, and the previous ones after an undo', async () => {
  const admin = await newAdmin(part('landing'))
  const visitor = await product.newBrowser({ reducedMotion: 'reduce' })
  const headline = (name: string) => visitor.getByRole('heading', { level: 1, name })

  await admin.getByLabel('Title').fill('Welcome to the Harbour Guild')
  await admin.getByLabel('Text', { exact: false }).last().fill('We meet **every Tuesday**.')
  await admin.getByRole('region', { name: 'Preview' }).getByText('every Tuesday').waitFor()
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
  await admin.getByRole('region', { name: 'History' }).waitFor()
  await expectAccessibleInEveryViewport(admin)

  await admin.goto(product.origin + part('accent'))
  await admin.getByLabel('Colour for light mode', { exact: true }).fill('#ff6600')
  await button(admin, 'Save').click()
  await admin.getByText(/hard to read in light mode/).waitFor()
  await admin.getByRole('button', { name: /^Use #[0-9a-f]{6} instead$/ }).click()
  const colour = await admin.getByLabel('Colour for light mode', { exact: true }).inputValue()
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
  await expectAccessibleOnPhone(admin)

  await save(admin, 'terms', { text: 'Be *kind* to each other.' })
  await visitor.goto(`${product.origin}/`)
  // Shown before any script of the app, which waits for an interaction.
  await headline('Welcome to the Harbour Guild').waitFor()
  const accent = await visitor.evaluate(() => getComputedStyle(document.body).getPropertyValue('--accent'))
  expect(accent).toContain(colour)
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await visitor.getByText('Be kind to each other.').waitFor()
  expect(new URL(visitor.url()).pathname).toBe('/about-us')
  await expectAccessibleInEveryViewport(visitor)
  const reader = await product.newBrowser({ javaScriptEnabled: false })
  await reader.goto(`${product.origin}/about-us#terms`)
  await reader.getByText('Be kind to each other.').waitFor()
  // The app shows the same texts as the page.
  await visitor.getByRole('link', { name: 'Guildhall' }).first().click()
  await headline('Welcome to the Harbour Guild').waitFor()

  await showScreen(admin, part('landing'))
  // Each part has an undo: this one belongs to the landing.
  await admin.getByLabel('Title').waitFor()
  await button(admin, 'Undo').click()
  await waitForToast(admin, 'Restored.')
  async function titleNow() {
    await visitor.goto(`${product.origin}/`)
    return visitor.getByRole('heading', { level: 1 }).innerText()
  }
  await expect.poll(titleNow).toBe('Where members meet, and help each other grow')
})

test('people agree to the text when they sign up and again when it has changed; members of a renamed or removed industry move', async () => {
  const admin = await newAdmin(part('consent'), 1)
  await admin.getByLabel('Text', { exact: false }).last().fill('You agree to be **kind**.')
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
  await expectAccessibleOnPhone(admin)

  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  const email = `${randomUUID()}@people.test`
  await page.goto(`${product.origin}/onboarding`)
  await page.getByRole('region', { name: 'What you agree to' }).getByText('kind').waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await button(page, 'Create account').click()
  await page.getByText('Agree to this text to create an account.').waitFor()
  await expectAccessibleInEveryViewport(page)
  await page.getByLabel(/^I agree to this text/).check()
  await button(page, 'Create account').click()
  await page.getByRole('heading', { level: 1, name: 'Verify your email' }).waitFor()
  const inbox = await page.context().newPage()
  await inbox.goto(await newestLink(product.emulator, product.origin, email))
  await button(inbox, 'Verify email').click()
  await page.getByRole('heading', { level: 1, name: 'About you' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Ida Industrious')
  await page.getByLabel('Industry').selectOption({ label: 'Architecture and construction' })
  await button(page, 'Save and continue').click()
  await page.getByRole('heading', { level: 1, name: 'Your asks and offers' }).waitFor()
  await button(page, 'Save and finish').click()
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  const ownAgreement = async () => (await call<OwnAgreement>(page, 'GET', '/api/me/agreement')).body
  // Agreed to when the account was created, so the app does not ask again.
  expect(await ownAgreement()).not.toHaveProperty('due')

  await save(admin, 'consent', { text: 'You agree to be kind, and **on time**.' })
  await page.goto(`${product.origin}/events`)
  const question = page.getByRole('dialog', { name: 'What you agreed to has changed' })
  await question.getByText('on time').waitFor()
  await expectAccessibleOnPhone(page)
  await button(page, 'I agree').click()
  await question.waitFor({ state: 'hidden' })
  expect(await ownAgreement()).not.toHaveProperty('due')

  const industry = async () => (await call<OwnProfile>(page, 'GET', '/api/me')).body.industry
  await admin.goto(product.origin + part('industries'))
  // Admins have to agree, too.
  await button(admin, 'I agree').click()
  // While it is open, nothing behind it can be filled in.
  await admin.getByRole('dialog').waitFor({ state: 'hidden' })
  await admin.getByRole('textbox', { name: 'Industry 1', exact: true }).waitFor()
  const labels = admin.getByRole('textbox', { name: /^Industry \d+$/ })
  const names = await labels.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  const at = names.indexOf('Architecture and construction')
  await labels.nth(at).fill('Building')
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
  await expect.poll(industry).toBe('Building')
  await admin.getByRole('textbox', { name: `Search words ${at + 1}`, exact: true }).fill('quarry, old walls')
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
  await admin.getByRole('region', { name: 'History' }).getByText('2 search words').first().waitFor()
  const { body: found } = await call<DirectoryPage>(admin, 'GET', '/api/directory?q=old+walls')
  expect(found.items.map(({ displayName }) => displayName)).toEqual(['Ida Industrious'])
  await button(admin, 'Remove Building').click()
  await admin.getByLabel('Members in Building').selectOption({ label: names.at(-1)! })
  await expectAccessibleOnPhone(admin)
  await button(admin, 'Save').click()
  await admin
    .getByRole('region', { name: 'History' })
    .getByText(`Building → ${names.at(-1)}`)
    .waitFor()
  await expect.poll(industry).toBe(names.at(-1))
})
