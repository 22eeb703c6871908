import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { fakeCamera, refuseCamera } from './camera.ts'
import { button, type CheckInDevice, listen, newCheckInDevice, said } from './check-in-device.ts'
import { answer, hoursFromNow, newEvent, ORGANISER_ENV } from './events.ts'
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

test('whoever is found by name is checked in, with their guests, and can be taken back', async () => {
  await door.open()
  await page.getByText('0 of 4 arrived').waitFor()
  await expectSoundInEveryLook(page)
  const search = page.getByLabel('Name or company')
  await search.fill('alv')
  await button(page, 'Check in Ben Osei').waitFor({ state: 'detached' })
  await button(page, 'Check in Ada Álvarez').click()
  await said(page, 'Ada ÁlvarezChecked in, with 2 guests')
  await page.getByText('3 of 4 arrived').waitFor()
  await expect.poll(() => door.arrivals()).toHaveProperty('Ada Álvarez')
  // The next name is typed at once.
  await expect.poll(() => search.inputValue()).toBe('')
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true)

  await button(page, 'Undo').click()
  await said(page, 'Ada ÁlvarezNo longer checked in')
  await expect.poll(() => door.arrivals()).toEqual({})
  await page.getByText('0 of 4 arrived').waitFor()
})

test('a double click is one check-in, and lists can be cut to who is missing', async () => {
  await door.open()
  await button(page, 'Check in Ben Osei').dblclick()
  await button(page, 'Undo Ben Osei').waitFor()
  await expect.poll(() => door.arrivals()).toHaveProperty('Ben Osei')
  await page.getByLabel('Only who is not here yet').check()
  await page.getByRole('listitem').filter({ hasText: 'Ben Osei' }).waitFor({ state: 'detached' })
  await button(page, 'Check in Ada Álvarez').click()
  await page.getByText('Everyone is here.').waitFor()
})

test('a code before the camera counts once, and no bad code stops the next', async () => {
  const elsewhere = await newEvent(page, { startsAt: hoursFromNow(2) })
  await answer(door.ben.page, elsewhere, 'going')
  // Gone long enough to be shown a second time when the film starts again.
  await camera.show(
    'https://example.org/',
    await door.codeOf(door.ben, elsewhere),
    await door.codeOf(door.ada),
    '',
    '',
    '',
  )
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/check-ins')) sent += 1
  })
  await door.open()
  const heard = await listen(page)
  await button(page, 'Start the camera').click()
  await heard('Not a code of this event')
  await heard('Ada ÁlvarezChecked in, with 2 guests')
  await page.getByText('3 of 4 arrived').waitFor()
  await heard(/^Ada ÁlvarezAlready checked in: .*\d/)
  expect(sent).toBe(1)
  expect(Object.keys(await door.arrivals())).toEqual(['Ada Álvarez'])
  await expectSoundInEveryLook(page)
  await button(page, 'Stop the camera').click()
  await button(page, 'Undo Ada Álvarez').click()
  await expect.poll(() => door.arrivals()).toEqual({})
})

test('codes of people who are not on the list are looked up', async () => {
  const codeOfBen = await door.codeOf(door.ben)
  await answer(door.ben.page, door.event, 'declined')
  await door.open()
  // After the list was loaded.
  await answer(door.cleo.page, door.event, 'going', 1)
  await camera.show(codeOfBen, '', await door.codeOf(door.cleo))
  const heard = await listen(page)
  await button(page, 'Start the camera').click()
  await heard('Ben OseiNot going: no seat at this event')
  await heard('Cleo DvořákChecked in, with 1 guest')
  await page.getByText('2 of 5 arrived').waitFor()
  await button(page, 'Undo Cleo Dvořák').waitFor()
  expect(Object.keys(await door.arrivals())).toEqual(['Cleo Dvořák'])
})

test('the camera goes out when it is stopped, and when the screen is left', async () => {
  await camera.show('')
  await door.open()
  const video = page.locator('video')
  const track = () =>
    video.evaluateHandle((element: HTMLVideoElement) => (element.srcObject as MediaStream).getTracks()[0])
  await button(page, 'Start the camera').click()
  await button(page, 'Stop the camera').waitFor()
  const first = await track()
  await button(page, 'Stop the camera').click()
  await button(page, 'Start the camera').click()
  await button(page, 'Stop the camera').waitFor()
  const second = await track()
  const states = () => Promise.all([first, second].map((one) => one.evaluate((it) => it?.readyState)))
  await expect.poll(states).toEqual(['ended', 'live'])
  await button(page, 'Back to the event').click()
  await page.getByRole('heading', { name: /^Who is going/ }).waitFor()
  await expect.poll(states).toEqual(['ended', 'ended'])
})

test('without permission to use the camera, names do', async () => {
  await refuseCamera(page)
  await door.open()
  await button(page, 'Start the camera').click()
  await said(page, 'This page may not use the camera.')
  await expectSoundInEveryLook(page)
  await button(page, 'Check in Ben Osei').click()
  await said(page, 'Ben OseiChecked in')
})

test('another device has been faster: whoever was here already is said to be', async () => {
  await door.open()
  await call(page, 'POST', `/api/events/${door.event}/check-ins`, {
    items: [{ memberId: door.ben.id, at: new Date(Date.now() - 60_000).toISOString() }],
  })
  const before = await door.arrivals()
  await button(page, 'Check in Ben Osei').click()
  await said(page, /^Ben OseiAlready checked in: /)
  expect(await door.arrivals()).toEqual(before)
})

test('long before the start there is a list, and nothing to press', async () => {
  const later = await newEvent(page, { startsAt: hoursFromNow(40) })
  await answer(door.ada.page, later, 'going')
  await page.goto(`${product.origin}/event/${later}`)
  await button(page, 'Manage').click()
  await page
    .getByRole('link', { name: 'Check-in' })
    .or(page.getByRole('menuitem', { name: 'Check-in' }))
    .click()
  await said(page, /^Check-in opens .* twelve hours before the start\.$/)
  await page.getByText('Ada Álvarez').waitFor()
  expect(await page.getByRole('button', { name: /Check in|camera/ }).count()).toBe(0)
  await expectSoundInEveryLook(page)
})
