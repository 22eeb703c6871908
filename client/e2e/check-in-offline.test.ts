import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/paths.ts'

import { fakeCamera } from './camera.ts'
import { button, type CheckInDevice, listen, newCheckInDevice, said } from './check-in-device.ts'
import { answer, newOrganiser, ORGANISER_ENV } from './events.ts'
import { expectSoundInEveryLook } from './looks.ts'
import { call } from './members.ts'
import { runProduct } from './product.ts'

const camera = fakeCamera()
const product = runProduct({ env: ORGANISER_ENV, browserArguments: camera.browserArguments })
let door: CheckInDevice
let page: Page

beforeEach(async () => {
  door = await newCheckInDevice(product)
  page = door.page
})

const offline = (isOffline: boolean) => page.context().setOffline(isOffline)
const nothingWaits = (at = page) => at.getByText('waiting to be sent').first().waitFor({ state: 'detached' })
const kept = () =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsent:')).length)

test('the door goes on without a network, and the server hears of it once, later', async () => {
  await camera.show('https://example.org/', await door.codeOf(door.ben))
  await door.open()
  await offline(true)
  await said(page, /^No connectionThe list is from /)
  await button(page, 'Check in Ada Álvarez').click()
  await said(page, 'Ada ÁlvarezChecked in, with 2 guests')
  const heard = await listen(page)
  await button(page, 'Start the camera').click()
  await heard('Not a code of this event')
  await heard('Ben OseiChecked in')
  await said(page, '2 waiting to be sent')
  await page.getByText('4 of 4 arrived').waitFor()
  await expectSoundInEveryLook(page)
  const asking = await newOrganiser(product)
  expect(await door.arrivals(asking)).toEqual({})

  const before = Date.now()
  await offline(false)
  await nothingWaits()
  const arrivals = await door.arrivals(asking)
  expect(Object.keys(arrivals).toSorted()).toEqual(['Ada Álvarez', 'Ben Osei'])
  // When they came, not when the server heard of it.
  for (const at of Object.values(arrivals)) expect(Date.parse(at!)).toBeLessThan(before)
  await expect.poll(kept).toBe(0)
})

test('what the server refuses later is listed until someone has seen to it', async () => {
  await door.open()
  // After the list was loaded, so that only the server can read her code.
  await answer(door.cleo.page, door.event, 'going')
  await camera.show(await door.codeOf(door.cleo))
  await offline(true)
  await button(page, 'Check in Ben Osei').click()
  await button(page, 'Start the camera').click()
  await said(page, 'Not on the listThe code is kept')
  await said(page, '2 waiting to be sent')
  await Promise.all([door.ben, door.cleo].map((who) => answer(who.page, door.event, 'declined')))
  await offline(false)
  await page.getByText('Not checked in after all').waitFor()
  await page.getByText(/^Ben Osei, .*: has no seat at this event$/).waitFor()
  await expectSoundInEveryLook(page)
  await door.open()
  await page.getByText(/^Cleo Dvořák, .*: has no seat at this event$/).waitFor()
  for (const name of ['Ben Osei', 'Cleo Dvořák']) await button(page, `Done with ${name}`).click()
  await page.getByText('Not checked in after all').waitFor({ state: 'detached' })
  await expect.poll(kept).toBe(0)
})

test('a mistake is taken back without a network, in its order', async () => {
  await door.open()
  await offline(true)
  for (const name of ['Check in Ben Osei', 'Undo', 'Check in Ada Álvarez']) {
    await button(page, name).click()
  }
  await said(page, '3 waiting to be sent')
  await page.getByText('3 of 4 arrived').waitFor()
  await offline(false)
  await nothingWaits()
  await expect.poll(async () => Object.keys(await door.arrivals())).toEqual(['Ada Álvarez'])
})

test('a lost answer, then a reload: what was noted is still there, and counts once', async () => {
  let sent = 0
  await page.route('**/check-ins', async (route) => {
    await route.fetch()
    sent += 1
    await route.abort()
  })
  await door.open()
  await button(page, 'Check in Ben Osei').click()
  await expect.poll(() => sent).toBeGreaterThan(0)
  const { 'Ben Osei': first } = await door.arrivals()
  await page.reload()
  await said(page, '1 waiting to be sent')
  await page.unroute('**/check-ins')
  await expect.poll(kept).toBe(0)
  expect(await door.arrivals()).toEqual({ 'Ben Osei': first })
  await page.getByText('1 of 4 arrived').waitFor()
})

test('it is sent from any other screen, too', async () => {
  await door.open()
  await offline(true)
  await button(page, 'Check in Ben Osei').click()
  await button(page, 'Back to the event').click()
  await offline(false)
  await expect.poll(kept).toBe(0)
  expect(Object.keys(await door.arrivals())).toEqual(['Ben Osei'])
})

test('two devices at one door, both without a network: everyone is noted once, at the earliest', async () => {
  const other = await newOrganiser(product)
  await Promise.all([door.open(), door.open(other)])
  await Promise.all([offline(true), other.context().setOffline(true)])
  await button(page, 'Check in Ben Osei').click()
  const before = new Date().toISOString()
  for (const name of ['Check in Ben Osei', 'Check in Ada Álvarez']) await button(other, name).click()
  await other.context().setOffline(false)
  await nothingWaits(other)
  await offline(false)
  await page.getByText('4 of 4 arrived').waitFor()
  await nothingWaits()
  const arrivals = await door.arrivals()
  expect(Object.keys(arrivals).toSorted()).toEqual(['Ada Álvarez', 'Ben Osei'])
  expect(arrivals['Ben Osei']! < before).toBe(true)
})

test('when the event is cancelled meanwhile, the organiser hears why nothing is taken', async () => {
  await door.open()
  await page.route('**/check-ins', (route) => route.abort())
  await button(page, 'Check in Ben Osei').click()
  await said(page, '1 waiting to be sent')
  await call(page, 'POST', `/api/events/${door.event}/cancel`, { reason: 'The roof is gone.' })
  await page.unroute('**/check-ins')
  await page.getByRole('alert').getByText('This event was cancelled.').waitFor()
  await expectSoundInEveryLook(page)
  await button(page, 'Discard 1 check-in').click()
  await nothingWaits()
  await expect.poll(kept).toBe(0)
})

test('cancelled while the door was left: told on every screen who it is about, and let go there', async () => {
  await door.open()
  await page.route('**/check-ins', (route) => route.abort())
  await button(page, 'Check in Ben Osei').click()
  await said(page, '1 waiting to be sent')
  await call(page, 'POST', `/api/events/${door.event}/cancel`, { reason: 'The roof is gone.' })
  await page.goto(`${product.origin}${paths.connections}`)
  await page.unroute('**/check-ins')
  const notice = page.getByRole('alert').filter({ hasText: 'This event was cancelled.' })
  await notice.getByText('Ben Osei').waitFor()
  await expectSoundInEveryLook(page)
  await notice.getByRole('link', { name: 'An evening at the workbench' }).click()
  await page.getByText('The roof is gone.').waitFor()
  await button(page, 'Discard 1 check-in').click()
  await notice.waitFor({ state: 'detached' })
  await expect.poll(kept).toBe(0)
})

test('signing out leaves nothing of it in the browser', async () => {
  await door.open()
  await page.route('**/check-ins', (route) => route.abort())
  await button(page, 'Check in Ben Osei').click()
  await said(page, '1 waiting to be sent')
  expect(await kept()).toBe(1)
  await button(page, 'Your account').click()
  await button(page, 'Sign out').click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await expect.poll(kept).toBe(0)
})
