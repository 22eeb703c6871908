import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { newMember, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

test('an organiser lets a member check people in, who does so on a phone and then stops helping', async () => {
  const organiser = await newOrganiser(product)
  const ada = await newMember(product, 'Ada Álvarez')
  const { page: helper } = await newMember(product, 'Hugo Lindqvist')
  const id = await newEvent(organiser, { startsAt: hoursFromNow(2) })
  await rsvp(ada.page, id, 'going')

  await organiser.setViewportSize({ width: 1280, height: 800 })
  await organiser.goto(`${product.origin}${paths.event(id)}?manage=edit`)
  await organiser.getByLabel('Add a host or helper').fill('Hugo')
  await organiser.getByRole('option', { name: /Hugo Lindqvist/ }).click()
  await organiser.getByLabel('Role of Hugo Lindqvist').selectOption('Can check in')
  await expectAccessibleInEveryViewport(organiser)
  await organiser.getByRole('button', { name: 'Save changes' }).click()
  await waitForToast(organiser, 'Changes saved.')

  await helper.setViewportSize({ width: 390, height: 844 })
  await helper.goto(product.origin + paths.event(id))
  await helper.getByText('You help at check-in.').waitFor()
  expect(await helper.getByRole('button', { name: 'Manage' }).count()).toBe(0)
  await helper.getByRole('link', { name: 'Start check-in' }).click()
  await helper.getByRole('button', { name: 'Check in Ada Álvarez' }).click()
  await helper.getByText('1 of 1 arrived').waitFor()

  await helper.getByRole('link', { name: 'Back to event' }).click()
  await helper.getByRole('button', { name: 'More options for this event' }).click()
  await helper.getByRole('button', { name: 'Stop helping…' }).click()
  await expectAccessibleInEveryViewport(helper)
  await helper.getByRole('dialog').getByRole('button', { name: 'Stop helping' }).click()
  await waitForToast(helper, 'You no longer help at this event.')
  await helper.getByText('You help at check-in.').waitFor({ state: 'detached' })
})
