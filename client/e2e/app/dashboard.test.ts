import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { newMember } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct({ ownServer: true })

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
