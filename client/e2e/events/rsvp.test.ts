import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { paths } from '#shared/lib/paths.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { announced, button, expectDeclined, openRsvp, stored } from '#client/e2e/events/rsvp-form.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { press } from '#client/e2e/keyboard.ts'
import { call, type Member, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let organiser: Page
let ada: Member
let ben: Member

beforeEach(async () => {
  ;[organiser, ada, ben] = await Promise.all([
    newOrganiser(product),
    newMember(product, 'Ada Álvarez'),
    newMember(product, 'Ben Osei'),
  ])
})

const place = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
/** Closes what the page shows once the member has a seat or a place on the waitlist. */
const done = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
/** The pressed button may be gone; the focus must not fall to the start of the page. */
async function expectFocusOnStatus(page: Page) {
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^You’re/)
}

const open = ({ page }: Member, id: string) => openRsvp(page, product.origin, id)

test('on a phone the RSVP is at the foot of the first screen, and takes its place in the page further down', async () => {
  const id = await newEvent(organiser, { description: 'A long evening.\n\n'.repeat(40) })
  await ada.page.setViewportSize({ width: 390, height: 844 })
  await open(ada, id)
  const going = button(ada.page, 'Going')
  const bottom = async () => (await going.boundingBox())!.y
  await expect.poll(bottom).toBeGreaterThan(600)
  expect(await bottom()).toBeLessThan(800)
  await going.click()
  await announced(ada.page, /^You’re going/)
  await done(ada.page)
  await ada.page.getByRole('heading', { name: 'Are you going?' }).scrollIntoViewIfNeeded()
  await expect
    .poll(() => going.evaluate((element) => getComputedStyle(element.closest('div')!).position))
    .toBe('static')
  await expectAccessibleOnPhone(ada.page)
})

test('after Going, a sheet has the seat, the calendar, the check-in code and members to meet', async () => {
  const topic = `Letterpress${Date.now()}`
  const printer = await newMember(product, 'Cleo Printer', { offers: [topic] })
  const asking = await newMember(product, 'Dora Asking', { asks: [`${topic} for an afternoon`] })
  const id = await newEvent(organiser, { capacity: 2, startsAt: hoursFromNow(2) })
  await rsvp(printer.page, id, 'going')
  await asking.page.setViewportSize({ width: 390, height: 844 })
  await open(asking, id)
  await press(button(asking.page, 'Going'))
  const sheet = place(asking.page, 'You’re going')
  await sheet.getByText('Your seat is reserved.').waitFor()
  await sheet.getByText('matches Cleo Printer’s offer').waitFor()
  await sheet.getByRole('figure', { name: /^Check-in code/ }).waitFor()
  const edges = async () => {
    const { y, height, width } = (await sheet.boundingBox())!
    return [y + height, width]
  }
  // The sheet rises.
  await expect.poll(edges).toEqual([844, 390])
  await expectAccessibleInEveryViewport(asking.page)
  await press(sheet.getByRole('button', { name: 'Add to calendar' }))
  await asking.page.getByRole('link', { name: 'Google Calendar' }).waitFor()
  await asking.page.keyboard.press('Escape')
  await press(sheet.getByRole('button', { name: 'Done' }))
  await sheet.waitFor({ state: 'detached' })
  expect(await asking.page.evaluate(() => document.activeElement?.textContent)).toBe('Going')
})

test('on the waitlist the sheet has the place, and a change of guests opens none', async () => {
  const id = await newEvent(organiser, { capacity: 2, guestsMax: 1 })
  await rsvp(ada.page, id, 'going', 1)
  await open(ben, id)
  await button(ben.page, 'Join waitlist').click()
  const sheet = place(ben.page, 'You’re on the waitlist')
  await sheet.getByText('#1', { exact: true }).waitFor()
  await sheet.getByText('If a seat opens up, you’ll get it automatically.').waitFor()
  await expectAccessibleOnPhone(ben.page)
  await done(ben.page)

  await open(ada, id)
  await button(ada.page, 'One fewer').click()
  await button(ada.page, 'Go without guests').click()
  await announced(ada.page, 'You’re going. Your seat is reserved.')
  expect(await ada.page.getByRole('dialog').count()).toBe(0)
})

test('the last seat goes to one member, and the other gets it from the waitlist', async () => {
  const id = await newEvent(organiser, { capacity: 1 })
  await Promise.all([open(ada, id), open(ben, id)])
  await press(button(ada.page, 'Going'))
  await announced(ada.page, 'You’re going. Your seat is reserved.')
  // The other page still shows a free seat: the server decides.
  await button(ben.page, 'Going').click()
  await announced(ben.page, 'You’re #1 on the waitlist.')
  await done(ben.page)
  await expectAccessibleOnPhone(ben.page)

  await ada.page.reload()
  await ada.page.emulateMedia({ forcedColors: 'active' })
  const colourOf = (name: string) =>
    button(ada.page, name).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await colourOf('Going')).not.toBe(await colourOf('Can’t go'))
  await ada.page.emulateMedia({ forcedColors: 'none' })
  await press(button(ada.page, 'Can’t go'))
  const asked = ada.page.getByRole('dialog', { name: 'Give up your seat?' })
  await asked.getByText('It goes to the next person on the waitlist right away.').waitFor()
  expect((await asked.boundingBox())?.width).toBeLessThanOrEqual(512)
  await expectAccessibleOnPhone(ada.page)
  await press(asked.getByRole('button', { name: 'Cancel' }))
  expect((await stored(ada.page, id)).mine?.state).toBe('going')
  await button(ada.page, 'Can’t go').click()
  await asked.getByRole('button', { name: 'Give up seat' }).click()
  await announced(ada.page, 'You’re not going.')
  await expectDeclined(ada.page, id)

  await ben.page.reload()
  await announced(ben.page, 'You’re going. Your seat is reserved.')
  await ben.page.getByRole('button', { name: 'See all' }).click()
  await ben.page.getByRole('dialog').getByRole('link', { name: 'Ben Osei' }).waitFor()
})

test('a seat that opens up shortly before the start is offered, to claim or to pass on', async () => {
  const id = await newEvent(organiser, { capacity: 1, startsAt: hoursFromNow(10) })
  await rsvp(ada.page, id, 'going')
  await rsvp(ben.page, id, 'going')
  await rsvp(ada.page, id, 'declined')
  await open(ben, id)
  await ben.page.getByText(/^A seat is held for you until .* \(in 2 hours\)\.$/).waitFor()
  await expectAccessibleOnPhone(ben.page)
  await button(ben.page, 'Pass').click()
  await ben.page.getByRole('button', { name: 'Pass on seat' }).click()
  await announced(ben.page, 'You’re not going.')
  await expectDeclined(ben.page, id)

  await rsvp(ada.page, id, 'going')
  await rsvp(ben.page, id, 'going')
  await rsvp(ada.page, id, 'declined')
  await ben.page.goto(`${product.origin}/dashboard`)
  const offer = ben.page.getByRole('link', { name: /There is a seat for you: .*Claim it by .*, in 2 hours/ })
  await offer.waitFor()
  await expectAccessibleOnPhone(ben.page)
  await offer.click()
  await button(ben.page, 'Claim seat').click()
  await announced(ben.page, 'You’re going. Your seat is reserved.')
  await done(ben.page)
  await expectFocusOnStatus(ben.page)
  // Check-in opens twelve hours before the start.
  await ben.page.getByRole('figure', { name: /^Check-in code/ }).waitFor()
  await expectAccessibleInEveryViewport(ben.page)
  await button(ben.page, 'Enlarge code').click()
  await ben.page.getByRole('dialog').getByRole('figure').waitFor()

  await organiser.goto(product.origin + paths.event(id))
  await organiser.getByRole('link', { name: 'Start check-in' }).click()
  await organiser.getByRole('button', { name: 'Check in Ben Osei' }).waitFor()
})

test('an online event has a join button in the RSVP card around its start', { timeout: MINUTE }, async () => {
  const online = { format: 'online', joinUrl: 'https://meet.example.org/room' } as const
  const soon = await newEvent(organiser, { ...online, startsAt: hoursFromNow(0.2) })
  await rsvp(ada.page, soon, 'going')
  await open(ada, soon)
  const join = ada.page.getByRole('link', { name: 'Join now' })
  expect(await join.getAttribute('href')).toBe(online.joinUrl)
  // An online event has no check-in code.
  expect(await ada.page.getByRole('figure').count()).toBe(0)
  await expectAccessibleOnPhone(ada.page)

  const underWay = await newEvent(organiser, { ...online, startsAt: hoursFromNow(-1) })
  await organiser.goto(product.origin + paths.event(underWay))
  await organiser.getByRole('link', { name: 'Join now' }).waitFor()
  await call(organiser, 'POST', `/api/events/${underWay}/complete`)
  await organiser.reload()
  await organiser.getByRole('heading', { name: 'This event has ended' }).waitFor()
  expect(await organiser.getByRole('link', { name: /^Join/ }).count()).toBe(0)
  expect(await button(organiser, 'Add to calendar').count()).toBe(0)
  await organiser.getByRole('link', { name: 'roster' }).click()
  await organiser.getByRole('heading', { level: 1, name: 'Roster' }).waitFor()
})

test('a double click sends one RSVP, and a lost response does no harm', async () => {
  const id = await newEvent(organiser, { capacity: 5 })
  await open(ada, id)
  let sent = 0
  await ada.page.route('**/rsvp', async (route) => {
    sent += 1
    const response = await route.fetch()
    // The first RSVP takes effect, but its response is lost.
    if (sent === 1) return route.abort()
    await route.fulfill({ response })
  })
  await button(ada.page, 'Going').dblclick()
  await announced(ada.page, 'You’re going. Your seat is reserved.')
  // The page may have loaded the RSVP before it is sent again.
  await expect.poll(() => sent).toBe(2)
  expect((await stored(ada.page, id)).seats).toMatchObject({ going: 1, left: 4 })
})

test('after the deadline no one can newly RSVP, but a member who is going can still decline', async () => {
  const id = await newEvent(organiser, { rsvpDeadline: hoursFromNow(1 / 6) })
  await rsvp(ada.page, id, 'going')
  for (const { page } of [ada, ben]) await page.clock.install()
  await Promise.all([open(ada, id), open(ben, id)])
  // The page updates without a reload.
  for (const { page } of [ada, ben]) await page.clock.fastForward('10:00')
  await ben.page.getByRole('heading', { name: 'RSVPs are closed' }).waitFor()
  await button(ben.page, 'Going').waitFor({ state: 'detached' })
  await button(ada.page, 'I can’t go after all').click()
  await ada.page.getByText('RSVPs are closed, so you can’t undo this.').waitFor()
  await ada.page.getByRole('button', { name: 'Give up seat' }).click()
  await announced(ada.page, 'You’re not going.')
  await expectFocusOnStatus(ada.page)
  await expectDeclined(ada.page, id)
})

test('an attendee of an event that an admin has hidden can give up the seat', async () => {
  const id = await newEvent(organiser, { title: 'Rude evening' })
  await rsvp(ada.page, id, 'going')
  const report = { kind: 'event', id, reason: 'spam', text: '' }
  const { body: sent } = await call<{ id: string }>(ben.page, 'POST', '/api/moderation/reports', report)
  const admin = await newOrganiser(product, product.admins[1])
  const decision = { kind: 'hide', note: 'Be kind.' }
  await call(admin, 'POST', `/api/admin/reports/${sent.id}/decision`, decision, 1)

  await ada.page.goto(`${product.origin}${paths.events}?list=mine`)
  await announced(ada.page, 'An admin has hidden an event that you RSVP’d to.')
  await ada.page.getByText(/You’re going\. You can’t RSVP again while it’s hidden\.$/).waitFor()
  await expectAccessibleInEveryViewport(ada.page)
  expect(await ada.page.getByText('Rude evening').count()).toBe(0)
  await button(ada.page, 'Give up seat').click()
  await ada.page.getByText('You have no events yet').waitFor()
  await button(ada.page, 'Give up seat').waitFor({ state: 'detached' })
})
