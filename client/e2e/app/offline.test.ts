import { setTimeout as wait } from 'node:timers/promises'
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
  expect((await stored()).toSorted()).toEqual([
    expect.stringMatching(/^\/assets\/offline-.*\.css$/),
    expect.stringMatching(/^\/assets\/offline-.*\.js$/),
    '/icon.svg',
    '/offline.html',
  ])

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

const keptList = (page: Page, event: string) =>
  page.evaluate((key) => localStorage.getItem(key) ?? '', `checkInList.${event}`)

/** The list as only this browser can read it. */
const decrypted = (page: Page, event: string) =>
  page.evaluate(async (key) => {
    const { list, email, eventId } = JSON.parse(localStorage.getItem(key)!) as Record<string, string>
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('keys')
      opening.onsuccess = () => resolve(opening.result)
    })
    const own = await new Promise<CryptoKey>((resolve) => {
      const reading = database.transaction('keys').objectStore('keys').get('device')
      reading.onsuccess = () => resolve(reading.result as CryptoKey)
    })
    database.close()
    const bytes = Uint8Array.from(atob(list!), (character) => character.charCodeAt(0))
    const additionalData = new TextEncoder().encode(JSON.stringify([email, eventId]))
    const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, 12), additionalData }
    const text = await crypto.subtle.decrypt(algorithm, own, bytes.slice(12))
    const isExportable = await crypto.subtle.exportKey('raw', own).then(
      () => true,
      () => false,
    )
    return {
      isExportable,
      list: JSON.parse(new TextDecoder().decode(text)) as { attendees: { member: object }[] },
    }
  }, `checkInList.${event}`)

/** The values that IndexedDB of this app holds. */
const keys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('keys')
        opening.onsuccess = () => {
          const counting = opening.result.transaction('keys').objectStore('keys').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )

test('a check-in list on the device is encrypted, with names and guests only, and a sign-out removes it and its key', async () => {
  const device = await newCheckInDevice(product)
  const { page } = device
  await device.open()
  await expect.poll(() => keptLists(page)).toEqual([`checkInList.${device.event}`])
  expect(await keptList(page, device.event)).not.toMatch(/Ben Osei|Álvarez|Looms|workbench/)
  const { isExportable, list } = await decrypted(page, device.event)
  expect(isExportable).toBe(false)
  expect(list.attendees.map((each) => [Object.keys(each), Object.keys(each.member)])).toEqual([
    [
      ['member', 'guests'],
      ['id', 'displayName', 'company'],
    ],
    [
      ['member', 'guests'],
      ['id', 'displayName'],
    ],
  ])
  expect(await keys(page)).toBe(1)

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await expect.poll(() => keptLists(page)).toEqual([])
  await expect.poll(() => keys(page)).toBe(0)
})

test('without its key, of another event or of another person, a check-in list on the device shows nothing', async () => {
  const device = await newCheckInDevice(product, { serviceWorkers: 'allow' })
  const { page, event } = device
  await device.open()
  await workerActivated(page)
  await expect.poll(() => keptLists(page)).toEqual([`checkInList.${event}`])
  const own = await keptList(page, event)
  const reloaded = async () => {
    await page.reload()
    await offline(page).waitFor()
    // Decryption takes a few milliseconds.
    await wait(300)
  }
  const names = page.getByRole('button', { name: 'Check in Ben Osei' })
  await page.context().setOffline(true)
  await reloaded()
  await names.waitFor()

  // The text of one list under the name of another.
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key, text.replace(/"eventId":"[^"]+"/, '"eventId":"other"')),
    [`checkInList.${event}`, own] as const,
  )
  await reloaded()
  expect(await names.count()).toBe(0)

  const email = await page.evaluate(() => localStorage.getItem('userEmail')!)
  await page.evaluate(
    ([key, text]) => {
      localStorage.setItem('userEmail', 'eve@people.test')
      localStorage.setItem(key, text)
    },
    [`checkInList.${event}`, own] as const,
  )
  await reloaded()
  await expect.poll(() => keptLists(page)).toEqual([])
  expect(await names.count()).toBe(0)

  await page.evaluate(
    ([key, text, address]) => {
      localStorage.setItem('userEmail', address)
      localStorage.setItem(key, text)
      indexedDB.deleteDatabase('keys')
    },
    [`checkInList.${event}`, own, email] as const,
  )
  await reloaded()
  expect(await names.count()).toBe(0)

  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Attendees' }).waitFor()
  await expect.poll(() => keptList(page, event)).not.toBe(own)
  await page.context().setOffline(true)
  await reloaded()
  await names.waitFor()
})

test('a check-in list without a key is not kept where the browser refuses to keep the key', async () => {
  const device = await newCheckInDevice(product)
  const { page } = device
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
  })
  await device.open()
  await page.getByRole('button', { name: 'Check in Ben Osei' }).click()
  await page.getByText('1 of 4 arrived').waitFor()
  expect(await keptLists(page)).toEqual([])
})
