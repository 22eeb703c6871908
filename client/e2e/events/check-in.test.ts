import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, rsvp } from '#client/e2e/events.ts'
import { press, type } from '#client/e2e/keyboard.ts'
import { newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

import { fakeCamera, denyCamera } from './camera.ts'
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

test('a member found by name is checked in by keyboard with their guests, and the check-in can be undone', async () => {
  await device.open()
  await page.getByText('0 of 4 arrived').waitFor()
  await expectAccessibleInEveryViewport(page)
  const search = page.getByLabel('Name or company')
  await type(search, 'alv')
  await button(page, 'Check in Ben Osei').waitFor({ state: 'detached' })
  await press(button(page, 'Check in Ada Álvarez'))
  await announced(page, 'Ada ÁlvarezChecked in with 2 guests')
  await page.getByText('3 of 4 arrived').waitFor()
  await expect.poll(() => device.arrivals()).toHaveProperty('Ada Álvarez')
  // The search is ready for the next name.
  await expect.poll(() => search.inputValue()).toBe('')
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true)

  await press(button(page, 'Undo check-in'))
  await announced(page, 'Ada ÁlvarezCheck-in undone')
  await expect.poll(() => device.arrivals()).toEqual({})
  await page.getByText('0 of 4 arrived').waitFor()
})

test('the check-in list finds a name by the spelling that a keyboard without umlauts and apostrophes has', async () => {
  await rsvp((await newMember(product, 'Jürgen O’Brien')).page, device.event, 'going')
  await device.open()
  for (const typed of ['juergen', 'obrien']) {
    await page.getByLabel('Name or company').fill(typed)
    await button(page, 'Check in Ben Osei').waitFor({ state: 'detached' })
    expect(await button(page, 'Check in Jürgen O’Brien').isVisible()).toBe(true)
    await page.getByLabel('Name or company').fill('')
    await button(page, 'Check in Ben Osei').waitFor()
  }
})

test('a double click is one check-in, and the list can be filtered to those who have not arrived', async () => {
  await device.open()
  await button(page, 'Check in Ben Osei').dblclick()
  await button(page, 'Undo check-in of Ben Osei').waitFor()
  await expect.poll(() => device.arrivals()).toHaveProperty('Ben Osei')
  await page.getByLabel('Not yet arrived').check()
  await page.getByRole('listitem').filter({ hasText: 'Ben Osei' }).waitFor({ state: 'detached' })
  await button(page, 'Check in Ada Álvarez').click()
  await page.getByText('Everyone has arrived.').waitFor()
})

test('a code in front of the camera counts once, and an invalid code does not stop the next', async () => {
  const elsewhere = await newEvent(page, { startsAt: hoursFromNow(2) })
  await rsvp(device.ben.page, elsewhere, 'going')
  // The code is out of view for long enough to count again when the video starts over.
  await camera.show(
    'https://example.org/',
    await device.codeOf(device.ben, elsewhere),
    await device.codeOf(device.ada),
    '',
    '',
    '',
  )
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/check-ins')) sent += 1
  })
  await device.open()
  const recorded = await recordAnnouncements(page)
  await button(page, 'Start camera').click()
  await recorded('Not a code for this event')
  await recorded('Ada ÁlvarezChecked in with 2 guests')
  await page.getByText('3 of 4 arrived').waitFor()
  await recorded(/^Ada ÁlvarezAlready checked in: .*\d/)
  expect(sent).toBe(1)
  expect(Object.keys(await device.arrivals())).toEqual(['Ada Álvarez'])
  await expectAccessibleOnPhone(page)
  await button(page, 'Stop camera').click()
  await button(page, 'Undo check-in of Ada Álvarez').click()
  await expect.poll(() => device.arrivals()).toEqual({})
})

test('codes of members who are not on the list are looked up', async () => {
  const codeOfBen = await device.codeOf(device.ben)
  await rsvp(device.ben.page, device.event, 'declined')
  await device.open()
  // She RSVPs after the list was loaded.
  await rsvp(device.cleo.page, device.event, 'going', 1)
  await camera.show(codeOfBen, '', await device.codeOf(device.cleo))
  const recorded = await recordAnnouncements(page)
  await button(page, 'Start camera').click()
  await recorded('Ben OseiNo seat at this event')
  await recorded('Cleo DvořákChecked in with 1 guest')
  await page.getByText('2 of 5 arrived').waitFor()
  await button(page, 'Undo check-in of Cleo Dvořák').waitFor()
  await expect.poll(async () => Object.keys(await device.arrivals())).toEqual(['Cleo Dvořák'])
})

test('the camera turns off when it is stopped, and when the organiser leaves the screen', async () => {
  await camera.show('')
  await device.open()
  const video = page.locator('video')
  const track = () =>
    video.evaluateHandle((element: HTMLVideoElement) => (element.srcObject as MediaStream).getTracks()[0])
  await button(page, 'Start camera').click()
  await button(page, 'Stop camera').waitFor()
  const first = await track()
  await button(page, 'Stop camera').click()
  await button(page, 'Start camera').click()
  await button(page, 'Stop camera').waitFor()
  const second = await track()
  const states = () => Promise.all([first, second].map((one) => one.evaluate((it) => it?.readyState)))
  await expect.poll(states).toEqual(['ended', 'live'])
  await page.getByRole('link', { name: 'Back to event' }).click()
  await page.getByRole('heading', { name: /^Who’s going/ }).waitFor()
  await expect.poll(states).toEqual(['ended', 'ended'])
})

test('without permission to use the camera, members are checked in by name', async () => {
  await denyCamera(page)
  await device.open()
  await button(page, 'Start camera').click()
  await announced(page, 'This site isn’t allowed to use the camera.')
  await expectAccessibleOnPhone(page)
  await button(page, 'Check in Ben Osei').click()
  await announced(page, 'Ben OseiChecked in')
})

test('the list is shown long before the start, but no one can be checked in', async () => {
  const later = await newEvent(page, { startsAt: hoursFromNow(40) })
  await rsvp(device.ada.page, later, 'going')
  await page.goto(`${product.origin}/event/${later}`)
  await button(page, 'Manage').click()
  await page
    .getByRole('link', { name: 'Check-in' })
    .or(page.getByRole('menuitem', { name: 'Check-in' }))
    .click()
  await announced(page, /^Check-in opens .* 12 hours before the start\.$/)
  await page.getByText('Ada Álvarez').waitFor()
  expect(await page.getByRole('button', { name: /Check in|camera/ }).count()).toBe(0)
  await expectAccessibleOnPhone(page)
})
