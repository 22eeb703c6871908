import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { OwnProfile } from '#shared/people/members.ts'
import { standInForGoogle } from '#client/e2e/accounts/google-stand-in.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, openSignedIn } from '#client/e2e/members.ts'
import { newPerson, signedInLongAgo } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
const PATH = '/profile?settings=data'
let page: Page

const button = (name: string) => page.getByRole('button', { name, exact: true })
const again = () => page.getByRole('dialog', { name: 'Confirm it’s you' })
const deletionDueAt = async () => (await call<OwnProfile>(page, 'GET', '/api/me')).body.deletionDueAt

test('a member downloads all of their data', async () => {
  page = await product.newBrowser()
  const person = await newPerson(product.emulator)
  await openSignedIn(page, product.origin, person, PATH)
  const download = page.waitForEvent('download')
  await button('Download my data').click()
  const file = await download
  expect(file.suggestedFilename()).toBe('guildhall-my-data.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    profile: { email: person.email },
  })
})

test('a member requests the deletion of the account, and cancels it', async () => {
  page = await product.newBrowser()
  await openSignedIn(page, product.origin, await newPerson(product.emulator), PATH)
  await button('Delete my account…').click()
  await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor()
  await expectAccessibleOnPhone(page)
  await button('Delete in 14 days').click()
  await page.getByText(/^Your account will be deleted on /).waitFor()
  await button('Delete my account…').waitFor({ state: 'detached' })
  // The button that opened the dialog is gone, so its section has the focus.
  await page.getByRole('region', { name: 'Your account' }).and(page.locator(':focus')).waitFor()
  expect(await deletionDueAt()).toEqual(expect.any(String))

  await page.goto(`${product.origin}/profile`)
  await page.getByText(/^Your account will be deleted on /).waitFor()
  await expectAccessibleOnPhone(page)
  await button('Keep my account').click()
  await page.getByText('Your account won’t be deleted.').waitFor()
  await page.getByText(/^Your account will be deleted on /).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  expect(await deletionDueAt()).toBeUndefined()
})

test('an old sign-in is renewed with the password, and the command continues automatically', async () => {
  page = await product.newBrowser()
  const person = await newPerson(product.emulator)
  await openSignedIn(page, product.origin, person, PATH)
  await signedInLongAgo(page, '**/api/account/deletion')
  await button('Delete my account…').click()
  await button('Delete in 14 days').click()
  await again().waitFor()
  await expectAccessibleOnPhone(page)
  await again().getByRole('button', { name: 'Close' }).click()
  await page.getByText('Nothing was changed, because you didn’t sign in again.').waitFor()
  expect(await deletionDueAt()).toBeUndefined()

  await signedInLongAgo(page, '**/api/account/deletion')
  await button('Delete in 14 days').click()
  await again().getByLabel('Password', { exact: true }).fill('not this one')
  await button('Confirm').click()
  await page.getByText('Wrong email or password.').waitFor()
  await again().getByLabel('Password', { exact: true }).fill(person.password)
  await button('Confirm').click()
  await page.getByText(/^Your account will be deleted on /).waitFor()
  expect(await deletionDueAt()).toEqual(expect.any(String))
})

test('a member who signed in with Google confirms with Google', async () => {
  page = await product.newBrowser()
  const account = { sub: randomUUID(), email: `${randomUUID()}@people.test` }
  await page.goto(`${product.origin}/login`)
  let google = await standInForGoogle(page)
  let opened = page.waitForEvent('popup')
  await button('Continue with Google').click()
  await google.choose(await popupOf(opened), account)
  await page.getByRole('heading', { name: 'About you' }).waitFor()

  await page.goto(product.origin + PATH)
  google = await standInForGoogle(page)
  await signedInLongAgo(page, '**/api/account/export')
  await button('Download my data').click()
  opened = page.waitForEvent('popup')
  await button('Confirm with Google').click()
  const download = page.waitForEvent('download')
  await google.choose(await popupOf(opened), account)
  await download
  await expect.poll(() => again().count()).toBe(0)
})

async function popupOf(opened: Promise<Page>) {
  const popup = await opened
  await popup.waitForURL(/auth\/handler/)
  return popup
}
