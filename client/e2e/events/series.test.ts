import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import type { EventDetails, EventListItem } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call } from '#client/e2e/members.ts'
import { startOutage } from '#client/e2e/outage.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let page: Page

beforeEach(async () => {
  page = await newOrganiser(product)
})

const dates = () => page.locator('form ol').getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function duplicate(id: string) {
  await page.goto(product.origin + paths.event(id))
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('link', { name: 'Duplicate', exact: true }).click()
  await page.getByRole('radiogroup', { name: 'Repeat' }).waitFor()
}

/** Drafts with the title, earliest first. */
async function drafts(title: string) {
  const { body } = await call<{ items: EventListItem[] }>(
    page,
    'GET',
    `/api/events?${new URLSearchParams({ list: 'drafts', q: title })}`,
  )
  return body.items
    .filter((one) => one.title === title)
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}

test('one copy is a draft a week later, with everything but the RSVPs', async () => {
  const id = await newEvent(page, {
    title: 'Tea',
    startsAt: '2030-03-28T18:00:00.000Z',
    rsvpDeadline: '2030-03-27T12:00:00.000Z',
    capacity: 8,
    tags: ['tea'],
  })
  await duplicate(id)
  // The clocks go forward in between.
  expect(await page.getByLabel('Start date').inputValue()).toBe('2030-04-04')
  expect(await page.getByLabel('Start time').inputValue()).toBe('18:00')
  await expect.poll(() => dates().count()).toBe(1)
  await expectAccessibleInEveryViewport(page)
  await button('Create draft').click()
  await page.getByText('Only organisers can see this draft.').waitFor()
  const copy = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(copy).not.toBe(id)
  expect((await call<EventDetails>(page, 'GET', `/api/events/${copy}`)).body).toMatchObject({
    title: 'Tea',
    startsAt: '2030-04-04T17:00:00.000Z',
    endsAt: '2030-04-04T19:00:00.000Z',
    rsvpDeadline: '2030-04-03T11:00:00.000Z',
    capacity: 8,
    tags: ['tea'],
    status: 'draft',
    hasRsvps: false,
  })
})

test('a weekly series shows its dates before it is created, and then lists its drafts', async () => {
  const title = 'Breakfast every week'
  const id = await newEvent(page, { title, startsAt: '2030-03-21T08:00:00.000Z' })
  await duplicate(id)
  await page.getByRole('radio', { name: 'Every week' }).check()
  await page.getByLabel('Number of events').selectOption('3')
  await expect.poll(() => dates().count()).toBe(3)
  const words = (await dates().allInnerTexts()).join('\n').replaceAll(/\s+/g, ' ')
  expect(words).toMatch(/Thursday.* 28.*8:00.*Lisbon time.*Thursday.* 4.*8:00.*Thursday.* 11.*8:00/)
  await expectAccessibleOnPhone(page)
  await button('Create 3 drafts').dblclick()
  await page.getByText('3 drafts created.').waitFor()
  await page.getByRole('article').filter({ hasText: title }).nth(2).waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(3)
  expect((await drafts(title)).map(({ startsAt }) => startsAt)).toEqual([
    '2030-03-28T08:00:00.000Z',
    '2030-04-04T07:00:00.000Z',
    '2030-04-11T07:00:00.000Z',
  ])
})

test('errors are shown, and values survive a failed request and a reload', async () => {
  const title = 'Chosen with care'
  const id = await newEvent(page, { title, startsAt: '2030-03-24T01:30:00.000Z' })
  await duplicate(id)
  await page.getByRole('radiogroup', { name: /^Clocks skip 01:30 on that day/ }).waitFor()
  await button('Create draft').click()
  await page.getByText('Choose which time you mean.').waitFor()
  await page.getByLabel('Start date').fill('2020-01-01')
  await button('Create draft').click()
  await page.getByText('The start must be in the future.').waitFor()
  await page.locator('[name=startsAt]:focus').waitFor()
  await expectAccessibleOnPhone(page)

  await page.getByLabel('Start date').fill('2030-05-05')
  await page.getByRole('radio', { name: 'Every month' }).check()
  await page.reload()
  expect(await page.getByLabel('Start date').inputValue()).toBe('2030-05-05')
  const endOutage = await startOutage(page)
  await button('Create 6 drafts').click()
  await page.getByRole('alert').getByText('What you typed is kept.').waitFor()
  await endOutage()
  await button('Create 6 drafts').click()
  await page.getByText('6 drafts created.').waitFor()
  expect(await drafts(title)).toHaveLength(6)
})
