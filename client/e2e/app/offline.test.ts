import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { newMember } from '#client/e2e/members.ts'
import { workerActivated } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const offline = (page: Page) => page.getByRole('heading', { level: 1, name: 'You’re offline' })

test('without a connection a member still has the check-in code, and never an old app', async () => {
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
