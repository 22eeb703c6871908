import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/paths.ts'

import { newMember, said } from './members.ts'
import { runProduct } from './product.ts'

const product = runProduct()

/** Where the words of an element begin and end, which may take less room than the element. */
const wordsOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, top } = range.getBoundingClientRect()
    return { left, right, top }
  })

const sticksOut = (element: Locator) =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

const askTo = (page: Page) => page.getByRole('button', { name: /^Ask/ }).first()

test('a name stands beside its picture in whatever direction it is read, and stays there while one asks', async () => {
  const muhammad = await newMember(product, 'محمد بن عبد الله (CEO)', {
    headline: 'مهندس, 2 teams',
    bio: 'أعمل في لشبونة.\nEnglish too.',
  })
  const { page } = await newMember(product, 'Ada Lovelace')
  await page.goto(product.origin + paths.memberProfile(muhammad.id))
  const name = page.getByRole('heading', { level: 1 })
  await askTo(page).waitFor()
  const headline = await wordsOf(page.getByText('2 teams'))
  const before = await wordsOf(name)
  expect(before.left).toBeCloseTo(headline.left, -1)
  expect(before.left).toBeLessThan(520)
  await askTo(page).click()
  await page.getByRole('dialog').waitFor()
  expect(await wordsOf(name)).toEqual(before)
})

test('the longest name breaks in dialogs and messages', async () => {
  const long = await newMember(product, 'W'.repeat(80))
  const { page } = await newMember(product, 'Ada Lovelace', {}, { viewport: { width: 390, height: 800 } })
  await page.goto(product.origin + paths.memberProfile(long.id))
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').waitFor()
  expect(await sticksOut(dialog)).toBe(false)
  await dialog.getByRole('button', { name: 'Block' }).click()
  await said(page, /is blocked\.$/)
  const { right } = await wordsOf(page.getByText(/is blocked\.$/))
  expect(right).toBeLessThan(390)
})

test('a heading has the letters of names from many countries in one type', async () => {
  const { page } = await newMember(product, 'Łukasz Nguyễn')
  await page.goto(product.origin + paths.ownProfile)
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
