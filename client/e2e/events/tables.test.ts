import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { call, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

/** An event that starts in an hour, to which Ada and Ben are going. */
async function newDinner() {
  const [organiser, ada, ben] = await Promise.all([
    newOrganiser(product),
    newMember(product, 'Ada Álvarez'),
    newMember(product, 'Ben Osei'),
  ])
  const event = await newEvent(organiser, { startsAt: hoursFromNow(1), guestsMax: 3 })
  for (const { page } of [ada, ben]) await rsvp(page, event, 'going')
  const at = (panel: string) => `${product.origin}${paths.event(event)}?manage=${panel}`
  return { organiser, ada, ben, event, at }
}

test('an organiser seats people, moves one with the keyboard, and members see their tables once published', async () => {
  const { organiser: page, ada, event, at } = await newDinner()
  await page.goto(at('tables'))
  await page.getByLabel('Rounds', { exact: true }).selectOption('2')
  await page.getByRole('button', { name: 'Create tables' }).press('Enter')
  await page.getByText('2 people · 1 table · 2 rounds').waitFor()
  await page.getByText('1 pair shares a table more than once').waitFor()
  await page.getByRole('tab', { name: 'Round 2' }).click()
  await page.getByRole('button', { name: 'Move Ada Álvarez' }).press('Enter')
  await page.getByLabel('Table in round 2').selectOption({ label: 'No seat' })
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Ada Álvarez has moved.').waitFor()
  await page.getByRole('heading', { name: 'No seat' }).waitFor()
  await expectAccessibleInEveryViewport(page)

  await page.getByRole('button', { name: 'Publish tables' }).click()
  await page.getByText('Tables published.').waitFor()
  await ada.page.goto(`${product.origin}${paths.event(event)}`)
  await ada.page.getByText('Table 1 with Ben Osei').waitFor()
})

test('the second of two organisers who change the tables at once is asked to look again', async () => {
  const { organiser: page, event, at } = await newDinner()
  await page.goto(at('tables'))
  await page.getByRole('button', { name: 'Create tables' }).click()
  await page.getByRole('button', { name: 'Publish tables' }).waitFor()
  // The page does not notice that the other one was faster.
  await page.route('**/tables', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  const path = `/api/events/${event}/tables/publication`
  expect((await call(page, 'PUT', path, { isPublished: true }, 1)).status).toBe(200)
  await page.getByRole('button', { name: 'Publish tables' }).click()
  await page.getByText('Someone else changed this table plan.').waitFor()
})

test('check-in shows the tables of a person, also offline', async () => {
  const { organiser: page, at } = await newDinner()
  await page.goto(at('tables'))
  await page.getByRole('button', { name: 'Create tables' }).click()
  await page.getByRole('button', { name: 'Publish tables' }).waitFor()
  await page.goto(at('check-in'))
  await page.getByText('Tables by round: 1 · 1 · 1').first().waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Check in Ada Álvarez', exact: true }).click()
  await expect
    .poll(() => page.getByRole('status').filter({ hasText: 'Ada Álvarez' }).textContent())
    .toContain('Checked inTables by round: 1\u00A0· 1\u00A0· 1')
})
