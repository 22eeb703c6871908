import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { call, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'
import { openRoster } from '#client/e2e/roster.ts'

const product = runProduct()

const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Organiser’s desk' }).getByRole('link', { name })

test('a host sees the next step, sends a message to a group, and finds numbers, badges and figures', async () => {
  const organiser = await newOrganiser(product)
  const ada = await newMember(product, 'Ada Álvarez')
  const ben = await newMember(product, 'Ben Osei')
  const id = await newEvent(organiser, { startsAt: hoursFromNow(40) })
  await rsvp(ada.page, id, 'going')
  await rsvp(ben.page, id, 'maybe')

  await organiser.setViewportSize({ width: 390, height: 844 })
  await openRoster(product, organiser, id)
  await organiser.getByText('Remind 1 member who answered maybe').waitFor()
  await organiser.getByRole('link', { name: 'Write a reminder' }).click()
  await organiser.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await organiser.getByLabel('Message', { exact: true }).fill('Will you come?')
  await organiser.getByRole('button', { name: 'Send message' }).click()
  await organiser.getByRole('button', { name: 'Send to 1 member' }).click()
  await organiser.getByText('Message sent to 1 member.').waitFor()
  await organiser.getByText('Remind 1 member').waitFor({ state: 'detached' })
  await expect
    .poll(() => call(ben.page, 'GET', '/api/notifications'))
    .toMatchObject({
      body: {
        items: expect.arrayContaining([
          expect.objectContaining({ text: expect.stringContaining('Will you come?') }),
        ]),
      },
    })
  await expectAccessibleInEveryViewport(organiser)

  await view(organiser, 'Numbers').click()
  await organiser.getByRole('region', { name: 'RSVPs by day' }).waitFor()
  await expectAccessibleInEveryViewport(organiser)

  await view(organiser, 'Print').click()
  await organiser.getByRole('region', { name: 'Preview' }).getByText('Ada Álvarez').waitFor()
  await organiser.emulateMedia({ media: 'print' })
  expect(await organiser.getByText('Ada Álvarez').filter({ visible: true }).count()).toBe(1)
  expect(await organiser.getByRole('navigation').count()).toBe(0)
  await organiser.emulateMedia({ media: 'screen' })
  await organiser.getByRole('navigation').first().waitFor()
  await expectAccessibleInEveryViewport(organiser)

  await organiser.goto(`${product.origin}${paths.events}?figures=1`)
  await organiser.getByRole('heading', { level: 1, name: 'Event figures' }).waitFor()
})
