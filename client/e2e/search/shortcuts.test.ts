import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { newOrganiser } from '#client/e2e/events.ts'
import { newMember, requestConnection, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

async function signedIn(name: string) {
  const { page } = await newMember(product, name)
  await page.goto(product.origin + paths.dashboard)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
const listOf = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const pathOf = (page: Page) => new URL(page.url()).pathname
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Enter runs nothing until the text is answered. */
async function runCommand(page: Page, text: string, label: string) {
  await press(page, 'Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(text)
  const answered = '[role=group]:not([data-outdated]) [role=option][aria-selected=true]'
  await page.locator(answered).filter({ hasText: label }).waitFor()
  await press(page, 'Enter')
}

test('a member reads the list of shortcuts, and goes to screens with two keys', async () => {
  const page = await signedIn('Ada Álvarez')
  await press(page, '?')
  await listOf(page).getByRole('listitem').filter({ hasText: 'Growth meetings' }).waitFor()
  expect(await listOf(page).getByText('Admin').count()).toBe(0)
  await expectAccessibleInEveryViewport(page)
  // An open dialog keeps the keys.
  await press(page, 'g', 'e')
  await press(page, 'Escape')
  await listOf(page).waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(paths.dashboard)

  for (const [key, path] of [
    ['e', paths.events],
    ['m', '/create-growth-meeting'],
    ['c', paths.connections],
    ['y', paths.ownProfile],
    ['d', paths.dashboard],
  ] as const) {
    await press(page, 'g', key)
    await page.waitForURL((url) => url.pathname === path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
})

test('keys that are typed, or pressed with Control, Alt or another letter, do not trigger shortcuts', async () => {
  const page = await signedIn('Ben Osei')
  await page.goto(`${product.origin}${paths.connections}?tab=directory`)
  const field = page.getByRole('searchbox').first()
  await field.fill('')
  await field.pressSequentially('?ge')
  expect(await field.inputValue()).toBe('?ge')
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'g', 'Alt+e', 'g', 'x', 'e', 'g', 'a')
  await press(page, '?')
  await listOf(page).waitFor()
  expect(pathOf(page)).toBe(paths.connections)
})

test('an admin goes to the admin screens with g and a', async () => {
  const page = await newOrganiser(product)
  await page.goto(product.origin + paths.dashboard)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await press(page, 'g', 'a')
  await expect.poll(() => pathOf(page)).toBe(paths.admin)
})

test('a member switches single keys off, and on again from the search', async () => {
  const page = await signedIn('Cleo Duarte')
  await press(page, '?')
  const toggle = listOf(page).getByLabel('Use shortcuts of single keys')
  await toggle.uncheck()
  expect(await listOf(page).getByRole('listitem').count()).toBe(1)
  await press(page, 'Escape')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await press(page, '?', 'g', 'e')

  await runCommand(page, 'hotkeys', 'Keyboard shortcuts')
  await toggle.check()
  expect(pathOf(page)).toBe(paths.dashboard)
  await press(page, 'Escape')
  await press(page, 'g', 'e')
  await page.waitForURL((url) => url.pathname === paths.events)
})

test('a member marks all notifications as read from the search', async () => {
  const dora = await newMember(product, 'Dora Lindqvist')
  const { page } = dora
  await requestConnection(await newMember(product, 'Emil Haddad'), dora)
  await page.goto(product.origin + paths.dashboard)
  await page.getByRole('button', { name: 'Notifications: 1 new' }).waitFor()

  await runCommand(page, 'mark all', 'Mark all as read')
  await waitForToast(page, 'All notifications marked as read.')
  await expect.poll(() => page.getByRole('button', { name: 'Notifications', exact: true }).count()).toBe(1)
})
