import { beforeEach, expect, test } from 'vitest'

import type { Dashboard } from '#shared/dashboard/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { press } from '#client/e2e/keyboard.ts'
import { call, type Member, newMember, waitForToast } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct({ ownServer: true })
let ada: Member

const section = () => ada.page.getByRole('region', { name: 'Suggested introductions' })
const card = (name: string) =>
  section()
    .getByRole('listitem')
    .filter({ has: ada.page.getByText(name) })
    .first()
const notRelevant = (name: string) => ada.page.getByRole('button', { name: `Not relevant to me: ${name}` })

/** A unique topic, since all tests of this file share one server. */
async function addOffering(topic: string, ...names: string[]) {
  await Promise.all(names.map(async (name) => newMember(product, name, { offers: [topic] })))
}

beforeEach(async () => {
  const topic = `Zither${Date.now()}`
  ;[ada] = await Promise.all([
    newMember(product, 'Ada Lovelace', { asks: [`${topic}, once a week`] }),
    addOffering(topic, 'Bea Teaching', 'Cem Teaching'),
  ])
})

test('a suggestion shows its reason, can be dismissed for good, and comes back when that is undone', async () => {
  const { page } = ada
  await page.goto(product.origin + paths.connectionsTab('directory'))
  await card('Bea Teaching')
    .getByText(/^Your ask “Zither\d+, once a week” matches Bea Teaching’s offer “Zither\d+”\.$/)
    .waitFor()
  await card('Cem Teaching').waitFor()

  await notRelevant('Bea Teaching').focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, 'Bea Teaching won’t be suggested again.')
  await notRelevant('Bea Teaching').waitFor({ state: 'detached' })
  await card('Cem Teaching').locator(':focus').waitFor()
  await page.reload()
  await notRelevant('Cem Teaching').waitFor()
  expect(await notRelevant('Bea Teaching').count()).toBe(0)

  await notRelevant('Cem Teaching').click()
  await section().getByText('No suggestions right now.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card('Cem Teaching').waitFor()
  await section().getByText('No suggestions right now.').waitFor({ state: 'detached' })
})

test('the focus stays near a suggestion that is dismissed on the dashboard, wherever it is in the list', async () => {
  const { page } = ada
  await page.goto(product.origin + paths.dashboard)
  const all = page.getByRole('button', { name: /^Not relevant/ })
  await expect.poll(() => all.count()).toBe(2)
  await all.last().click()
  await expect.poll(() => all.count()).toBe(1)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('a member is no longer suggested after a request, and an empty list leads to the asks and offers', async () => {
  const { page } = ada
  await page.goto(product.origin + paths.connectionsTab('directory'))
  for (const name of ['Bea Teaching', 'Cem Teaching']) {
    await card(name)
      .getByRole('button', { name: `Connect with ${name}` })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
    await waitForToast(page, `Request sent to ${name}.`)
    await notRelevant(name).waitFor({ state: 'detached' })
  }
  await section().getByRole('link', { name: 'asks and offers' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('tab', { name: 'Asks and offers', selected: true }).count()).toBe(1)
})

test('the dashboard suggests one member at a time until none is left', async () => {
  const { page } = ada
  await page.goto(product.origin + paths.dashboard)
  const { body } = await call<Dashboard>(page, 'GET', '/api/dashboard')
  const first = body.suggestions[0]?.member.displayName ?? ''
  const second = first === 'Bea Teaching' ? 'Cem Teaching' : 'Bea Teaching'
  await notRelevant(first).click()
  await notRelevant(second).waitFor()
  expect(await notRelevant(first).count()).toBe(0)
  await notRelevant(second).click()
  await page.getByRole('link', { name: 'Find people' }).waitFor()
})

test('Show all on the dashboard focuses the first new entry', async () => {
  const { page } = ada
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const dashboard: Dashboard = await response.json()
    const reminders = Array.from({ length: 8 }, (_, at) => ({
      connectionId: `connection-${at}`,
      member: { id: `person-${at}`, displayName: `Person ${at}` },
      getInTouchOn: '2026-01-02',
    }))
    await route.fulfill({ response, json: { ...dashboard, reminders } satisfies Dashboard })
  })
  await page.goto(product.origin + paths.dashboard)
  const rows = page.getByRole('region', { name: 'Reminders' }).getByRole('link')
  await rows.first().waitFor()
  const shown = await rows.count()
  await press(page.getByRole('button', { name: /^Show all/ }))
  expect(await rows.nth(shown).evaluate((row) => row === document.activeElement)).toBe(true)
  await page.unroute('**/api/dashboard')
})

test('a newcomer’s dashboard has one list of steps, and no card without anything to say', async () => {
  const { page } = await newMember(product, 'Nora Newcomer')
  await showScreen(page, paths.dashboard)
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  const cards = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(await cards()).toEqual(['First steps'])
  await expectAccessibleInEveryViewport(page)

  await page.getByRole('button', { name: /^Dismiss/ }).click()
  await page.getByRole('progressbar').waitFor()
  expect(await cards()).toEqual(['Next 7 days', 'Your profile'])
})
