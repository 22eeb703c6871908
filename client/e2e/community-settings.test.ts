import { randomUUID } from 'node:crypto'

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminPath } from '#shared/admin-paths.ts'
import type { Settings, SettingsOf, SettingsSection } from '#shared/community-settings.ts'
import type { OwnConsent } from '#shared/consent.ts'
import type { OwnProfile } from '#shared/members.ts'

import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from './accessibility.ts'
import { call, openSignedIn, waitForToast } from './members.ts'
import { showScreen } from './navigation.ts'
import { newestLink } from './people.ts'
import { runProduct } from './product.ts'

// What admins set is everyone's: with a server of its own, no other test sees it.
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

test('a visitor sees the text and the colour that an admin has set, and what was before after an undo', async () => {
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
  // Before any script of the app, which waits for a sign of use.
  await headline('Welcome to the Harbour Guild').waitFor()
  const accent = await visitor.evaluate(() => getComputedStyle(document.body).getPropertyValue('--accent'))
  expect(accent).toContain(colour)
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await visitor.getByText('Be kind to each other.').waitFor()
  expect(new URL(visitor.url()).pathname).toBe('/about-us')
  await expectAccessibleInEveryViewport(visitor)
  // The app shows the same as the page did.
  await visitor.getByRole('link', { name: 'Guildhall' }).first().click()
  await headline('Welcome to the Harbour Guild').waitFor()

  await showScreen(admin, part('landing'))
  await button(admin, 'Undo').click()
  await waitForToast(admin, 'Restored.')
  await visitor.goto(`${product.origin}/`)
  await headline('Where members meet, and help each other grow').waitFor()
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
  const ownConsent = async () => (await call<OwnConsent>(page, 'GET', '/api/me/consent')).body
  // Agreed to when the account was created, so it is not asked about again.
  expect(await ownConsent()).not.toHaveProperty('due')

  await save(admin, 'consent', { text: 'You agree to be kind, and **on time**.' })
  await page.goto(`${product.origin}/events`)
  const question = page.getByRole('dialog', { name: 'What you agreed to has changed' })
  await question.getByText('on time').waitFor()
  await expectAccessibleOnPhone(page)
  await button(page, 'I agree').click()
  await question.waitFor({ state: 'hidden' })
  expect(await ownConsent()).not.toHaveProperty('due')

  const industry = async () => (await call<OwnProfile>(page, 'GET', '/api/me')).body.industry
  await admin.goto(product.origin + part('industries'))
  // Admins are people too.
  await button(admin, 'I agree').click()
  await admin.getByRole('textbox', { name: 'Industry 1', exact: true }).waitFor()
  const labels = admin.getByRole('textbox', { name: /^Industry \d+$/ })
  const names = await labels.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  const at = names.indexOf('Architecture and construction')
  await labels.nth(at).fill('Building')
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
  await expect.poll(industry).toBe('Building')
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
