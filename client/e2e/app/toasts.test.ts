import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { announced, newCheckInDevice } from '#client/e2e/events/check-in-device.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'
import { isUncovered } from '#client/e2e/uncovered.ts'

const product = runProduct()

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1280, height: 620 }

const offlineBanner = (page: Page) => page.getByText('Can’t reach the server.', { exact: false })

test('on a phone and a laptop, no message covers the undo of a check-in made offline', async () => {
  const device = await newCheckInDevice(product)
  const { page } = device
  await device.open()
  await page.context().setOffline(true)
  for (const [name, viewport] of [
    ['Ben Osei', PHONE],
    ['Ada Álvarez', LAPTOP],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: `Check in ${name}` }).click()
    await announced(page, `${name}Checked in`)
    await offlineBanner(page).waitFor()
    const undo = page.getByRole('button', { name: 'Undo check-in', exact: true })
    await expect.poll(() => isUncovered(undo)).toBe(true)
  }
})

test('on a phone, no message covers the RSVP buttons', async () => {
  const organiser = await newOrganiser(product)
  const id = await newEvent(organiser, { description: 'A long evening.\n\n'.repeat(40) })
  const { page } = await newMember(product, 'Ada Álvarez')
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(product.origin + paths.event(id))
  const going = page.getByRole('button', { name: 'Going', exact: true })
  await going.waitFor()
  await page.context().setOffline(true)
  // Without the pointer, which would scroll the page to the button’s place.
  await going.evaluate((button: HTMLButtonElement) => button.click())
  await offlineBanner(page).waitFor()
  for (const name of ['Going', 'Maybe', 'Can’t go'])
    await expect.poll(() => isUncovered(page.getByRole('button', { name, exact: true }))).toBe(true)
})

test('after a message is dismissed, the control that had the focus has it again', async () => {
  const page = await newOrganiser(product)
  const id = await newEvent(page)
  await page.goto(product.origin + paths.event(id))
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => share.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('on a phone, messages are a strip that hides what is under it whole, and nothing there can be pressed', async () => {
  const device = await newCheckInDevice(product)
  const { page } = device
  await page.setViewportSize({ width: 390, height: 480 })
  await device.open()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Check in Ben Osei' }).click()
  await offlineBanner(page).waitFor()
  await page.evaluate(() => scrollTo(0, 200))
  const pressed = await offlineBanner(page).evaluate((banner) => {
    const { top, bottom } = banner.getBoundingClientRect()
    const edges = [4, innerWidth - 4].flatMap((x) =>
      [top, bottom].map((y) => document.elementFromPoint(x, y)),
    )
    return edges.map((element) => element?.closest('main') !== null)
  })
  expect(pressed).toEqual([false, false, false, false])
})
