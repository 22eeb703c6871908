import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { requestConnection, call, listed, type Member, newMember, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let ada: Member
let ben: Member

beforeEach(async () => {
  ;[ada, ben] = await Promise.all([newMember(product, 'Ada Álvarez'), newMember(product, 'Ben Osei')])
})

const go = (page: Page, path: string) => page.goto(product.origin + path)
const button = (page: Page, name: string) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('link', { name })

async function requestBen(note: string) {
  await button(ada.page, 'Connect with Ben Osei').click()
  await ada.page.getByLabel('Note').fill(note)
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
}

test('a member who reached the daily limit of requests is asked to wait, and keeps the note', async () => {
  const status = 429
  const title = 'You’ve sent 20 requests in 24 hours.'
  await ada.page.route('**/api/connections', (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title, status, code: 'request_limit', requestId: 'r' }),
    }),
  )
  await go(ada.page, paths.memberProfile(ben.id))
  await requestBen('We both bake.')
  await ada.page.getByText(title).waitFor()
  expect(await ada.page.getByLabel('Note').inputValue()).toBe('We both bake.')
})

test('requests declined in quick succession do not reappear', async () => {
  const cem = await newMember(product, 'Cem Yılmaz')
  await Promise.all([requestConnection(ada, ben), requestConnection(cem, ben)])
  const { page } = ben
  await go(page, paths.connectionsTab('received'))
  const requests = page.getByRole('region', { name: 'Received requests' })
  await button(page, 'Decline request from Cem Yılmaz').waitFor()

  // The second response arrives long after the first, and after the refetches that it triggers.
  let delay = 0
  await page.route('**/decline', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, (delay += 500)))
    await route.continue()
  })
  const counts = await requests.evaluateHandle((list) => {
    const shown = () => list.querySelectorAll('a[href^="/profile/"]').length
    const seen = [shown()]
    const count = () => {
      if (shown() !== seen.at(-1)) seen.push(shown())
    }
    new MutationObserver(count).observe(list, { childList: true, subtree: true })
    return seen
  })
  let declined = 0
  page.on('response', (response) => (declined += response.url().endsWith('/decline') ? 1 : 0))
  const lastRefetch = page.waitForResponse((r) => declined === 2 && r.url().includes('list=received'))
  await button(page, 'Decline request from Ada Álvarez').click()
  await button(page, 'Decline request from Cem Yılmaz').click()
  await waitForToast(page, 'Request declined. Cem Yılmaz won’t be notified.')
  await lastRefetch
  await page.getByRole('heading', { name: 'No requests right now' }).waitFor()
  expect(await counts.jsonValue()).toEqual([2, 1, 0])
  expect(await listed(ben, 'received')).toEqual([])
})

test('the focus moves to the heading of each screen, and to “Blocked people” after the last unblock', async () => {
  await call(ada.page, 'PUT', `/api/blocks/${ben.id}`)
  const { page } = ada
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
  await go(page, paths.connections)
  await link(page, 'Blocked people').press('Enter')
  await button(page, 'Unblock Ben Osei').waitFor()
  await page.locator('h1:focus', { hasText: 'Settings' }).waitFor()

  await button(page, 'Unblock Ben Osei').press('Enter')
  await page.getByText('You haven’t blocked anyone.').waitFor()
  await expect.poll(focused).toBe('Blocked people')

  await page.getByRole('link', { name: 'Connections', exact: true }).first().press('Enter')
  await link(page, 'Blocked people').waitFor()
  await expect.poll(focused).toBe('Connections')
})
