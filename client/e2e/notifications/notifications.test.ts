import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { press } from '#client/e2e/keyboard.ts'
import { newMember, requestConnection } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
/** The product's limit, in milliseconds. */
const LIVE_WITHIN = 2_000

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a notification shows in every tab within two seconds by one stream, and is read in all of them', async () => {
  const [ada, ben] = await Promise.all([newMember(product, 'Ada Álvarez'), newMember(product, 'Ben Osei')])
  const streams: string[] = []
  ada.page.context().on('request', (request) => {
    if (request.url().includes('/stream')) streams.push(request.url())
  })
  const opened = ada.page.waitForResponse('**/api/notifications/stream*')
  await ada.page.goto(`${product.origin}/dashboard`)
  await opened
  const second = await ada.page.context().newPage()
  await second.goto(`${product.origin}/events`)
  await bell(second, 'Notifications').waitFor()

  await requestConnection(ben, ada)
  const shown = [ada.page, second].map((page) => bell(page, 'Notifications: 1 new'))
  await Promise.all(shown.map((button) => button.waitFor({ timeout: LIVE_WITHIN })))
  expect(streams).toHaveLength(1)

  await bell(second, 'Notifications: 1 new').click()
  await second.getByRole('link', { name: 'View all notifications' }).click()
  await second.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await second.getByText('Ben Osei wants to connect.').waitFor()
  await second.route('**/api/notifications/read', (route) => route.abort())
  await second.getByRole('button', { name: 'Mark all as read' }).click()
  await second.getByRole('alert').getByText('We couldn’t mark them as read.').waitFor()
  await expectAccessibleInEveryViewport(second)

  await second.unroute('**/api/notifications/read')
  await press(second.getByRole('button', { name: 'Mark all as read' }))
  await Promise.all([ada.page, second].map((page) => bell(page, 'Notifications').waitFor()))

  // The button is gone, and the focus is on the list.
  await second.keyboard.press('Tab')
  expect(await second.locator(':focus').textContent()).toContain('Ben Osei wants to connect.')

  // The tab without the stream takes it over.
  const takenOver = second.waitForRequest('**/api/notifications/stream*')
  await ada.page.close()
  await takenOver
})

test('notifications stand under the day on which they came, in the member’s time zone', async () => {
  const [ada, ben] = await Promise.all([
    newMember(product, 'Ada Álvarez', { timeZone: 'Pacific/Auckland' }),
    newMember(product, 'Ben Osei'),
  ])
  await requestConnection(ben, ada)
  const { page } = ada
  const midnight = Temporal.Now.zonedDateTimeISO('Pacific/Auckland').startOfDay()
  const dayHeading = async (days: number) => {
    await page.clock.setFixedTime(midnight.add({ days, minutes: 1 }).epochMilliseconds)
    await page.goto(`${product.origin}/dashboard?view=notifications`)
    await page.getByRole('link', { name: /Ben Osei wants to connect/ }).waitFor()
    return page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  }
  expect(await dayHeading(1)).toEqual(['Yesterday'])
  const [older = ''] = await dayHeading(3)
  expect(older).toMatch(/^[A-Z]\w+day \d+ [A-Z]\w+$/)
})
