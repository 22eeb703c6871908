import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { newOrganiser } from '#client/e2e/events.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call } from '#client/e2e/members.ts'
import { loseResponses } from '#client/e2e/outage.ts'
import { runProduct } from '#client/e2e/product.ts'

import { openNewEvent } from './event-form.ts'

const product = runProduct()
let page: Page
let form: Awaited<ReturnType<typeof openNewEvent>>

beforeEach(async () => {
  page = await newOrganiser(product)
  form = await openNewEvent(page, product.origin)
})

const restoredNotice = () => page.getByText('We restored your unsaved changes')

test('unsaved changes survive a reload and navigation, and discarding them can be undone', async () => {
  await form.field('Title').fill('A picnic')
  await form.at('Start', '2030-05-01', '12:00')
  await page.reload()
  await restoredNotice().waitFor()
  expect(await form.field('Title').inputValue()).toBe('A picnic')
  expect(await form.field('Start date').inputValue()).toBe('2030-05-01')
  await page.getByRole('link', { name: 'All events' }).click()
  await page.getByText('You have an unsaved new event').waitFor()
  await expectAccessibleOnPhone(page)
  await page.getByRole('link', { name: 'Keep editing', exact: true }).click()
  await expectAccessibleOnPhone(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await form.field('Title').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await form.field('Title').inputValue()).toBe('A picnic')
  await form.createDraft()
  await form.created()
  await page.goto(`${product.origin}${paths.events}?create=1`)
  await form.field('Title').waitFor()
  expect(await form.field('Title').inputValue()).toBe('')
  expect(await restoredNotice().count()).toBe(0)
})

test('a draft whose response was lost is not created twice when it is sent again', async () => {
  await form.field('Title').fill('A picnic by the river')
  const endOutage = await loseResponses(page, '**/api/events')
  await form.createDraft()
  await page.getByRole('alert').getByText('What you typed is kept.').waitFor()
  await endOutage()
  await page.reload()
  await form.createDraft()
  expect(await form.created()).toMatchObject({ title: 'A picnic by the river', version: 1 })
  const drafts = await call<{ items: EventDetails[] }>(page, 'GET', '/api/events?list=drafts&q=river')
  expect(drafts.body.items).toHaveLength(1)
})
