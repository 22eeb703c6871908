import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { newCheckInDevice } from '#client/e2e/events/check-in-device.ts'
import { newMember } from '#client/e2e/members.ts'
import { workerActivated } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const offline = (page: Page) => page.getByRole('heading', { level: 1, name: 'You’re offline' })

test('a member has the check-in code without a connection, and never an outdated app', async () => {
  const organiser = await newOrganiser(product)
  const event = await newEvent(organiser, { title: 'Harvest supper', startsAt: hoursFromNow(1) })
  const { page } = await newMember(product, 'Ada Álvarez', {}, { serviceWorkers: 'allow' })
  await rsvp(page, event, 'going')
  await page.goto(product.origin + paths.event(event))
  await page.getByRole('figure', { name: 'Check-in code for Harvest supper' }).waitFor()
  await workerActivated(page)

  await page.context().setOffline(true)
  await page.goto(product.origin + paths.events)
  await offline(page).waitFor()
  await page.getByRole('heading', { name: 'Harvest supper' }).waitFor()
  await page.getByRole('img', { name: 'Check-in code for Harvest supper' }).waitFor()
  await expectAccessibleInEveryViewport(page)

  await page.context().setOffline(false)
  await page
    .getByRole('button', { name: 'Try again' })
    .or(page.getByRole('heading', { name: 'Events' }))
    .first()
    .waitFor()
  await page.goto(product.origin + paths.events)
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1)
  const stored = () =>
    page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]!)
      return (await cache.keys()).map(({ url }) => new URL(url).pathname)
    })
  expect((await stored()).toSorted()).toEqual(['/icon.svg', '/offline.css', '/offline.html', '/offline.js'])

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('checkIn'))))
    .toEqual([])
})

const keptLists = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('checkInList.')))

test('check-in continues after a reload without a connection, with the list and what is queued', async () => {
  const device = await newCheckInDevice(product, { serviceWorkers: 'allow' })
  const { page } = device
  await device.open()
  await workerActivated(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Check in Ben Osei' }).click()
  await page.reload()
  await offline(page).waitFor()
  await page.getByRole('heading', { name: 'An evening at the workbench' }).waitFor()
  await page.getByText('1 of 4 arrived').waitFor()
  await page.getByRole('status').getByText('1 change waiting to sync').waitFor()
  await page.getByLabel('Name or company').fill('looms')
  expect(await page.getByRole('button', { name: 'Undo check-in of Ben Osei' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Check in Ada Álvarez' }).click()
  await page.getByText('4 of 4 arrived').waitFor()
  await page.getByRole('button', { name: 'Undo check-in of Ben Osei' }).click()
  await expectAccessibleInEveryViewport(page)
  await page.reload()
  await page.getByText('3 of 4 arrived').waitFor()
  await page.getByRole('status').getByText('1 change waiting to sync').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })

  const asking = await newOrganiser(product)
  await page.context().setOffline(false)
  await expect
    .poll(async () => Object.keys(await device.arrivals(asking)), { timeout: 15_000 })
    .toEqual(['Ada Álvarez'])
  await page.getByRole('heading', { name: 'Attendees' }).waitFor()
  await page.getByText('3 of 4 arrived').waitFor()
})

test('a check-in list on the device has names and guests only, and a sign-out removes it', async () => {
  const device = await newCheckInDevice(product)
  const { page } = device
  await device.open()
  await expect.poll(() => keptLists(page)).toEqual([`checkInList.${device.event}`])
  const text = await page.evaluate((key) => localStorage.getItem(key) ?? '', `checkInList.${device.event}`)
  const { attendees } = JSON.parse(text) as { attendees: { member: object }[] }
  expect(attendees.map((each) => [Object.keys(each), Object.keys(each.member)])).toEqual([
    [
      ['member', 'guests'],
      ['id', 'displayName', 'company'],
    ],
    [
      ['member', 'guests'],
      ['id', 'displayName'],
    ],
  ])

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await expect.poll(() => keptLists(page)).toEqual([])
})
