import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newOrganiser, rsvp } from '#client/e2e/events.ts'
import { call } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

import { fakeCamera } from './camera.ts'
import {
  announced,
  button,
  type CheckInDevice,
  newCheckInDevice,
  recordAnnouncements,
} from './check-in-device.ts'

const camera = fakeCamera()
const product = runProduct({ browserArguments: camera.browserArguments })
let device: CheckInDevice
let page: Page

beforeEach(async () => {
  device = await newCheckInDevice(product)
  page = device.page
})

const offline = (isOffline: boolean) => page.context().setOffline(isOffline)
const everythingSynced = (at = page) => at.getByText('waiting to sync').first().waitFor({ state: 'detached' })
const storedEntries = () =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsent:')).length)

test('check-in works offline, and the server gets each check-in once, later', async () => {
  await camera.show('https://example.org/', await device.codeOf(device.ben))
  await device.open()
  await offline(true)
  await announced(page, /^You’re offline\.List last updated /)
  await button(page, 'Check in Ada Álvarez').click()
  await announced(page, 'Ada ÁlvarezChecked in with 2 guests')
  const recorded = await recordAnnouncements(page)
  await button(page, 'Start camera').click()
  await recorded('Not a code for this event')
  await recorded('Ben OseiChecked in')
  await announced(page, '2 changes waiting to sync')
  await page.getByText('4 of 4 arrived').waitFor()
  await expectAccessibleOnPhone(page)
  const asking = await newOrganiser(product)
  expect(await device.arrivals(asking)).toEqual({})

  const before = Date.now()
  await offline(false)
  await everythingSynced()
  const arrivals = await device.arrivals(asking)
  expect(Object.keys(arrivals).toSorted()).toEqual(['Ada Álvarez', 'Ben Osei'])
  // The time of arrival, not of the request.
  for (const at of Object.values(arrivals)) expect(Date.parse(at!)).toBeLessThan(before)
  await expect.poll(storedEntries).toBe(0)
})

test('check-ins that the server rejects later are listed until they are dismissed', async () => {
  await device.open()
  // She RSVPs after the list was loaded, and the list stays as it is: only the server knows her code.
  await page.route('**/check-in-list*', () => {})
  await rsvp(device.cleo.page, device.event, 'going')
  await camera.show(await device.codeOf(device.cleo))
  await offline(true)
  await page.unroute('**/check-in-list*')
  await button(page, 'Check in Ben Osei').click()
  await button(page, 'Start camera').click()
  await announced(page, 'Not on the listWe saved the code')
  await announced(page, '2 changes waiting to sync')
  await Promise.all([device.ben, device.cleo].map((who) => rsvp(who.page, device.event, 'declined')))
  await offline(false)
  await page.getByText('Not checked in').waitFor()
  await page.getByText(/^Ben Osei, .*: no seat at this event$/).waitFor()
  await expectAccessibleOnPhone(page)
  await device.open()
  await page.getByText(/^Cleo Dvořák, .*: no seat at this event$/).waitFor()
  for (const name of ['Ben Osei', 'Cleo Dvořák']) await button(page, `Dismiss ${name}`).click()
  await page.getByText('Not checked in').waitFor({ state: 'detached' })
  await expect.poll(storedEntries).toBe(0)
})

test('queued check-ins are sent from other screens, too', async () => {
  await device.open()
  await offline(true)
  await button(page, 'Check in Ben Osei').click()
  await page.getByRole('link', { name: 'Back to event' }).click()
  await offline(false)
  await expect.poll(storedEntries).toBe(0)
  expect(Object.keys(await device.arrivals())).toEqual(['Ben Osei'])
})

test('check-ins of an event that was cancelled in the meantime are listed on every screen, and can be discarded there', async () => {
  await device.open()
  await page.route('**/check-ins', (route) => route.abort())
  await button(page, 'Check in Ben Osei').click()
  await announced(page, '1 change waiting to sync')
  await call(page, 'POST', `/api/events/${device.event}/cancel`, { reason: 'The roof is gone.' })
  await page.unroute('**/check-ins')
  await page.getByRole('alert').getByText('This event was cancelled.').waitFor()
  await page.goto(`${product.origin}${paths.connections}`)
  const notice = page.getByRole('alert').filter({ hasText: 'This event was cancelled.' })
  await notice.getByText('Ben Osei').waitFor()
  await expectAccessibleOnPhone(page)
  await notice.getByRole('link', { name: 'An evening at the workbench' }).click()
  await page.getByText('The roof is gone.').waitFor()
  await button(page, 'Discard 1 check-in').click()
  await notice.waitFor({ state: 'detached' })
  await expect.poll(storedEntries).toBe(0)
})

test('signing out removes queued check-ins from the browser', async () => {
  await device.open()
  await page.route('**/check-ins', (route) => route.abort())
  await button(page, 'Check in Ben Osei').click()
  await announced(page, '1 change waiting to sync')
  expect(await storedEntries()).toBe(1)
  await button(page, 'Your account').click()
  await button(page, 'Sign out').click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await expect.poll(storedEntries).toBe(0)
})
