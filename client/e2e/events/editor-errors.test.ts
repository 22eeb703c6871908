import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { formatNumber } from '#shared/lib/language/numbers.ts'
import { paths } from '#shared/lib/paths.ts'
import { newOrganiser } from '#client/e2e/events.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

import { openNewEvent, storedEvent } from './event-form.ts'

const product = runProduct()
let page: Page
let form: Awaited<ReturnType<typeof openNewEvent>>

beforeEach(async () => {
  page = await newOrganiser(product)
  form = await openNewEvent(page, product.origin)
})

test('texts at their limit are accepted, and one character more is not', async () => {
  const texts = [
    ['Title', 200],
    ['Summary', 280],
    ['Description', 10_000],
    ['Tag 1', 40],
    ['Venue name', 120],
    ['City', 80],
  ] as const
  const write = async (more: number) => {
    for (const [name, limit] of texts) await form.field(name).fill('x'.repeat(limit + more))
  }
  // The fields enforce their limits themselves. Without those, the server's errors are shown.
  const removeLimits = () =>
    page.locator('[maxlength]').evaluateAll((all) => all.forEach((one) => one.removeAttribute('maxlength')))
  await page.getByRole('button', { name: 'Add tag' }).click()
  await write(1)
  expect(await form.field('Title').inputValue()).toHaveLength(200)
  await removeLimits()
  await write(1)
  await form.createDraft()
  await expect.poll(form.focused).toBe('title')
  const errors = await Promise.all(texts.map(([name]) => form.errorOf(name)))
  expect(errors).toEqual(texts.map(([, limit]) => `Enter at most ${formatNumber(limit)} characters.`))
  await expectAccessibleOnPhone(page)
  await write(0)
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(0)
  await form.createDraft()
  expect((await form.created()).description).toHaveLength(10_000)
  await expectAccessibleOnPhone(page)
  await showScreen(page, `${paths.events}?list=drafts`)
  await page.getByRole('article').first().waitFor()
  await expectAccessibleOnPhone(page)
})

test('one attempt shows all errors, of the end, the deadline, seats, guests and the join link too', async () => {
  await form.at('Start', '2030-05-01', '18:00')
  expect(await form.field('End date').inputValue()).toBe('2030-05-01')
  await form.at('End', '2030-05-01', '17:00')
  await form.unfold('Who can join')
  await form.at('RSVP deadline', '2030-05-01', '18:01')
  await form.field('Seats').fill('2')
  await form.field('Guests per member').selectOption('2')
  await form.field('Format').selectOption({ label: 'Online' })
  await form.field('Join link').fill('http://meet.example.org')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await form.createDraft()
  await expect.poll(form.focused).toBe('title')
  const names = ['Title', 'End date', 'RSVP deadline date', 'Guests per member', 'Join link']
  expect(await Promise.all(names.map((name) => form.errorOf(name)))).toEqual([
    'Enter a title (at least 3 characters).',
    'The end must be after the start.',
    'The RSVP deadline can’t be after the start.',
    'Must be lower than the number of seats.',
    'Enter an address that starts with https://.',
  ])
  expect(sent.filter((url) => url.endsWith('/api/events'))).toEqual([])
  await expectAccessibleOnPhone(page)

  await form.field('Title').fill('Tea')
  await form.field('Join link').fill('https://meet.example.org')
  await form.field('End time').fill('18:01')
  await form.field('Guests per member').selectOption('1')
  await form.field('RSVP deadline time').fill('18:00')
  await form.createDraft()
  expect(await form.created()).toMatchObject({ capacity: 2, guestsMax: 1, format: 'online' })
})

test('a draft without a venue is saved, but cannot be published', async () => {
  await form.field('Title').fill('Nowhere yet')
  await form.createDraft()
  await form.created()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Complete the event first. Enter a venue.').waitFor()
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Edit event' }).click()
  await form.field('Venue name').fill('The old mill')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved.').waitFor()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Event published.').waitFor()
  expect((await storedEvent(page)).status).toBe('published')
})
