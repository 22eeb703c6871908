import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { newMember, openSignedIn } from '#client/e2e/members.ts'
import { openStarted } from '#client/e2e/navigation.ts'
import { newPerson } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

test('a change of screen moves the focus to its heading and announces its title', async () => {
  const page = await product.newBrowser()
  await openStarted(page, product.origin + paths.about)
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Prestige' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Earned by helping' })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => page.locator('[aria-live]').first().textContent()).toContain('Prestige')
  await expect.poll(() => page.title()).toContain('Prestige')
})

test('the tab has the name of the product while the screen of a visitor is loading', async () => {
  const page = await product.newBrowser()
  await openStarted(page, product.origin + paths.about)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/Prestige*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Prestige' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' })
  expect(await page.title()).toBe('Guildhall')
  release()
  await expect.poll(() => page.title()).toBe('Prestige · Guildhall')
})

test('a slow screen is announced and focused once its heading is shown', async () => {
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, await newPerson(product.emulator), paths.events)
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  const announcement = page.locator('[aria-live]').first()
  const before = await announcement.textContent()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/dashboard', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL('**/dashboard')
  expect(await announcement.textContent()).toBe(before)

  release()
  const heading = page.getByRole('heading', { level: 1, name: /^Welcome/ })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => announcement.textContent()).toContain('Dashboard')
})

test('a person who returns before the next screen has loaded has the focus on the heading', async () => {
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, await newPerson(product.emulator), paths.dashboard)
  const heading = page.getByRole('heading', { level: 1, name: /^Welcome/ })
  await heading.waitFor()
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  await page.goBack()
  // After a reload, the page has to load the code of the other screen again.
  await page.route('**/assets/Events-*.js', () => {})
  await page.reload()
  await heading.waitFor()
  await page.getByRole('main').getByRole('link').first().focus()

  await page.goForward({ waitUntil: 'commit' })
  await heading.waitFor({ state: 'detached' })
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a menu stays open when the screen below it changes its own address', async () => {
  const { person } = await newMember(product, 'Ada Lima')
  const page = await product.newBrowser()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/connections?*', async (route) => {
    await released
    await route.continue()
  })
  await openSignedIn(page, product.origin, person, paths.connections)
  await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  const help = page.getByRole('link', { name: 'Help', exact: true })
  await help.waitFor()

  release()
  // Somebody without connections sees the people they could meet.
  await page.waitForURL(/\?/)
  expect(await help.isVisible()).toBe(true)
  await help.click()
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
})

test('a link between a public screen and a member screen moves the focus to the heading', async () => {
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, await newPerson(product.emulator), paths.dashboard)
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  await page.goto(product.origin + paths.about)
  await page.locator('#root:not([data-still])').waitFor()
  const expectFocusOn = async (name: string | RegExp) => {
    const heading = page.getByRole('heading', { level: 1, name })
    await heading.waitFor()
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  }
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expectFocusOn(/^Welcome/)
  await page.goBack()
  await expectFocusOn(/./)
})

/** Presses each key, and expects the focus on the element with the text. */
async function expectKeysToFocus(page: Page, keys: readonly (readonly [key: string, text: string])[]) {
  for (const [key, text] of keys) {
    await page.keyboard.press(key)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(text)
  }
}

test('arrow keys open the account menu and the notifications, and move within them', async () => {
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, await newPerson(product.emulator))
  await page.getByRole('button', { name: 'Your account' }).focus()
  await expectKeysToFocus(page, [
    ['ArrowDown', 'Your profile'],
    ['ArrowDown', 'Settings'],
    ['ArrowDown', 'Help'],
    ['ArrowDown', 'Sign out'],
    ['End', 'Sign out on all devices'],
    ['ArrowDown', 'Your profile'],
    ['ArrowUp', 'Sign out on all devices'],
    ['Home', 'Your profile'],
  ])
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Your account')

  const bell = page.getByRole('button', { name: 'Notifications' })
  await bell.focus()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  // The panel loads its content when it opens.
  await expect.poll(() => page.keyboard.press('ArrowUp').then(focused)).toContain('your dashboard')
  await page.keyboard.press('Escape')
  expect(await bell.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('arrow keys open the site menu of a phone and move between the links that it shows', async () => {
  const page = await product.newBrowser({ viewport: { width: 390, height: 844 } })
  await openStarted(page, product.origin + paths.about)
  await page.getByRole('button', { name: 'Menu' }).focus()
  await expectKeysToFocus(page, [
    ['ArrowUp', 'Create account'],
    ['ArrowDown', 'About'],
    ['ArrowDown', 'Prestige'],
    ['End', 'Create account'],
    ['Home', 'About'],
  ])
})

test('the first focusable link skips the navigation', async () => {
  const page = await product.newBrowser()
  await openStarted(page, product.origin + paths.about)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
})
