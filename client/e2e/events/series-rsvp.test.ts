import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { call, newMember, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const details = async (page: Page, id: string) =>
  (await call<EventDetails>(page, 'GET', `/api/events/${id}`)).body

test('a host adds dates and moves them together, and a member joins all of them on a phone', async () => {
  const organiser = await newOrganiser(product)
  await organiser.setViewportSize(DESKTOP)
  const first = await newEvent(organiser, {
    title: 'Breakfast',
    startsAt: '2031-03-24T08:00:00.000Z',
    endsAt: '2031-03-24T10:00:00.000Z',
  })
  await organiser.goto(`${product.origin}${paths.event(first)}?manage=dates`)
  await organiser.getByRole('radio', { name: 'Every week' }).check()
  await organiser.getByLabel('Number of events').selectOption('2')
  await button(organiser, 'Create 2 drafts').click()
  await waitForToast(organiser, '2 drafts added to the series.')
  await button(organiser, 'Publish 2 drafts of this series').click()
  await waitForToast(organiser, '2 events published.')
  await organiser.getByText('All dates (3)').click()
  await organiser.getByRole('link', { name: /31 March 2031/ }).waitFor()

  const { page } = await newMember(product, 'Ada Álvarez')
  await page.setViewportSize(PHONE)
  await page.goto(product.origin + paths.event(first))
  await button(page, 'All upcoming (3)').click()
  await button(page, 'Go to all 3').click()
  await page.getByText('You’re going to 3 dates.').waitFor()
  await page.getByText('You joined this series.').waitFor()
  await page.getByText('All dates (3)').click()
  await expectAccessibleOnPhone(page)

  await organiser.goto(`${product.origin}${paths.event(first)}?manage=edit`)
  await organiser.getByLabel('Start time').fill('10:00')
  await button(organiser, 'Save changes').click()
  const dialog = organiser.getByRole('dialog', { name: 'Save changes' })
  await dialog.getByRole('radio', { name: 'This and following' }).check()
  await dialog.getByText('3 events change. 1 person gets one message.').waitFor()
  await dialog.getByText('Dates (3)').click()
  await expectAccessibleOnPhone(organiser)
  await button(organiser, 'Save changes').last().click()
  await waitForToast(organiser, 'Changes saved.')
  const series = await call<{ items: EventDetails[] }>(organiser, 'GET', `/api/events/${first}/series`)
  expect(series.body.items.map(({ startsAt }) => startsAt)).toEqual([
    '2031-03-24T10:00:00.000Z',
    '2031-03-31T09:00:00.000Z',
    '2031-04-07T09:00:00.000Z',
  ])

  await page.reload()
  await button(page, 'Leave series').click()
  await button(page, 'Give up all seats').click()
  await waitForToast(page, 'You left the series.')
  const last = series.body.items[2]!.id
  expect((await details(page, last)).mine?.state).toBe('declined')

  await organiser.goto(product.origin + paths.event(last))
  await organiser.getByRole('button', { name: 'Manage' }).click()
  await organiser
    .getByRole('menuitem', { name: 'Cancel event…' })
    .or(button(organiser, 'Cancel event…'))
    .click()
  await organiser.getByRole('radio', { name: 'All upcoming' }).check()
  await organiser.getByLabel('Reason').fill('The oven broke.')
  await expectAccessibleOnPhone(organiser)
  await button(organiser, 'Cancel event').click()
  await waitForToast(organiser, 'Event cancelled.')
  expect((await details(page, first)).status).toBe('cancelled')
})
