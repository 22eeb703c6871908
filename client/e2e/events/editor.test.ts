import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { newOrganiser } from '#client/e2e/events.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, newMember, waitForToast } from '#client/e2e/members.ts'
import { twoColours } from '#client/e2e/pictures.ts'
import { runProduct } from '#client/e2e/product.ts'

import { openNewEvent, storedEvent } from './event-form.ts'

const product = runProduct()
let page: Page
let form: Awaited<ReturnType<typeof openNewEvent>>

beforeEach(async () => {
  page = await newOrganiser(product)
  form = await openNewEvent(page, product.origin)
})

test('an organiser fills in every field, sees the draft, and publishes it', async () => {
  const host = await newMember(product, 'Zoë Quartz', { company: 'Quartz & Daughters' })
  await form.field('Title').fill('A supper at the mill')
  await form.field('Summary').fill('Bring bread.')
  await form.field('Description').fill('## By the river\n\n- soup\n- **bread**')
  await page.getByRole('button', { name: 'Show preview' }).click()
  await page.getByRole('region', { name: 'Description preview' }).getByRole('listitem').nth(1).waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'mill.jpg',
    mimeType: 'image/jpeg',
    buffer: await twoColours(page, { width: 1600, height: 1200 }),
  })
  const part = page.getByRole('application', { name: 'Crop area' })
  await part.press('+')
  await part.press('ArrowLeft')
  await page.getByRole('button', { name: 'Save cover' }).click()
  await page.getByRole('button', { name: 'Change cover' }).waitFor()
  await page.getByRole('button', { name: 'Add tag' }).click()
  await form.field('Tag 1').fill('food')
  await form.at('Start', '2030-07-04', '19:00')
  await form.at('End', '2030-07-05', '01:00')
  await form.inZone('tokyo', 'Asia/Tokyo')
  await page
    .getByText(/Jul.* Tokyo time/)
    .first()
    .waitFor()
  await form.field('Format').selectOption({ label: 'In person and online' })
  await form.field('Venue name').fill('The old mill')
  await form.field('City').fill('Porto')
  await form.field('Country').selectOption({ label: 'Portugal' })
  await form.field('Join link').fill('https://meet.example.org/mill')
  await form.field('Seats').fill('40')
  await form.field('Guests per member').selectOption({ label: 'Up to 2 guests' })
  await form.unfold('Who can join')
  await form.at('RSVP deadline', '2030-07-01', '12:00')
  await page.getByRole('radio', { name: 'Everyone on the internet' }).check()
  // Enter before anything is found neither chooses someone nor submits the form.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/api/directory?*', (route) => pressed.promise.then(() => route.continue()))
  await form.field('Add a host or helper').fill('quartz')
  await page.keyboard.press('Enter')
  pressed.resolve()
  await page.getByRole('option', { name: 'Zoë Quartz Quartz & Daughters' }).click()
  await page.getByRole('button', { name: 'Remove Zoë Quartz' }).waitFor()
  await expect.poll(form.focused).toBe('find-host')
  await expectAccessibleInEveryViewport(page)

  await form.createDraft()
  const event = await form.created()
  await page.getByRole('heading', { level: 3, name: 'By the river' }).waitFor()
  await expectAccessibleOnPhone(page)
  expect(event).toMatchObject({
    title: 'A supper at the mill',
    summary: 'Bring bread.',
    startsAt: '2030-07-04T10:00:00.000Z',
    endsAt: '2030-07-04T16:00:00.000Z',
    rsvpDeadline: '2030-07-01T03:00:00.000Z',
    timeZone: 'Asia/Tokyo',
    allDay: false,
    format: 'hybrid',
    venue: { name: 'The old mill', address: { city: 'Porto', country_code: 'PT' } },
    joinUrl: 'https://meet.example.org/mill',
    capacity: 40,
    guestsMax: 2,
    visibility: 'public',
    tags: ['food'],
    status: 'draft',
  })
  expect(event.cover).toMatch(/^[0-9a-f]{64}$/)
  expect(event.hosts.map(({ id }) => id)).toContain(host.id)

  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Event published.').waitFor()
  expect((await storedEvent(page)).status).toBe('published')
})

test('an organiser publishes an event at once, and reads that they host it', async () => {
  await form.field('Title').fill('Open workshop')
  const publish = page.getByRole('button', { name: 'Create and publish' })
  await publish.click()
  await waitForToast(page, /^Draft created, but not published\. /)
  await page.getByText('Only organisers can see this draft.').waitFor()

  await openNewEvent(page, product.origin)
  await form.field('Title').fill('Open workshop')
  await form.field('Venue name').fill('The workshop')
  await form.field('City').fill('Porto')
  await publish.click()
  await waitForToast(page, 'Event published.')
  await page.getByRole('heading', { name: 'You host' }).waitFor()
  expect((await storedEvent(page)).status).toBe('published')
})

test('the form asks which time is meant when the clocks change', async () => {
  const asked = page.getByRole('radiogroup', { name: /^Clocks skip 01:30 on that day/ })
  await form.field('Title').fill('A night walk')
  await form.inZone('lisbon', 'Europe/Lisbon')
  await form.at('Start', '2030-03-31', '01:30')
  await form.field('End time').fill('06:00')
  await asked.waitFor()
  await form.createDraft()
  await page.getByText('The clocks change then. Choose which time you mean.').waitFor()
  await expect.poll(form.focused).toBe('startsAt.choice')
  await expectAccessibleOnPhone(page)
  await asked.getByRole('radio').nth(1).check()
  // Another zone clears the choice.
  await form.inZone('tokyo', 'Asia/Tokyo')
  await asked.waitFor({ state: 'detached' })
  await form.inZone('lisbon', 'Europe/Lisbon')
  await asked.waitFor()
  expect(await asked.getByRole('radio', { checked: true }).count()).toBe(0)

  // Changing the day clears the choice, too.
  await asked.getByRole('radio').nth(1).check()
  await form.at('Start', '2030-10-27', '01:30')
  const askedAgain = page.getByRole('radiogroup', { name: /^Clocks show 01:30 twice on that day/ })
  await askedAgain.waitFor()
  expect(await askedAgain.getByRole('radio', { checked: true }).count()).toBe(0)
  await askedAgain.getByRole('radio').nth(0).check()
  await form.createDraft()
  expect((await form.created()).startsAt).toBe('2030-10-27T00:30:00.000Z')
})

test('an event keeps its duration while its start is typed digit by digit', async () => {
  await form.at('Start', '2030-05-01', '18:00')
  await form.at('End', '2030-05-01', '20:00')
  await form.field('Start time').focus()
  // The field is empty while typing.
  await page.keyboard.type('1130PM')
  expect(await form.field('Start time').inputValue()).toBe('23:30')
  expect(await form.field('End date').inputValue()).toBe('2030-05-02')
  expect(await form.field('End time').inputValue()).toBe('01:30')
})

test('a double click creates one draft', async () => {
  const name = `Once only ${Date.now()}`
  await form.field('Title').fill(name)
  await page.getByRole('button', { name: 'Create draft' }).dblclick()
  await form.created()
  const { body } = await call<{ items: { title: string }[] }>(
    page,
    'GET',
    `/api/events?list=drafts&q=${name}`,
  )
  expect(body.items.map(({ title }) => title)).toEqual([name])
})

test('an organiser creates a series in one form, beside a preview of the invitation', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await form.field('Title').fill('Tea and questions')
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await preview.getByRole('heading', { name: 'Tea and questions' }).waitFor()
  await form.field('Venue name').fill('The workshop')
  await preview.getByText('The workshop').waitFor()
  await form.at('Start', '2031-03-03', '18:00')
  await page.getByRole('radio', { name: 'Every week' }).check()
  await page.getByLabel('Number of events').selectOption('3 events')
  await page.getByRole('heading', { name: '3 dates' }).waitFor()
  await expectAccessibleInEveryViewport(page)
  await page.getByRole('button', { name: 'Create 3 drafts' }).click()
  await page.getByText('Only organisers can see this draft.').waitFor()
  const { pathname } = new URL(page.url())
  const series = await call<{ items: { startsAt: string }[] }>(
    page,
    'GET',
    `/api${pathname.replace('event', 'events')}/series`,
  )
  expect(series.body.items.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual([
    '2031-03-03',
    '2031-03-10',
    '2031-03-17',
  ])
})
