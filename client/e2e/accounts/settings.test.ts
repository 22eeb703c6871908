import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import type { Preferences } from '#shared/notifications/preferences.ts'
import type { OwnSessionList, Session } from '#shared/accounts/sessions.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, openSignedIn, startSession, waitForToast } from '#client/e2e/members.ts'
import { newestLink, newPerson, type Person, signIn } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

import { standInForGoogle } from './google-stand-in.ts'

const product = runProduct()
let page: Page
let person: Person

beforeEach(async () => {
  page = await product.newBrowser({ reducedMotion: 'reduce' })
  person = await newPerson(product.emulator)
})

const title = (name: string, on = page) => on.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabel(name, { exact: true })

/** Tag of the element from which the keyboard starts: `BODY` once the focus is lost. */
const focused = () => page.evaluate(() => document.activeElement?.tagName)

test('a password is changed with the current one, which signs out the other devices', async () => {
  const other = await product.newBrowser()
  await startSession(other, product.origin, person)
  await openSignedIn(page, product.origin, person)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await title('Settings').waitFor()
  await button('Change password').press('Enter')
  await field('New password').waitFor()
  await expect.poll(focused).not.toBe('BODY')
  await expectAccessibleOnPhone(page)
  await field('Current password').fill('not this one')
  await field('New password').fill('quite another password')
  await button('Save password').click()
  await page.getByText('This isn’t your current password.').waitFor()
  expect(await field('New password').inputValue()).toBe('quite another password')
  await field('Current password').fill(person.password)
  await button('Save password').click()
  await waitForToast(page, 'Password changed.')

  await expect(product.emulator.signIn(person.email, 'quite another password')).resolves.toBeTruthy()
  const { items } = (await call<OwnSessionList>(page, 'GET', '/api/sessions')).body
  expect(items).toHaveLength(1)
  expect((await call(other, 'GET', '/api/me')).status).toBe(401)
})

test('an email changes once the link at the new address is opened, and the page updates automatically', async () => {
  const wanted = `${randomUUID()}@people.test`
  await openSignedIn(page, product.origin, person, settingsPath())
  await button('Change email').press('Enter')
  await field('New email').waitFor()
  await expect.poll(focused).not.toBe('BODY')
  await field('New email').fill(person.email)
  await button('Send link').click()
  await page.getByText('This is already your email.').waitFor()
  await field('New email').fill(wanted)
  await button('Send link').click()
  await page.getByText('We sent a link to').waitFor()
  await expectAccessibleOnPhone(page)
  const session = async () => (await call<Session>(page, 'GET', '/api/session')).body
  expect(await session()).toMatchObject({ user: { email: person.email } })

  const inbox = await product.newBrowser()
  await inbox.goto(await newestLink(product.emulator, product.origin, person.email))
  await title('Confirm your new email', inbox).waitFor()
  await expectAccessibleOnPhone(inbox)
  await inbox.getByLabel('Password', { exact: true }).fill(person.password)
  await inbox.getByRole('button', { name: 'Sign in and change email' }).click()
  await title('Email changed', inbox).waitFor()

  await page.getByText('We sent a link to').waitFor({ state: 'detached' })
  await page.getByRole('main').getByText(wanted).waitFor()
  expect(await session()).toMatchObject({ user: { email: wanted, emailVerified: true } })
  // The inbox is signed in as the same person, with the new email.
  await expect(product.emulator.signIn(wanted, person.password)).resolves.toMatchObject({ uid: person.uid })
})

test('Google is added to a password account and removed again, but never the last method', async () => {
  await openSignedIn(page, product.origin, person, settingsPath())
  const account = { sub: randomUUID(), email: `${randomUUID()}@gmail.test` }
  const google = await standInForGoogle(page)
  let opened = page.waitForEvent('popup')
  await button('Add Google').click()
  await google.choose(await popupOf(opened), account)
  await page.getByText(account.email).waitFor()
  await expectAccessibleOnPhone(page)
  await button('Remove Google…').click()
  await button('Remove Google').click()
  await button('Add Google').waitFor()

  const onlyGoogle = { sub: randomUUID(), email: `${randomUUID()}@people.test` }
  page = await product.newBrowser()
  await page.goto(`${product.origin}/login`)
  const again = await standInForGoogle(page)
  opened = page.waitForEvent('popup')
  await button('Continue with Google').click()
  await again.choose(await popupOf(opened), onlyGoogle)
  await title('About you').waitFor()
  await page.goto(product.origin + settingsPath())
  await page.getByText('To remove it, add a password first.').waitFor()
  expect(await button('Remove Google…').count()).toBe(0)
  await button('Add password').click()
  await field('New password').fill('a long enough password')
  await button('Save password').click()
  await button('Remove Google…').waitFor()
  const { email } = onlyGoogle
  await expect(product.emulator.signIn(email, 'a long enough password')).resolves.toBeTruthy()
})

test('the devices of a person are listed, and one is signed out from another', async () => {
  const phone = await product.newBrowser({
    userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
  })
  await phone.goto(`${product.origin}/login`)
  await signIn(phone, product.origin, person)
  await title('About you', phone).waitFor()
  await openSignedIn(page, product.origin, person, settingsPath('devices'))
  await page.getByText('This device').waitFor()
  await page.getByText(/Last seen within the past hour$/).waitFor()
  await expectAccessibleInEveryViewport(page)
  await page.getByRole('button', { name: 'Sign out Firefox on Android' }).click()
  await waitForToast(page, 'Firefox on Android was signed out.')
  await page.getByText('Firefox on Android', { exact: true }).waitFor({ state: 'detached' })
  expect(await button('Sign out all other devices').count()).toBe(0)

  await phone.goto(`${product.origin}/dashboard`)
  await title('Sign in', phone).waitFor()
  await page.reload()
  await page.getByText('This device').waitFor()
  await button('Sign out everywhere').click()
  await waitForToast(page, 'You’re signed out on all devices.')
})

test('a member chooses what they are notified of, and loses no choice to a failure', async () => {
  await openSignedIn(page, product.origin, person, settingsPath('notifications'))
  const thanks = page.getByRole('checkbox', { name: 'Thanks: in the app' })
  await thanks.uncheck()
  await page.route('**/api/**', (route) => route.abort())
  await button('Save notification settings').click()
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor()
  await page.unroute('**/api/**')
  await page.reload()
  await page.getByText('Unsaved changes').waitFor()
  expect(await thanks.isChecked()).toBe(false)
  await expectAccessibleOnPhone(page)
  await button('Save notification settings').click()
  await waitForToast(page, 'Notification settings saved.')
  const { body } = await call<Preferences>(page, 'GET', '/api/notifications/preferences')
  expect(body).toMatchObject({ version: 1, topics: { thanks: { inApp: false } } })
})

async function popupOf(opened: Promise<Page>) {
  const popup = await opened
  await popup.waitForURL(/auth\/handler/)
  return popup
}
