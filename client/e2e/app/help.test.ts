import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newOrganiser } from '#client/e2e/events.ts'
import { newMember, startSession } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

test('help starts with the tasks of the screen that it was opened from, and its links stay in the app', async () => {
  const { person } = await newMember(product, 'Ada Lima')
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await startSession(page, product.origin, person)
  await page.goto(`${product.origin}${paths.connections}`)
  const heading = (name: string, level: number) => page.getByRole('heading', { level, name, exact: true })
  await heading('Connections', 1).waitFor()
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await heading('Help', 1).waitFor()
  const main = page.getByRole('main')
  expect(await main.getByRole('link').first().textContent()).toBe('Find people who can help')
  expect(await main.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'On the page you came from',
    'For members',
  ])
  await expectAccessibleInEveryViewport(page)

  await main.getByRole('link', { name: 'Report something' }).click()
  await heading('Report something', 1).waitFor()
  expect(await main.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'What happens next',
    'Good to know',
  ])
  const picture = main.getByRole('img')
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessibleOnPhone(page)
  await main.getByRole('link', { name: 'block them' }).click()
  await heading('Block someone', 1).waitFor()
  await main.getByRole('link', { name: 'All help pages' }).click()
  await heading('Help', 1).waitFor()
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
})

test('an admin finds the tasks of all roles, also at the address of a help page that does not exist', async () => {
  const page = await newOrganiser(product)
  await page.goto(`${product.origin}${paths.help}organisers/none`)
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'For members',
    'For organisers',
    'For admins',
  ])
})
