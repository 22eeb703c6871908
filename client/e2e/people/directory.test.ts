import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { addNeighbours } from '#server/testing/running-product/test-community.ts'
import { requestConnection, call, connect, type Member, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const PAGE = 24
// Searches count members, and lists are of one page but for the last.
const product = runProduct({ ownServer: true })
let ada: Member
let page: Page

const status = () => page.getByRole('region', { name: 'Members' }).getByRole('status')
const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
const search = () => page.getByRole('searchbox', { name: 'Search members' })
const query = () => new URL(page.url()).searchParams

/** Types into a filter and picks the match. */
async function choose(filter: string, typed: string) {
  await page.getByRole('combobox', { name: filter }).fill(typed)
  await page.getByRole('option', { name: new RegExp(typed) }).click()
}

beforeAll(async () => {
  await Promise.all([
    newMember(product, 'José Núñez', { address: { city: 'Porto' }, keywords: ['bakery'], industry: 'Law' }),
    newMember(product, 'Inês Carvalho', { address: { city: 'Lisbon' }, headline: 'Bakes at night' }),
    newMember(product, 'Łukasz Wójcik', { address: { city: 'Porto' }, industry: 'Law' }),
  ])
})
beforeEach(async () => {
  ada = await newMember(product, 'Ada Lovelace')
  page = ada.page
})

async function open(parameters = '') {
  await page.goto(`${product.origin}${paths.connectionsTab('directory')}${parameters}`)
  await status().waitFor()
}

test('members are found by word prefixes, with or without accents', async () => {
  await open()
  await search().fill('nunez')
  await status().getByText('1 member found').waitFor()
  await card('José Núñez').waitFor()
  expect(query().get('q')).toBe('nunez')
  await search().fill('lukasz wojc')
  await card('Łukasz Wójcik').waitFor()
  await search().fill('bak')
  await status().getByText('2 members found').waitFor()
  expect(await search().inputValue()).toBe('bak')
})

test('a filter and the search find umlauts that are typed as two letters, and mark the word', async () => {
  await newMember(product, 'Ute Müßig', { address: { city: 'Köln' } })
  await open()
  await page.getByRole('combobox', { name: 'City' }).fill('koeln')
  await page.getByRole('option', { name: /Köln/ }).click()
  await status().getByText('1 member found').waitFor()
  await search().fill('muessig')
  await card('Ute Müßig').waitFor()
  await expect.poll(() => card('Ute Müßig').locator('mark').allTextContents()).toEqual(['Müßig'])
})

test('filters combine, are part of the URL, and are removed one by one or with the back button', async () => {
  await open()
  await choose('City', 'Porto')
  await status().getByText('2 members found').waitFor()
  await choose('Keyword', 'bakery')
  await status().getByText('1 member found').waitFor()
  expect(Object.fromEntries(query())).toEqual({ tab: 'directory', city: 'Porto', keyword: 'bakery' })

  await page.goBack()
  await status().getByText('2 members found').waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Keyword' }).inputValue()).toBe('Any keyword')
  await page.getByRole('button', { name: 'Remove city filter: Porto' }).click()
  await status()
    .getByText(/^\d+ members$/)
    .waitFor()
  await search().and(page.locator(':focus')).waitFor()
})

test('a shared link shows the same members, and the back button restores the search', async () => {
  await open('&q=bak&city=Lisbon')
  await status().getByText('1 member found').waitFor()
  expect(await search().inputValue()).toBe('bak')
  await page.getByRole('link', { name: 'Inês Carvalho' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inês Carvalho' }).waitFor()
  await page.goBack()
  await status().getByText('1 member found').waitFor()
  expect(await search().inputValue()).toBe('bak')
})

test('a search without matches suggests what to change, and one press shows all members', async () => {
  await open('&q=zzz&city=Porto')
  await page.getByText('Try removing a filter').waitFor()
  await page.getByRole('button', { name: 'Show all members' }).click()
  await card('José Núñez').waitFor()
  await expect.poll(() => search().inputValue()).toBe('')
})

test('a search that finds nobody fills in an ask, which is posted as it was typed', async () => {
  await open('&q=falcon+photographer')
  await page.getByRole('link', { name: 'Post this as an ask' }).click()
  await expect.poll(() => page.locator('[name="asks.0"]').inputValue()).toBe('falcon photographer')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved.').first().waitFor()
  const other = await newMember(product, 'Grace Hopper')
  await other.page.goto(`${product.origin}${paths.connectionsTab('directory')}&q=falcon+photographer`)
  const found = other.page.getByRole('listitem').filter({ hasText: 'Asks for: falcon photographer' })
  await found.filter({ hasText: 'Ada Lovelace' }).first().waitFor()
})

test('a card offers the action that fits: connect, respond, or view the connection', async () => {
  await open()
  await card('José Núñez').getByRole('button', { name: 'Connect with José Núñez' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
  await card('José Núñez')
    .getByText(/^Request sent/)
    .waitFor()

  const connected = await newMember(product, 'Zoë Connected')
  await requestConnection(await newMember(product, 'Zoë Asking'), ada)
  const id = await connect(ada, connected)
  await open('&q=zoe')
  const respondLink = card('Zoë Asking').locator(`a[href="${paths.connectionsTab('received')}"]`)
  await expect.poll(() => respondLink.count()).toBe(1)
  await card('Zoë Connected').getByRole('link', { name: 'Connected to Zoë Connected' }).click()
  await page.waitForURL(product.origin + paths.connection(id))
})

test('a blocked member and the blocker no longer find each other', async () => {
  const blocker = await newMember(product, 'Viola Blocking')
  const blocked = await newMember(product, 'Benedikt Blocked')
  const found = async (by: Member, name: string) => {
    await by.page.goto(`${product.origin}/connections?tab=directory&q=${name}`)
    const members = by.page.getByRole('region', { name: 'Members' })
    await members.getByText(/found$/).waitFor()
    return members.getByRole('link', { name: new RegExp(name) }).count()
  }
  expect(await found(blocked, 'Viola')).toBe(1)
  await call(blocker.page, 'PUT', `/api/blocks/${blocked.id}`)
  expect(await found(blocked, 'Viola')).toBe(0)
  expect(await found(blocker, 'Benedikt')).toBe(0)
})

test('text typed while a response is on its way is kept', async () => {
  await open()
  const typed = Promise.withResolvers<void>()
  await page.route('**/api/directory?*', async (route) => {
    await typed.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/q=nun(&|$)/)
  await search().pressSequentially('nun')
  await asked
  await search().pressSequentially('ez')
  typed.resolve()
  await card('José Núñez').waitFor()
  await expect.poll(() => query().get('q')).toBe('nunez')
  expect(await search().inputValue()).toBe('nunez')
})

test('Show more by keyboard focuses the first member of the next page, also after the last page', async () => {
  // The last test: its members are in every list from now on.
  await addNeighbours(product.stack.dataDir, PAGE)
  // The server notices writes of another process after a while.
  const first = async () => (await call<{ items: unknown[] }>(page, 'GET', '/api/directory')).body.items
  await expect.poll(async () => (await first()).length).toBe(PAGE)
  await open()
  const names = page.getByRole('region', { name: 'Members' }).locator('li > div > a')
  await expect.poll(() => names.count()).toBe(PAGE)
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect.poll(() => names.count()).toBeGreaterThan(PAGE)
  await names.nth(PAGE).and(page.locator(':focus')).waitFor()
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})
