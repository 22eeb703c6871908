import { beforeAll, expect, test } from 'vitest'

import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const YEAR = new Date().getUTCFullYear() + 1
/** Events over New Year, with the clocks of another zone, and in a city that no other test has. */
const CITY = 'Valparaíso'
beforeAll(async () => {
  const organiser = await newOrganiser(product)
  const venue = { name: 'The pier', address: { city: CITY } }
  const put = (title: string, startsAt: string, endsAt: string) =>
    newEvent(organiser, { title, startsAt, endsAt, venue })
  const supper = await put('Supper', `${YEAR}-12-30T19:00:00.000Z`, `${YEAR}-12-30T21:00:00.000Z`)
  await put('The long walk', `${YEAR}-12-31T10:00:00.000Z`, `${YEAR + 1}-01-01T16:00:00.000Z`)
  await rsvp(organiser, supper, 'going')
})

test('a member goes through a month by keyboard, across New Year, and opens an event of the chosen day', async () => {
  const { page } = await newMember(product, 'Ada Álvarez', { timeZone: 'Europe/Lisbon' })
  await page.goto(`${product.origin}/events?place=${CITY}`)
  await page.getByRole('heading', { level: 3, name: 'Supper' }).waitFor()
  await page.getByRole('link', { name: 'Month' }).click()
  const grid = page.getByRole('grid', { name: 'Days of the month' })
  await grid.waitFor()
  await page.goto(`${product.origin}/events?place=${CITY}&view=month&day=${YEAR}-12-30`)
  await grid.locator('[aria-selected=true]').focus()
  // The focus follows the choice a moment later, and a key that is pressed before is lost.
  const chosen = grid.locator('[aria-selected=true]:focus')
  await expect.poll(() => chosen.textContent()).toMatch(/ 30 December, 1 event/)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => chosen.textContent()).toMatch(/ 31 December, 1 event/)
  // Now the days are below the window.
  await page.setViewportSize({ width: 1280, height: 320 })
  await page.evaluate(() => scrollTo(0, 0))
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { level: 2, name: `January ${YEAR + 1}` }).waitFor()
  await expect.poll(() => chosen.textContent()).toMatch(/ 1 January, 1 event/)
  expect(await chosen.evaluate((cell) => cell.getBoundingClientRect().bottom)).toBeLessThanOrEqual(320)
  await page.keyboard.press('PageUp')
  await page.getByRole('heading', { level: 2, name: `December ${YEAR}` }).waitFor()
  await expect.poll(() => chosen.textContent()).toMatch(/ 1 December, no events/)
  await page.keyboard.press('PageDown')
  await expect.poll(() => chosen.textContent()).toMatch(/ 1 January, 1 event/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'The long walk' }).waitFor()
})

test('a month is a strip of days on a phone, and weeks list their days, with the filters of the list', async () => {
  const { page } = await newMember(product, 'Bo Ågren', { timeZone: 'Europe/Lisbon' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${product.origin}/events?place=${CITY}&view=month&month=${YEAR}-12&day=${YEAR}-12-31`)
  const day = page.getByRole('region', { name: '31 December' })
  await day.getByRole('link', { name: 'The long walk' }).waitFor()
  await expectAccessibleOnPhone(page)
  await page.getByRole('gridcell', { name: /30 December/ }).click()
  await page.getByRole('region', { name: '30 December' }).getByRole('link', { name: 'Supper' }).waitFor()
  await page.getByRole('link', { name: 'Weeks' }).click()
  await page.goto(`${product.origin}/events?place=${CITY}&view=weeks&week=${YEAR}-12-31`)
  for (const name of ['31 December', '1 January'])
    await page.getByRole('region', { name }).getByRole('link', { name: 'The long walk' }).waitFor()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('searchbox', { name: 'Search events' }).fill('supper')
  await page.getByRole('link', { name: 'The long walk' }).first().waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Supper' }).waitFor()
  await expectAccessibleOnPhone(page)
})

test('on a phone, the tabs, the way to the calendar and the filters are in one line', async () => {
  const { page } = await newMember(product, 'Cy Ólafs', { timeZone: 'Europe/Lisbon' })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`${product.origin}/events`)
  const line = [
    page.getByRole('tablist'),
    page.getByRole('link', { name: 'Month' }),
    page.getByRole('button', { name: 'Filters' }),
  ]
  const tops = await Promise.all(
    line.map(async (part) => {
      await part.waitFor()
      return (await part.boundingBox())!.y
    }),
  )
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4)
})
