import { beforeAll, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { addNeighbours } from '#server/testing/running-product/test-community.ts'
import { newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const PAGE = 24
const product = runProduct({ ownServer: true })

beforeAll(() => addNeighbours(product.stack.dataDir, PAGE + 10))

test('Show more by keyboard focuses the first member of the next page, also after the last page', async () => {
  const { page } = await newMember(product, 'Ada Lovelace')
  await page.goto(product.origin + paths.connectionsTab('directory'))
  const names = page.getByRole('region', { name: 'Members' }).locator('li > div > a')
  await expect.poll(() => names.count()).toBe(PAGE)
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect.poll(() => names.count()).toBeGreaterThan(PAGE)
  await names.nth(PAGE).and(page.locator(':focus')).waitFor()
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})
