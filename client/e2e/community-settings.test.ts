import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminPath } from '#shared/admin-paths.ts'
import type { Settings, SettingsOf, SettingsSection } from '#shared/community-settings.ts'

import { expectAccessibleInEveryViewport } from './accessibility.ts'
import { call, openSignedIn, waitForToast } from './members.ts'
import { runProduct } from './product.ts'

// What admins set is everyone's: with a server of its own, no other test sees it.
const product = runProduct({ ownServer: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const part = (name: string) => adminPath('settings', { part: name })

async function newAdmin(path: string) {
  const admin = { email: product.admins[0]!, password: 'a long enough password' }
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
  await expectAccessibleInEveryViewport(admin)

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

  await admin.goto(product.origin + part('landing'))
  await button(admin, 'Undo').click()
  await waitForToast(admin, 'Restored.')
  await visitor.goto(`${product.origin}/`)
  await headline('Where members meet, and help each other grow').waitFor()
})
