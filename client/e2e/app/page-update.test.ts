import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { openSignedIn } from '#client/e2e/members.ts'
import { newPerson } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

/** From now on the page calls like one that was built for an earlier version of the API. */
const becomeOutdated = (page: Page) =>
  page.route('**/api/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-client-version': '1' } }),
  )

test('a page that is open during an update offers a reload, and loses neither what it shows nor what was typed', async () => {
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, await newPerson(product.emulator), '/profile?edit=you')
  const name = page.getByLabel(/^Name/)
  const save = page.getByRole('button', { name: 'Save profile' })
  const updated = page.getByText('Guildhall was updated. Reload this page to continue.')
  const reload = page.getByRole('button', { name: 'Reload' })
  await name.fill('Ada Lovelace')
  expect(await updated.count()).toBe(0)

  await becomeOutdated(page)
  await save.click()
  await updated.waitFor()
  expect(await name.inputValue()).toBe('Ada Lovelace')
  await expectAccessibleInEveryViewport(page)

  // Files that this page has not loaded yet can no longer be loaded.
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByRole('heading', { level: 1, name: 'This page is out of date' }).waitFor()
  await expectAccessibleInEveryViewport(page)
  await page.goBack()
  await name.waitFor()

  await page.unroute('**/api/**')
  await reload.click()
  // The page that is being left has the form too, but also the offer.
  await reload.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Ada Lovelace')
  await save.click()
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
  expect(await updated.count()).toBe(0)
})

test('an update in the middle of onboarding loses nothing that was typed', async () => {
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, await newPerson(product.emulator), '/onboarding')
  const name = page.getByLabel('Name', { exact: true })
  const save = page.getByRole('button', { name: 'Save and continue' })
  await name.fill('Ada Lovelace')
  await becomeOutdated(page)
  await save.click()
  const reload = page.getByRole('button', { name: 'Reload' })
  await reload.waitFor()
  await page.unroute('**/api/**')
  await reload.click()
  await reload.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Ada Lovelace')
  await save.click()
  await page.getByRole('heading', { level: 1, name: 'Your asks and offers' }).waitFor()
})
