import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { fillEvent } from '#server/testing/running-product/full-event.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, newMember } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'
import { openRoster, row, rows, tab } from '#client/e2e/roster.ts'

const product = runProduct()
let organiser: Page

beforeEach(async () => {
  organiser = await newOrganiser(product)
})

const open = (id: string, query?: string) => openRoster(product, organiser, id, query)

/** The server notices writes of another process after a while. */
async function expectGoing(id: string, going: number) {
  await expect
    .poll(() => call(organiser, 'GET', `/api/events/${id}/roster`))
    .toMatchObject({ body: { counts: { going } } })
}

test('the roster shows the state of each RSVP, and how full the event is', async () => {
  const ada = await newMember(product, 'Ada Álvarez', { headline: 'Bakes for the whole street' })
  const ben = await newMember(product, 'Ben Osei')
  const chiara = await newMember(product, 'Chiara Bianchi')
  const dora = await newMember(product, 'Dora Maar')
  const id = await newEvent(organiser, { capacity: 4, guestsMax: 2, startsAt: hoursFromNow(10) })
  await rsvp(ada.page, id, 'going', 2)
  await rsvp(ben.page, id, 'going')
  await rsvp(chiara.page, id, 'going')
  await rsvp(dora.page, id, 'maybe')
  // This close to the start, the seat is offered to the first person on the waitlist.
  await rsvp(ben.page, id, 'declined')
  const at = new Date().toISOString()
  await call(organiser, 'POST', `/api/events/${id}/check-ins`, { items: [{ memberId: ada.id, at }] })

  await organiser.goto(product.origin + paths.event(id))
  await organiser.getByRole('button', { name: 'Manage' }).click()
  await organiser.getByRole('link', { name: 'Roster' }).click()
  await organiser.locator('h1:focus', { hasText: 'Roster' }).waitFor()
  await expect.poll(() => organiser.title()).toMatch(/^Roster · An evening at the workbench · /)
  await row(organiser, 'Ada Álvarez').getByText('Checked in').waitFor()
  await row(organiser, 'Ada Álvarez').getByText('+ 2 guests').waitFor()
  await row(organiser, 'Ada Álvarez')
    .getByText(/\d:\d\d.* UTC$/)
    .waitFor()
  await row(organiser, 'Chiara').getByText('Seat offered').waitFor()
  await row(organiser, 'Chiara')
    .getByText(/^until .*\d:\d\d.* UTC$/)
    .waitFor()
  await row(organiser, 'Dora').getByText('Maybe').waitFor()
  await row(organiser, 'Ben').getByText('Can’t go').waitFor()
  const totals = await organiser.locator('dl > div').allInnerTexts()
  expect(totals.map((total) => total.split('\n').filter(Boolean))).toEqual([
    ['Going', '3', '1 member and 2 guests'],
    ['Seats taken', '3 of 4', 'full, 1 held for offers'],
    ['Checked in', '1 of 1', 'not counting guests'],
  ])
  await expectAccessibleInEveryViewport(organiser)

  await row(organiser, 'Ada Álvarez').getByRole('link').click()
  await organiser.locator('h1:focus', { hasText: 'Ada Álvarez' }).waitFor()
  await organiser.goBack()
  await row(organiser, 'Ada Álvarez').waitFor()
})

test('the roster is filtered and searched through the URL, and explains empty lists', async () => {
  const id = await newEvent(organiser, { capacity: 2 })
  const ada = await newMember(product, 'Ada Álvarez')
  const ben = await newMember(product, 'Ben Osei')
  await rsvp(ada.page, id, 'going')
  await rsvp(ben.page, id, 'maybe')
  await open(id)
  await tab(organiser, 'Everyone 2').waitFor()
  await tab(organiser, 'Maybe 1').click()
  await row(organiser, 'Ada').waitFor({ state: 'detached' })
  await organiser.getByRole('searchbox').fill('alv')
  await organiser.getByRole('heading', { name: 'No matches' }).waitFor()
  expect(new URL(organiser.url()).search).toBe('?manage=roster&filter=maybe&q=alv')
  await organiser.reload()
  await organiser.getByRole('heading', { name: 'No matches' }).waitFor()
  await tab(organiser, 'Going 1').click()
  await row(organiser, 'Ada Álvarez').waitFor()
  await organiser.goBack()
  await organiser.getByRole('heading', { name: 'No matches' }).waitFor()
  await organiser.getByRole('button', { name: 'Clear search' }).click()
  await row(organiser, 'Ben Osei').waitFor()
  expect(await organiser.getByRole('searchbox').inputValue()).toBe('')

  for (const [filter, title] of [
    ['going', 'Ada Álvarez'],
    ['waitlisted', 'The waitlist is empty'],
    ['offered', 'No seat offers'],
    ['declined', 'No one has declined'],
    ['checkedIn', 'No one is checked in yet'],
    ['noShow', 'No no-shows'],
    ['made-up', 'Ada Álvarez'],
  ] as const) {
    await showScreen(organiser, `${paths.event(id)}?manage=roster&filter=${filter}`)
    await organiser.getByRole('tabpanel').getByText(title, { exact: true }).waitFor()
  }
  await expectAccessibleOnPhone(organiser)
})

test('an organiser adds, promotes, messages and removes members, who read why', async () => {
  const id = await newEvent(organiser, { capacity: 1 })
  const ada = await newMember(product, 'Ada Álvarez')
  const ben = await newMember(product, 'Ben Osei')
  const cleo = await newMember(product, 'Cleo Talks')
  await rsvp(ada.page, id, 'going')
  await rsvp(ben.page, id, 'going')
  await open(id)
  const dialog = organiser.getByRole('dialog')
  const act = async (name: string, action: string) => {
    await row(organiser, name).getByRole('button', { name: 'Actions for' }).click()
    await organiser.getByRole('button', { name: action }).click()
    await dialog.waitFor()
  }

  await organiser.getByRole('button', { name: 'Add member…' }).click()
  await dialog.getByLabel('Member').pressSequentially('Cleo T')
  await dialog.getByRole('option', { name: 'Cleo Talks' }).click()
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await dialog.getByText('Choose where to add them.').waitFor()
  await expectAccessibleOnPhone(organiser)
  await dialog.getByLabel('Add to the waitlist').check()
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await row(organiser, 'Cleo').getByText('#2 on the waitlist').waitFor()

  await act('Cleo', 'Give seat now…')
  await dialog.getByRole('button', { name: 'Give seat above the limit' }).click()
  await dialog.getByText('Enter a reason (at least 3 characters).').waitFor()
  await dialog.getByLabel('Reason').fill('She gives the talk')
  await expectAccessibleOnPhone(organiser)
  await dialog.getByRole('button', { name: 'Give seat above the limit' }).click()
  await row(organiser, 'Cleo').getByText('Going', { exact: true }).waitFor()
  await ben.page.goto(product.origin + paths.event(id))
  await ben.page.getByText('An organiser gave a seat to someone behind you: She gives the talk.').waitFor()

  // Another organiser has changed this RSVP at the same time.
  await act('Ada', 'Remove…')
  await rsvp(ada.page, id, 'declined')
  expect((await dialog.boundingBox())?.width).toBe(512)
  await dialog.getByLabel('Reason').fill('Only for founders')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByText('This member is no longer on the roster.').waitFor()
  await organiser.keyboard.press('Escape')
  await act('Cleo', 'Send message…')
  await dialog.getByLabel('Message').fill('The projector is ready')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await organiser.getByText('Message sent to Cleo Talks.').waitFor()
  await act('Cleo', 'Remove…')
  await dialog.getByLabel('Reason').fill('Only for founders')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await row(organiser, 'Cleo').getByText('Removed').waitFor()
  // The menu of the row is gone.
  await dialog.waitFor({ state: 'hidden' })
  expect(await organiser.locator('main :focus').count()).toBe(1)
  await expectAccessibleOnPhone(organiser)
  await cleo.page.goto(product.origin + paths.event(id))
  await cleo.page.getByText('An organiser removed you from this event: Only for founders').waitFor()
  expect(await cleo.page.getByRole('button', { name: 'Maybe' }).count()).toBe(0)

  await call(organiser, 'POST', `/api/events/${id}/cancel`, { reason: 'The hall burnt down' })
  await organiser.reload()
  await row(organiser, 'Ben').waitFor()
  expect(await organiser.getByRole('button', { name: /Add member|Actions for/ }).count()).toBe(0)
})

test('new RSVPs appear while the roster is open', async () => {
  const id = await newEvent(organiser)
  await organiser.clock.install()
  await open(id)
  await organiser.getByRole('heading', { name: 'No RSVPs yet' }).waitFor()
  await expectAccessibleOnPhone(organiser)
  const ada = await newMember(product, 'Ada Álvarez')
  await rsvp(ada.page, id, 'going')
  await organiser.clock.fastForward(16_000)
  await row(organiser, 'Ada Álvarez').waitFor()
  await rsvp(ada.page, id, 'declined')
  await organiser.clock.fastForward(16_000)
  await row(organiser, 'Ada Álvarez').getByText('Can’t go').waitFor()
})

test('a long roster loads page by page', async () => {
  const id = await newEvent(organiser)
  await fillEvent(product.stack.dataDir, id, 110)
  await expectGoing(id, 110)
  await open(id)
  await tab(organiser, 'Everyone 110').waitFor()
  await expect.poll(() => rows(organiser).count()).toBe(100)
  await organiser.getByRole('button', { name: 'Show more' }).click()
  await rows(organiser).nth(109).waitFor()
  await organiser.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  const names = await rows(organiser).getByRole('link').allInnerTexts()
  expect(new Set(names).size).toBe(110)
})
