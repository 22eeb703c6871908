import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/paths.ts'

import { openNewEvent, storedEvent } from './event-form.ts'
import { newOrganiser, ORGANISER_ENV } from './events.ts'
import { expectSoundInEveryLook } from './looks.ts'
import { runProduct } from './product.ts'

const product = runProduct({ env: ORGANISER_ENV })
let page: Page
let form: Awaited<ReturnType<typeof openNewEvent>>

beforeEach(async () => {
  page = await newOrganiser(product)
  form = await openNewEvent(page, product.origin)
})

test('each text at its limit is taken, and one letter more is not', async () => {
  const texts = [
    ['Title', 200],
    ['In short', 280],
    ['Description', 10_000],
    ['Tag 1', 40],
    ['Name of the place', 120],
    ['City', 80],
  ] as const
  const write = async (more: number) => {
    for (const [name, limit] of texts) await form.field(name).fill('x'.repeat(limit + more))
  }
  // The fields take no more, so that the server's word comes through only without theirs.
  const lift = () =>
    page.locator('[maxlength]').evaluateAll((all) => all.forEach((one) => one.removeAttribute('maxlength')))
  await page.getByRole('button', { name: 'Add tag' }).click()
  await write(1)
  expect(await form.field('Title').inputValue()).toHaveLength(200)
  await lift()
  await write(1)
  await form.saveDraft()
  await expect.poll(form.focused).toBe('title')
  const said = await Promise.all(texts.map(([name]) => form.errorOf(name)))
  expect(said).toEqual(texts.map(([, limit]) => `Must be at most ${limit} characters.`))
  await expectSoundInEveryLook(page)
  await write(0)
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(0)
  await form.saveDraft()
  expect((await form.made()).description).toHaveLength(10_000)
  await expectSoundInEveryLook(page)
  await page.goto(`${product.origin}${paths.events}?list=drafts`)
  await page.getByRole('article').first().waitFor()
  await expectSoundInEveryLook(page)
})

test('an end before the start, a deadline after it, seats, guests and links', async () => {
  await form.saveDraft()
  await expect.poll(form.focused).toBe('title')
  expect(await form.errorOf('Title')).toBe('Please use at least 3 characters.')
  await form.field('Title').fill('Tea')

  await form.at('Starts', '2030-05-01', '18:00')
  expect(await form.field('Ends: day').inputValue()).toBe('2030-05-01')
  await form.at('Ends', '2030-05-01', '17:00')
  await form.at('Answers until', '2030-05-01', '18:01')
  await form.field('Seats').fill('10001')
  await form.saveDraft()
  await expect.poll(form.focused).toBe('capacity')
  await form.field('Seats').fill('2')
  await form.field('Each may bring').selectOption('2')
  await form.field('How people take part').selectOption({ label: 'Online' })
  await form.field('Link to join').fill('http://meet.example.org')
  await form.saveDraft()
  await expect.poll(form.focused).toBe('joinUrl')
  await form.field('Link to join').fill('https://meet.example.org')
  await form.saveDraft()
  await expect.poll(form.focused).toBe('endsAt')
  expect(await form.errorOf('Ends: day')).toBe('The end must be after the start.')
  expect(await form.errorOf('Each may bring')).toBe('Nobody could bring so many: there are too few seats.')
  expect(await form.errorOf('Answers until: day')).toBe('The deadline cannot be after the start.')

  await form.field('Ends: time').fill('18:01')
  await form.field('Each may bring').selectOption('1')
  await form.field('Answers until: time').fill('18:00')
  await form.saveDraft()
  expect(await form.made()).toMatchObject({ capacity: 2, guestsMax: 1, format: 'online' })
})

test('what a draft may lack and an event may not', async () => {
  await form.field('Title').fill('Nowhere yet')
  await form.saveDraft()
  await form.made()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Something is still missing. Please say where it takes place.').waitFor()
  await page.getByRole('link', { name: 'Edit the event' }).click()
  await form.field('Name of the place').fill('The old mill')
  await page.getByRole('button', { name: 'Save event' }).click()
  await page.getByText('The event is saved.').waitFor()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('The event is published.').waitFor()
  expect((await storedEvent(page)).status).toBe('published')
})
