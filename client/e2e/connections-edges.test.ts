import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/paths.ts'
import { addTestCommunity } from '#server/testing/test-community.ts'

import { askOf, call, listed, type Member, newMember, said } from './members.ts'
import { runProduct } from './product.ts'

const product = runProduct()
let ada: Member
let ben: Member

beforeEach(async () => {
  ;[ada, ben] = await Promise.all([newMember(product, 'Ada Álvarez'), newMember(product, 'Ben Osei')])
})

const go = (page: Page, path: string) => page.goto(product.origin + path)
const button = (page: Page, name: string) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('link', { name })

async function askBen(note: string) {
  await button(ada.page, 'Ask Ben Osei to connect').click()
  await ada.page.getByLabel('Note').fill(note)
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Ask to connect' }).click()
}

test('asking someone who has blocked one a moment ago looks like asking anyone', async () => {
  await go(ada.page, paths.memberProfile(ben.id))
  await button(ada.page, 'Ask Ben Osei to connect').waitFor()
  await call(ben.page, 'PUT', `/api/blocks/${ada.id}`)
  await askBen('We both bake.')
  await said(ada.page, 'Ben Osei has your request.')
  await ada.page.getByText(/^Asked on/).waitFor()
  await go(ada.page, paths.connectionsTab('sent'))
  await button(ada.page, 'Withdraw the request to Ben Osei').waitFor()
  await ada.page.getByText('We both bake.').waitFor()
  expect(await listed(ben, 'received')).toEqual([])
})

test('who has asked twenty people today is told to wait, and keeps what they wrote', async () => {
  const strangers = Object.values(await addTestCommunity(product.stack.dataDir, ben.id)).flat()
  for (const memberId of strangers.slice(0, 20)) {
    const { status } = await call(ada.page, 'POST', '/api/connections', { memberId, note: '' })
    expect(status).toBe(200)
  }
  await go(ada.page, paths.memberProfile(ben.id))
  await askBen('We both bake.')
  await ada.page.getByText('You have sent 20 requests within a day.').waitFor()
  expect(await ada.page.getByLabel('Note').inputValue()).toBe('We both bake.')
  expect(await listed(ben, 'received')).not.toContain('Ada Álvarez')
})

test('of requests declined in quick succession none comes back into sight', async () => {
  const cem = await newMember(product, 'Cem Yılmaz')
  await Promise.all([askOf(ada, ben), askOf(cem, ben)])
  const { page } = ben
  await go(page, paths.connectionsTab('received'))
  const requests = page.getByRole('region', { name: 'Requests to you' })
  await button(page, 'Decline the request of Cem Yılmaz').waitFor()

  // The second answer arrives long after the first, and all that follows from that.
  let delay = 0
  await page.route('**/decline', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, (delay += 500)))
    await route.continue()
  })
  const counts = await requests.evaluateHandle((list) => {
    const seen: number[] = []
    const count = () => {
      const shown = list.querySelectorAll('a[href^="/profile/"]').length
      if (shown !== seen.at(-1)) seen.push(shown)
    }
    new MutationObserver(count).observe(list, { childList: true, subtree: true })
    return seen
  })
  let answered = 0
  page.on('response', (response) => (answered += response.url().endsWith('/decline') ? 1 : 0))
  const askedLast = page.waitForResponse((r) => answered === 2 && r.url().includes('list=received'))
  await button(page, 'Decline the request of Ada Álvarez').click()
  await button(page, 'Decline the request of Cem Yılmaz').click()
  await said(page, 'You declined. Cem Yılmaz is not told.')
  await askedLast
  await page.getByRole('heading', { name: 'Nobody is waiting for you' }).waitFor()
  expect(await counts.jsonValue()).toEqual([1, 0])
  expect(await listed(ben, 'received')).toEqual([])
})

test('the focus goes along to the people who are blocked, stays when the last one goes, and comes back', async () => {
  await call(ada.page, 'PUT', `/api/blocks/${ben.id}`)
  const { page } = ada
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
  await go(page, paths.connections)
  await link(page, 'People you have blocked').press('Enter')
  await button(page, 'Unblock Ben Osei').waitFor()
  await page.locator('h1:focus', { hasText: 'Blocked people' }).waitFor()

  await button(page, 'Unblock Ben Osei').press('Enter')
  await page.getByText('You have not blocked anyone.').waitFor()
  await expect.poll(focused).toBe('Blocked people')

  await link(page, 'All connections').press('Enter')
  await link(page, 'People you have blocked').waitFor()
  await expect.poll(focused).toBe('Connections')
})
