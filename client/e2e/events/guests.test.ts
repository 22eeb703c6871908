import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { call, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const announced = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()

test('guests take seats, up to the capacity', async () => {
  const [organiser, ada, ben] = await Promise.all([
    newOrganiser(product),
    newMember(product, 'Ada Álvarez'),
    newMember(product, 'Ben Osei'),
  ])
  const id = await newEvent(organiser, { capacity: 4, guestsMax: 3 })
  await ada.page.goto(product.origin + paths.event(id))
  await ada.page.getByRole('heading', { name: 'Are you going?' }).waitFor()
  await button(ada.page, 'One more').click()
  const refreshed = ada.page.waitForResponse(`**/api/events/${id}`)
  await button(ada.page, 'Going').click()
  await announced(ada.page, 'You’re going with 1 guest.')
  // The page loads the event again, and must not know of the seat that Ben takes.
  await refreshed
  await button(ada.page, 'Done').click()
  await rsvp(ben.page, id, 'going')
  await button(ada.page, 'One more').click()
  await button(ada.page, 'One more').click()
  await button(ada.page, 'Bring 3 guests').click()
  await ada.page.getByText('There aren’t enough seats left for your guests.').waitFor()
  await expectAccessibleOnPhone(ada.page)
  expect((await call<EventDetails>(ada.page, 'GET', `/api/events/${id}`)).body.mine).toMatchObject({
    state: 'going',
    guests: 1,
  })
  const guests = ada.page.getByRole('group', { name: 'Guests' })
  const chosen = (number: number) =>
    guests
      .getByRole('status')
      .filter({ hasText: String(number) })
      .waitFor()
  const more = button(ada.page, 'One more')
  // The stepper returns to the saved guests, with the remaining seats.
  await chosen(1)
  await guests.getByText('Only 1 seat left.').waitFor()
  await more.click()
  await chosen(2)
  expect(await more.getAttribute('aria-disabled')).toBe('true')
  await button(ada.page, 'Bring 2 guests').click()
  await announced(ada.page, 'You’re going with 2 guests.')
  await guests.getByText('No seats left for more guests.').waitFor()
  expect(await more.getAttribute('aria-disabled')).toBe('true')
  const reason = await more.getAttribute('aria-describedby')
  expect(await guests.locator(`[id="${reason}"]`).textContent()).toBe('No seats left for more guests.')
  await expectAccessibleOnPhone(ada.page)
  for (let press = 0; press < 2; press += 1) await button(ada.page, 'One fewer').click()
  await button(ada.page, 'Go without guests').click()
  await announced(ada.page, 'You’re going. Your seat is reserved.')
  // The pressed button is gone; the focus must not fall to the start of the page.
  await expect.poll(() => ada.page.evaluate(() => document.activeElement?.textContent)).toMatch(/^You’re/)
})
