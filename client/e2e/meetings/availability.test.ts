import { expect, test } from 'vitest'

import type { Availability } from '#shared/meetings/availability.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, newMember, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

test('a member sets weekly hours and days off with the keyboard, and loses nothing', async () => {
  const { page } = await newMember(product, 'Ada Álvarez', { timeZone: 'Asia/Kathmandu' })
  const stored = async () => (await call<Availability>(page, 'GET', '/api/me/availability')).body
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const press = async (name: string) => {
    await button(name).focus()
    await page.keyboard.press('Enter')
  }
  const focusedLabel = () =>
    page.evaluate(() => (document.activeElement as HTMLSelectElement | null)?.labels?.[0]?.textContent)
  const focusedName = () => page.evaluate(() => document.activeElement?.ariaLabel)

  await page.goto(`${product.origin}/profile`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Availability' }).click()
  await page.getByText('You haven’t set your hours yet').waitFor()
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Kathmandu')

  await press('Add hours on Monday')
  await expect.poll(focusedLabel).toBe('Monday from')
  await field('Monday until').first().selectOption('12:00')
  await field('Monday from').nth(1).selectOption('11:30')
  await field('Monday until').nth(1).selectOption('24:00')
  await press('Save availability')
  await page.getByText('This overlaps other hours on the same day.').first().waitFor()
  await expect.poll(focusedLabel).toBe('Monday from')
  await field('Monday from').nth(1).selectOption('13:00')
  await press('Remove hours 1 on Friday')
  await expect.poll(focusedName).toBe('Add hours on Friday')
  await press('Add days off')
  await expect.poll(focusedLabel).toBe('First day off')
  await field('First day off').fill('2031-12-24')
  expect(await field('Last day off').inputValue()).toBe('2031-12-24')
  await field('Last day off').fill('2032-01-02')

  await press('Copy Monday to other days')
  const dialog = page.getByRole('dialog', { name: 'Copy Monday to other days' })
  await dialog.getByLabel('Saturday').check()
  await expectAccessibleOnPhone(page)
  await dialog.getByRole('button', { name: 'Copy hours' }).click()
  await waitForToast(page, 'Hours copied.')
  await page.getByText('Unsaved changes').waitFor()
  await page.reload()
  await page.getByText('Unsaved changes').waitFor()
  await expectAccessibleInEveryViewport(page)
  await press('Save availability')
  await waitForToast(page, 'Availability saved.')
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  const split = (day: number) => [
    { day, from: '09:00', to: '12:00' },
    { day, from: '13:00', to: '24:00' },
  ]
  const whole = [2, 3, 4].map((day) => ({ day, from: '09:00', to: '17:00' }))
  expect(await stored()).toEqual({
    version: 1,
    timeZone: 'Asia/Kathmandu',
    windows: [...split(1), ...whole, ...split(6)],
    daysOff: [{ from: '2031-12-24', to: '2032-01-02' }],
  })

  const elsewhere = { windows: [{ day: 7, from: '10:00', to: '11:00' }], daysOff: [] }
  await call(page, 'PUT', '/api/me/availability', elsewhere, 1)
  await press('Remove hours 2 on Monday')
  // The focus moves after the row is gone.
  await expect.poll(focusedName).toBe('Add hours on Monday')
  await press('Save availability')
  const conflict = page.getByRole('dialog', { name: 'This availability was changed elsewhere' })
  await conflict.getByText('Sunday 10:00').waitFor()
  await expectAccessibleOnPhone(page)
  expect(await stored()).toMatchObject(elsewhere)
  await conflict.getByLabel('Use the other version').check()
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
  await field('Sunday from').waitFor()
  expect(await field('Monday from').count()).toBe(0)
})
