import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let page: Page

beforeEach(async () => {
  page = await newOrganiser(product)
})

const field = (name: string, on = page) =>
  on.locator('form').getByLabel(new RegExp(`^${name}( \\(optional\\))?$`))
const save = (on = page) => on.getByRole('button', { name: 'Save changes' }).click()
const saved = (on = page) => on.getByText('Changes saved.').waitFor()
const stored = async (id: string) => (await call<EventDetails>(page, 'GET', `/api/events/${id}`)).body

async function edit(id: string, on = page) {
  await on.goto(`${product.origin}${paths.event(id)}?manage=edit`)
  await field('Summary', on).waitFor()
}

test('an edit changes its field and nothing else', async () => {
  const id = await newEvent(page, { title: 'River day', capacity: 12, tags: ['water'] })
  const before = await stored(id)
  await page.goto(product.origin + paths.event(id))
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await field('Summary').fill('Bring a towel.')
  await expectAccessibleOnPhone(page)
  await save()
  await saved()
  expect(await stored(id)).toEqual({ ...before, summary: 'Bring a towel.', version: before.version + 1 })
})

test('the capacity cannot be lower than the number of seats taken, and guests over a lower limit keep theirs', async () => {
  const id = await newEvent(page, { capacity: 5, guestsMax: 1 })
  const { page: guest } = await newMember(product, 'Ada Álvarez')
  await rsvp(guest, id, 'going', 1)
  await edit(id)
  await field('Seats').fill('1')
  await field('Guests per member').selectOption('0')
  await page.getByText('1 guest exceeds this limit, from 1 member. They keep their places.').waitFor()
  await save()
  await page.getByText('Enter at least 2: 2 seats are already taken.').waitFor()
  await field('Seats').and(page.locator(':focus')).waitFor()
  await field('Seats').fill('2')
  await save()
  await saved()
  expect((await stored(id)).seats).toEqual({ going: 2, left: 0, waiting: 0 })
})

describe('unsaved changes', () => {
  test('unsaved changes survive a reload, and can be discarded', async () => {
    const id = await newEvent(page, { startsAt: '2031-03-24T18:00:00.000Z' })
    await edit(id)
    await field('Venue name').fill('The old mill')
    await field('Start time').fill('07:15')
    await page.reload()
    await page.getByText('We restored your unsaved changes').waitFor()
    await page.getByText('Venue name, Start and End. Save to keep them').waitFor()
    expect(await field('Venue name').inputValue()).toBe('The old mill')
    await page.getByRole('link', { name: 'Back to event' }).click()
    await page.getByText('You have unsaved changes').waitFor()
    await expectAccessibleOnPhone(page)
    await page.getByRole('link', { name: 'Keep editing', exact: true }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await field('Venue name').inputValue()).toBe('The workshop')
    await page.reload()
    await field('Title').waitFor()
    expect(await page.getByText('We restored your unsaved changes').count()).toBe(0)
  })
})

describe('concurrent edits of an event', () => {
  let id: string
  let other: Page

  beforeEach(async () => {
    id = await newEvent(page, { title: 'River day', startsAt: '2031-03-24T18:00:00.000Z' })
    other = await newOrganiser(product)
    await Promise.all([edit(id), edit(id, other)])
  })

  const dialog = () => page.getByRole('dialog', { name: 'This event was changed elsewhere' })

  test('the later editor chooses between changes to the same field, also after a reload', async () => {
    await field('Start time').fill('09:00')
    await field('Title').fill('River morning')
    await field('Title', other).fill('River evening')
    await field('Start date', other).fill('2030-05-01')
    await save(other)
    await saved(other)

    await page.reload()
    await save()
    await dialog().getByText('River evening').waitFor()
    expect((await stored(id)).title).toBe('River evening')
    await dialog()
      .getByText(/May.* Lisbon time/)
      .first()
      .waitFor()
    await expectAccessibleOnPhone(page)
    await dialog().getByRole('button', { name: 'Keep editing' }).click()
    expect(await field('Title').inputValue()).toBe('River morning')
    await save()
    // Each of the two moved the end, too.
    for (const name of ['Start', 'End'])
      await dialog().getByRole('radiogroup', { name }).getByLabel('Use the other version').check()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await saved()
    const event = await stored(id)
    expect(event.title).toBe('River morning')
    const day = new Date(event.startsAt).toLocaleDateString('sv', { timeZone: 'Europe/Lisbon' })
    expect(day).toBe('2030-05-01')
  })
})

describe('locked fields', () => {
  test('once an event has started, its start is locked', async () => {
    const id = await newEvent(page, { startsAt: hoursFromNow(1 / 6) })
    const { startsAt } = await stored(id)
    await page.clock.install()
    await edit(id)
    await field('Summary').fill('We have begun')
    await page.clock.fastForward('10:01')
    await page.getByText(/^This event started on .* Lisbon time\. You can’t change the start\.$/).waitFor()
    expect(await field('Start date').count()).toBe(0)
    await expectAccessibleOnPhone(page)
    await save()
    await saved()
    expect(await stored(id)).toMatchObject({ startsAt, summary: 'We have begun' })
  })

  test('an event that was cancelled in the meantime is locked, and unsaved changes can still be copied', async () => {
    const id = await newEvent(page)
    await edit(id)
    await field('Description').fill('Hours of writing')
    await call(page, 'POST', `/api/events/${id}/cancel`, { reason: 'Too much rain' })
    await save()
    await page.getByText('This event was cancelled.').waitFor()
    expect(await field('Description').inputValue()).toBe('Hours of writing')
    await page.reload()
    await page.getByText('This event was cancelled and can’t be edited any more.').waitFor()
    expect(await field('Description').inputValue()).toBe('Hours of writing')
    await expectAccessibleOnPhone(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Too much rain').waitFor()
    expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
  })
})
