import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import type { TablePlan } from '#shared/rounds/tables.ts'
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

const NAMES = [
  'Ada',
  'عبد الرحمن بن محمد الأنصاري',
  'สมชาย วงศ์ประเสริฐกิจไพบูลย์',
  '山田 花子',
  'Maximiliane-Friederike von und zu Hohenstauffen-Wittelsbach Löwenstein-Wertheim'.padEnd(80, 'x'),
]

test('200 name cards print on 25 pages, with no name cut off in any script and at 80 letters', async () => {
  const { organiser: page, event, at } = await newDinner()
  const DEAL = { rounds: 2, size: 6, together: [], apart: [], who: 'going', keep: false }
  await call(page, 'POST', `/api/events/${event}/tables`, DEAL, 0)
  const { body: plan } = await call<TablePlan>(page, 'GET', `/api/events/${event}/tables`)
  const people = Array.from({ length: 200 }, (_, nth): TablePlan['people'][number] => ({
    ...plan.people[0]!,
    member: { id: `m${nth}`, displayName: NAMES[nth % NAMES.length]! },
  }))
  const json = { ...plan, people } satisfies TablePlan
  await page.route('**/tables', (route) => route.fulfill({ json }))
  await page.goto(`${at('tables')}&view=print&print=names`)
  await page.getByText('25 pages').waitFor()
  await page.emulateMedia({ media: 'print' })
  const cut = await page.locator('[data-size]').evaluateAll((names) =>
    names.flatMap((name) => {
      const [own, card] = [name.getBoundingClientRect(), name.closest('li')!.getBoundingClientRect()]
      const isInside =
        own.left >= card.left - 1 && own.right <= card.right + 1 && own.bottom <= card.bottom + 1
      return isInside && name.scrollWidth <= name.clientWidth + 1 ? [] : [name.textContent]
    }),
  )
  expect([...new Set(cut)]).toEqual([])
  expect(await page.locator('[data-size]').filter({ visible: true }).count()).toBe(200)
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(25)
})

test('a printed plan has long names in full, within the page', async () => {
  const { organiser: page, event, at } = await newDinner()
  const DEAL = { rounds: 2, size: 6, together: [], apart: [], who: 'going', keep: false }
  await call(page, 'POST', `/api/events/${event}/tables`, DEAL, 0)
  const { body: plan } = await call<TablePlan>(page, 'GET', `/api/events/${event}/tables`)
  const people = Array.from({ length: 60 }, (_, nth): TablePlan['people'][number] => ({
    ...plan.people[0]!,
    member: { id: `m${nth}`, displayName: NAMES[nth % NAMES.length]! },
    tables: [1 + (nth % 6), 1 + (nth % 6)],
  }))
  const json = { ...plan, tables: 6, people } satisfies TablePlan
  await page.route('**/tables', (route) => route.fulfill({ json }))
  await page.goto(`${at('tables')}&view=print&print=plan`)
  await page.getByText('2 pages').waitFor()
  await page.emulateMedia({ media: 'print' })
  const names = page.locator('[data-print=list] li').filter({ visible: true })
  expect(await names.count()).toBe(120)
  const cut = await names.evaluateAll((all) =>
    all.flatMap((name) => {
      const [own, sheet] = [name, name.closest('[data-print]')!].map((each) => each.getBoundingClientRect())
      return name.scrollWidth <= name.clientWidth + 1 && own!.bottom <= sheet!.bottom + 1
        ? []
        : [name.textContent]
    }),
  )
  expect([...new Set(cut)]).toEqual([])
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
