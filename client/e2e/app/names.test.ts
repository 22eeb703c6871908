import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { newMember, openSignedIn, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

/** The box of an element's text, which may be narrower than the element. */
const textBoxOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, top } = range.getBoundingClientRect()
    return { left, right, top }
  })

const overflows = (element: Locator) =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

const connectButton = (page: Page) => page.getByRole('button', { name: /^Connect with/ }).first()

test('a name stays beside its picture in any script direction, also while the connect dialog is open', async () => {
  const muhammad = await newMember(product, 'محمد بن عبد الله (CEO)', {
    headline: 'مهندس, 2 teams',
    bio: 'أعمل في لشبونة.\nEnglish too.',
  })
  const { page } = await newMember(product, 'Ada Lovelace')
  await page.goto(product.origin + paths.memberProfile(muhammad.id))
  const name = page.getByRole('heading', { level: 1 })
  await connectButton(page).waitFor()
  // Text changes its width when its typeface arrives.
  await page.evaluate(() => document.fonts.ready)
  const headline = await textBoxOf(page.getByText('2 teams'))
  const before = await textBoxOf(name)
  expect(before.left).toBeCloseTo(headline.left, -1)
  expect(before.left).toBeLessThan(520)
  await connectButton(page).click()
  await page.getByRole('dialog').waitFor()
  expect(await textBoxOf(name)).toEqual(before)
})

test('the longest name wraps in dialogs and messages', async () => {
  const long = await newMember(product, 'W'.repeat(80))
  const { page } = await newMember(product, 'Ada Lovelace', {}, { viewport: { width: 390, height: 800 } })
  await page.goto(product.origin + paths.memberProfile(long.id))
  await page.getByRole('button', { name: /^More options for/ }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').waitFor()
  expect(await overflows(dialog)).toBe(false)
  await dialog.getByRole('button', { name: 'Block' }).click()
  await waitForToast(page, /^You blocked W+\.$/)
  const { right } = await textBoxOf(page.getByText(/^You blocked W+\.$/))
  expect(right).toBeLessThan(390)
})

test('a heading renders the letters of names from many countries in one typeface', async () => {
  const { person } = await newMember(product, 'Łukasz Nguyễn')
  const page = await product.newColdBrowser()
  await openSignedIn(page, product.origin, person, paths.ownProfile)
  await page.getByRole('heading', { level: 1, name: 'Łukasz' }).waitFor()
  const missing = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      return [...'LŁễ'].filter((letter) => !document.fonts.check('40px "Fraunces Variable"', letter))
    })
  expect(await missing()).toEqual([])
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ name }) => name),
  )
  expect(fetched).toHaveLength(3)
})
