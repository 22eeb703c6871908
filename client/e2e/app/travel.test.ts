import { expect, test } from 'vitest'

import { expectAccessible, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

test('a traveller is asked once whether to change the time zone, and others are not', async () => {
  const zones = { timezoneId: 'Asia/Tokyo' }
  const { page } = await newMember(product, 'Tove Traveller', { timeZone: 'Europe/Lisbon' }, zones)
  const notice = page.getByRole('paragraph').filter({ hasText: 'not Tokyo time.' })
  await page.goto(`${product.origin}/dashboard`)
  await notice.getByText('Times are in Lisbon time').waitFor()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)

  await notice.getByRole('link', { name: 'Change time zone' }).click()
  await page.getByLabel('Time zone').waitFor()
  await page.goBack()
  await notice.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  expect(await notice.count()).toBe(0)

  const home = await newMember(product, 'Hana Home', { timeZone: 'Asia/Seoul' }, zones)
  await home.page.goto(`${product.origin}/dashboard`)
  await home.page.getByRole('heading', { name: 'First steps' }).waitFor()
  expect(await home.page.getByText('Times are in').count()).toBe(0)
})
