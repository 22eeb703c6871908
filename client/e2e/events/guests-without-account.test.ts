import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { GuestPage } from '#shared/attendance/guests.ts'
import type { GuestTables } from '#shared/rounds/tables.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { call, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'
import { startMailServer } from '#server/tools/mail-server.ts'

const mail = await startMailServer()
const product = runProduct({
  ownServer: true,
  env: { SMTP_URL: mail.url, MAIL_FROM: 'hello@guildhall.test' },
})
afterAll(() => mail.close())

let event: string
beforeAll(async () => {
  const organiser = await newOrganiser(product)
  event = await newEvent(organiser, {
    title: 'Supper for guests',
    visibility: 'public',
    openToGuests: true,
    capacity: 20,
  })
})

const newAddress = () => `${randomUUID()}@people.test`

/** The link in the first email to the address. */
async function linkTo(email: string) {
  const mails = () => mail.received().filter(({ to }) => to === email)
  await expect.poll(() => mails().length, { timeout: 10_000 }).toBeGreaterThan(0)
  return /http\S+\?guest=[\w-]{22}/.exec(mails()[0]!.parsed.text ?? '')?.[0] ?? ''
}

const phone = () => product.newBrowser({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })

test('a visitor RSVPs with name and address, confirms on the page of the link, changes and cancels there', async () => {
  const email = newAddress()
  const visitor = await phone()
  await visitor.goto(`${product.origin}/event/${event}`)
  await visitor.getByRole('button', { name: 'RSVP without an account' }).click()
  const card = visitor.getByRole('region', { name: 'The event you opened' })
  await expect
    .poll(() => card.getByLabel('Name').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await card.getByLabel('Name').fill('Vera Visitor')
  await card.getByLabel('Email').fill(email)
  await card.getByRole('button', { name: 'Email me the link' }).click()
  await card.getByText('Check your inbox').waitFor()
  expect(await visitor.evaluate(() => document.activeElement?.textContent)).toContain('Check your inbox')

  await visitor.goto(await linkTo(email))
  await visitor.getByRole('heading', { level: 1, name: 'Confirm your RSVP' }).waitFor()
  await expectAccessibleInEveryViewport(visitor)
  await visitor.getByRole('button', { name: 'I’m going' }).click()
  await visitor.getByRole('heading', { level: 1, name: 'You’re going' }).waitFor()
  await visitor.getByRole('figure', { name: 'Check-in code for Supper for guests' }).waitFor()
  await expectAccessibleInEveryViewport(visitor)

  await visitor.getByLabel('Name').fill('Vera Voss')
  await visitor.reload()
  // The form shows what was typed before the reload.
  await expect.poll(() => visitor.getByLabel('Name').inputValue()).toBe('Vera Voss')
  await visitor.getByRole('button', { name: 'Save' }).click()
  const organiser = await newOrganiser(product)
  await organiser.goto(`${product.origin}/event/${event}?manage=roster`)
  const row = organiser.getByRole('listitem').filter({ hasText: 'Vera Voss' })
  await row.getByText('Guest without an account').waitFor()

  await visitor.getByRole('button', { name: 'Cancel my RSVP' }).click()
  await visitor.getByRole('dialog').getByRole('button', { name: 'Cancel my RSVP' }).click()
  await visitor.getByRole('heading', { level: 1, name: 'You’re not going' }).waitFor()
})

test('the page of an event offers bookings to visitors only while RSVPs are open', async () => {
  const organiser = await newOrganiser(product)
  const open = { visibility: 'public', openToGuests: true } as const
  const later = await newEvent(organiser, { ...open, rsvpOpensAt: hoursFromNow(24) })
  const visitor = await phone()
  await visitor.goto(`${product.origin}/event/${later}`)
  const card = visitor.getByRole('region', { name: 'The event you opened' })
  await card.getByText('Create an account to see more and RSVP.').waitFor()
  expect(await card.getByRole('button').count()).toBe(0)

  await visitor.goto(`${product.origin}/event/${event}`)
  await card.getByText('RSVP with your name and email, or create an account to see more.').waitFor()
  await card.getByRole('button', { name: 'RSVP without an account' }).waitFor()
})

test('a member who is going invites a guest, sees the answer, and the roster has both', async () => {
  const email = newAddress()
  const { page } = await newMember(product, 'Ada Álvarez')
  await rsvp(page, event, 'going')
  await page.goto(`${product.origin}/event/${event}`)
  await page.getByRole('heading', { name: 'Guests by invitation' }).waitFor()
  const sent = Array<string>()
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  await page.getByLabel('Email').fill('gus')
  await page.getByRole('button', { name: 'Invite guest' }).click()
  await page.getByText('Enter a name (at least 2 characters).').waitFor()
  await page.getByText('Enter an email address.').waitFor()
  expect(sent.filter((url) => url.includes('/guests'))).toEqual([])
  await page.getByLabel('Name').fill('Gus Guest')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Invite guest' }).click()
  await page.getByText('Invitation sent to Gus Guest.').waitFor()

  const guest = await phone()
  await guest.goto(await linkTo(email))
  await guest.getByText('Ada Álvarez invites you.').waitFor()
  await guest.getByRole('button', { name: 'I’m going' }).click()
  await guest.getByRole('heading', { level: 1, name: 'You’re going' }).waitFor()

  const organiser = await newOrganiser(product)
  await organiser.goto(`${product.origin}/event/${event}?manage=roster`)
  const row = organiser.getByRole('listitem').filter({ hasText: 'Gus Guest' })
  await row.waitFor()
  expect(await row.textContent()).toContain('Guest of Ada Álvarez')
})

test('a guest whose page did not load tries again, and sees the tables after check-in', async () => {
  const email = newAddress()
  const visitor = await phone()
  await visitor.goto(`${product.origin}/event/${event}`)
  await visitor.getByRole('button', { name: 'RSVP without an account' }).click()
  const card = visitor.getByRole('region', { name: 'The event you opened' })
  await card.getByLabel('Name').fill('Tara Table')
  await card.getByLabel('Email').fill(email)
  await card.getByRole('button', { name: 'Email me the link' }).click()
  const link = await linkTo(email)

  await visitor.route('**/api/guests/page', (route) => route.abort())
  await visitor.goto(link)
  await visitor.getByRole('heading', { level: 1, name: 'Something went wrong. Try again.' }).waitFor()
  await expectAccessibleInEveryViewport(visitor)
  await visitor.unroute('**/api/guests/page')
  await visitor.getByRole('button', { name: 'Try again' }).click()
  await visitor.getByRole('button', { name: 'I’m going' }).click()
  await visitor.getByRole('heading', { level: 1, name: 'You’re going' }).waitFor()

  await visitor.route('**/api/guests/page', async (route) => {
    const response = await route.fetch()
    const page = (await response.json()) as GuestPage
    const mine = { ...page.mine!, checkedInAt: new Date().toISOString() }
    await route.fulfill({ response, json: { ...page, mine } satisfies GuestPage })
  })
  const rounds = [{ round: 1, table: 3 }]
  await visitor.route('**/api/guests/tables', (route) =>
    route.fulfill({ json: { rounds } satisfies GuestTables }),
  )
  await visitor.reload()
  await visitor.getByRole('heading', { name: 'Your tables' }).waitFor()
  await visitor.getByText('Table 3').waitFor()
  await expectAccessibleInEveryViewport(visitor)
})

test('the page of a guest says that the event is over or was cancelled, and offers nothing more', async () => {
  const email = newAddress()
  const organiser = await newOrganiser(product)
  const supper = await newEvent(organiser, { title: 'Last supper', visibility: 'public', openToGuests: true })
  const visitor = await phone()
  await visitor.goto(`${product.origin}/event/${supper}`)
  await visitor.getByRole('button', { name: 'RSVP without an account' }).click()
  const card = visitor.getByRole('region', { name: 'The event you opened' })
  await card.getByLabel('Name').fill('Otto Over')
  await card.getByLabel('Email').fill(email)
  await card.getByRole('button', { name: 'Email me the link' }).click()
  await visitor.goto(await linkTo(email))
  await visitor.getByRole('button', { name: 'I’m going' }).click()
  await visitor.getByRole('figure', { name: 'Check-in code for Last supper' }).waitFor()
  const remaining = () => visitor.locator('main').getByRole('button').count()

  await visitor.route('**/api/guests/page', async (route) => {
    const response = await route.fetch()
    const page = (await response.json()) as GuestPage
    const shown = { ...page.event, startsAt: hoursFromNow(-3), endsAt: hoursFromNow(-1) }
    await route.fulfill({ response, json: { ...page, event: shown, isOpen: false } satisfies GuestPage })
  })
  await visitor.reload()
  await visitor.getByRole('heading', { level: 1, name: 'This event has ended' }).waitFor()
  expect(await remaining()).toBe(0)
  await expectAccessibleInEveryViewport(visitor)
  await visitor.unroute('**/api/guests/page')

  await call(organiser, 'POST', `/api/events/${supper}/cancel`, { reason: 'The hall is flooded.' })
  await visitor.reload()
  await visitor.getByRole('heading', { level: 1, name: 'This event was cancelled' }).waitFor()
  await visitor.getByText('The hall is flooded.').waitFor()
  expect(await remaining()).toBe(0)
})

test('an unknown link says so, and shows nothing of the event', async () => {
  const stranger = await phone()
  await stranger.goto(`${product.origin}/?guest=${'A'.repeat(22)}`)
  await stranger.getByRole('heading', { level: 1, name: 'This link doesn’t work' }).waitFor()
  expect(await stranger.locator('main').textContent()).not.toContain('Supper')
})

test('an organiser opens an event to guests in the editor', async () => {
  const organiser = await newOrganiser(product)
  const closed = await newEvent(organiser, { title: 'Members only so far' })
  await organiser.goto(`${product.origin}/event/${closed}?manage=edit`)
  await organiser.getByLabel('Open to guests without an account').check()
  await organiser.getByRole('button', { name: 'Save changes' }).click()
  await organiser.getByRole('heading', { level: 1, name: 'Members only so far' }).waitFor()
  await organiser.goto(`${product.origin}/event/${closed}?manage=edit`)
  expect(await organiser.getByLabel('Open to guests without an account').isChecked()).toBe(true)
})
