import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { settingsPath } from '#shared/lib/paths/profile.ts'
import type { Availability } from '#shared/meetings/availability.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { tabTo } from '#client/e2e/keyboard.ts'
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
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }
  const focusedLabel = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent)
  const focusedCell = () => page.evaluate(() => document.activeElement?.ariaLabel)

  await page.goto(`${product.origin}/profile`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Availability' }).click()
  await page.getByText('You haven’t set your hours yet').waitFor()
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Kathmandu')

  await tabTo(cell(page, 'Monday 09:00 – 09:30'))
  await keys('End', 'PageDown', 'ArrowUp', 'Home')
  expect(await focusedCell()).toBe('Monday 12:30 – 13:00')
  // Lunch from Monday to Thursday, of which Thursday is taken back.
  await keys(' ', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowLeft')
  expect(await focusedCell()).toBe('Wednesday 12:30 – 13:00')
  expect(await cell(page, 'Thursday 12:30 – 13:00').getAttribute('aria-selected')).toBe('true')
  await keys('ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft')
  expect(await focusedCell()).toBe('Monday 12:00 – 12:30')

  await press('Early and late hours')
  await cell(page, 'Monday 09:00 – 09:30').focus()
  for (const row of ['07:00 – 07:30', '06:00 – 06:30', '05:00 – 05:30'])
    await cell(page, `Monday ${row}`).press(' ')
  await press('Save availability')
  await page.getByText('Choose at most 4 separate times a day.').waitFor()
  await expect.poll(focusedCell).toBe('Monday 13:00 – 13:30')
  await expectAccessibleOnPhone(page)
  for (const row of ['07:00 – 07:30', '06:00 – 06:30']) await cell(page, `Monday ${row}`).press(' ')
  await press('Add days off')
  await expect.poll(focusedLabel).toBe('First day off')
  await field('First day off').fill('2031-12-24')
  expect(await field('Last day off').inputValue()).toBe('2031-12-24')
  await field('Last day off').fill('2032-01-02')

  await page.getByText('Unsaved changes').waitFor()
  await page.reload()
  await page.getByText('Unsaved changes').waitFor()
  await expectAccessibleInEveryViewport(page)
  await press('Save availability')
  await waitForToast(page, 'Availability saved.')
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  const split = (day: number) => [
    { day, from: '09:00', to: '12:30' },
    { day, from: '13:00', to: '17:00' },
  ]
  const whole = [4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }))
  expect(await stored()).toEqual({
    version: 1,
    timeZone: 'Asia/Kathmandu',
    windows: [{ day: 1, from: '05:00', to: '05:30' }, ...[1, 2, 3].flatMap(split), ...whole],
    daysOff: [{ from: '2031-12-24', to: '2032-01-02' }],
  })

  const elsewhere = { windows: [{ day: 7, from: '10:00', to: '11:00' }], daysOff: [] }
  await call(page, 'PUT', '/api/me/availability', elsewhere, 1)
  await cell(page, 'Monday 09:00 – 09:30').press(' ')
  await press('Save availability')
  const conflict = page.getByRole('dialog', { name: 'This availability was changed elsewhere' })
  await conflict.getByText('Sunday 10:00').waitFor()
  await expectAccessibleOnPhone(page)
  expect(await stored()).toMatchObject(elsewhere)
  await conflict.getByLabel('Use the other version').check()
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => selected(page)).toEqual(['Sunday 10:00 – 10:30', 'Sunday 10:30 – 11:00'])
})

test('a member paints hours with a mouse, and a long press on a touchscreen', async () => {
  const { page } = await newMember(product, 'Ben Osei', {}, { hasTouch: true })
  await call(page, 'PUT', '/api/me/availability', { windows: [], daysOff: [] }, 0)
  await page.goto(product.origin + settingsPath('availability'))
  await page.getByText('No hours chosen').waitFor()
  const drag = async (...cells: string[]) => {
    for (const [at, name] of cells.entries()) {
      await cell(page, name).hover()
      if (at === 0) await page.mouse.down()
    }
    await page.mouse.up()
  }
  await drag('Tuesday 10:00 – 10:30', 'Thursday 11:30 – 12:00', 'Wednesday 10:30 – 11:00')
  const morning = ['10:00 – 10:30', '10:30 – 11:00']
  const onDays = (...days: string[]) => morning.flatMap((hours) => days.map((day) => `${day} ${hours}`))
  expect(await selected(page)).toEqual(onDays('Tuesday', 'Wednesday'))
  await drag('Wednesday 10:00 – 10:30', 'Wednesday 10:30 – 11:00')
  expect(await selected(page)).toEqual(onDays('Tuesday'))
  await cell(page, 'Tuesday 10:00 – 10:30').click()
  expect(await selected(page)).toEqual(['Tuesday 10:30 – 11:00'])

  await page.setViewportSize({ width: 390, height: 844 })
  await cell(page, 'Tuesday 10:30 – 11:00').tap()
  expect(await selected(page)).toEqual([])
  await cell(page, 'Monday 14:00 – 14:30').scrollIntoViewIfNeeded()
  const finger = await fingerOn(page)
  await finger.down(cell(page, 'Monday 12:00 – 12:30'))
  await expect.poll(() => selected(page)).toEqual(['Monday 12:00 – 12:30'])
  const before = await page.evaluate(() => scrollY)
  await finger.move(cell(page, 'Monday 12:30 – 13:00'))
  await finger.move(cell(page, 'Tuesday 13:00 – 13:30'))
  await finger.up()
  const painted = ['12:00 – 12:30', '12:30 – 13:00', '13:00 – 13:30'].flatMap((hours) =>
    ['Monday', 'Tuesday'].map((day) => `${day} ${hours}`),
  )
  expect(await selected(page)).toEqual(painted)
  expect(await page.evaluate(() => scrollY)).toBe(before)

  await finger.down(cell(page, 'Friday 13:00 – 13:30'))
  for (const row of ['12:30 – 13:00', '12:00 – 12:30', '11:30 – 12:00', '11:00 – 11:30'])
    await finger.move(cell(page, `Friday ${row}`))
  await finger.up()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
  expect(await selected(page)).toEqual(painted)
})

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })

const selected = (page: Page) =>
  page
    .locator('[role=grid] [aria-selected=true]')
    .evaluateAll((cells) => cells.map(({ ariaLabel }) => ariaLabel))

/** A finger that stays and moves, which Playwright has not. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const middleOf = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  return {
    down: async (target: Locator) => send('touchStart', [await middleOf(target)]),
    move: async (target: Locator) => send('touchMove', [await middleOf(target)]),
    up: () => send('touchEnd', []),
  }
}
