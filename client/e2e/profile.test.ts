import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import type { OwnProfile } from '#shared/members.ts'

import { enter, newPerson, type Person } from './people.ts'
import { runProduct } from './product.ts'

const product = runProduct()
let person: Person
let page: Page

const field = (name: string) => page.getByLabel(name, { exact: true })
const phone = () => page.getByRole('textbox', { name: 'Phone' })
const save = () => page.getByRole('button', { name: 'Save profile' }).click()
const saved = () => page.getByText('Your profile is saved.').first().waitFor()
const stored = () =>
  page.evaluate(() => fetch('/api/me').then((answer) => answer.json())) as Promise<OwnProfile>

beforeEach(async () => {
  person = await newPerson(product.emulator)
  page = await product.newBrowser()
  await enter(page, product.origin, person, '/profile')
  await field('Name').waitFor()
})

test('a member fills in the profile and sees it as it is shown', async () => {
  await field('Name').fill('José Núñez')
  await page.getByRole('button', { name: 'Add ask' }).click()
  expect(await field('Ask 1').evaluate((input) => input === document.activeElement)).toBe(true)
  await field('Ask 1').fill('A warehouse near Porto')
  await field('City').fill('Porto')
  await save()
  await saved()
  await page.getByRole('link', { name: 'See it as it is shown' }).click()
  await page.getByRole('heading', { level: 1, name: 'José Núñez' }).waitFor()
  const main = await page.getByRole('main').innerText()
  expect(main).toContain('A warehouse near Porto')
})

test('what is wrong is said beside the field, which gets the focus, and nothing typed is lost', async () => {
  await field('Name').fill('J')
  await phone().fill('not a number')
  await save()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  expect(await field('Name').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await phone().getAttribute('aria-invalid')).toBe('true')
  expect(await phone().inputValue()).toBe('not a number')
})

test('an edit survives a reload', async () => {
  await field('Name').fill('Grace Hopper')
  await page.reload()
  await field('Name').waitFor()
  expect(await field('Name').inputValue()).toBe('Grace Hopper')
})

test('two quick presses save once', async () => {
  await field('Name').fill('Ada')
  await page.getByRole('button', { name: 'Save profile' }).dblclick()
  await saved()
  expect((await stored()).version).toBe(2)
})

test('of two devices the later one is told, keeps its words, and may go on with either', async () => {
  const elsewhere = async (headline: string) => {
    const { version, ...rest } = await stored()
    const { id: _, email: _e, role: _r, status: _s, joinedAt: _j, onboardedAt: _o, ...edit } = rest
    const body = JSON.stringify({ ...edit, displayName: 'Laptop', headline, asks: [], offers: [] })
    const status = await page.evaluate(
      ([text, latest]) =>
        fetch('/api/me', {
          method: 'PUT',
          headers: { 'content-type': 'application/json', 'x-csrf': '1', 'if-match': `"${latest}"` },
          body: text as string,
        }).then((answer) => answer.status),
      [body, version],
    )
    expect(status).toBe(200)
  }

  await elsewhere('From the laptop')
  await field('Name').fill('Phone')
  await save()
  await page.getByText('Your profile was changed elsewhere in the meantime.').waitFor()
  expect(await field('Name').inputValue()).toBe('Phone')
  expect((await stored()).displayName).toBe('Laptop')

  await page.route('**/api/me', (route) => route.abort())
  await page.getByRole('button', { name: 'Keep what stands here' }).click()
  await page.getByText('The server cannot be reached.').first().waitFor()
  await page.unroute('**/api/me')
  await page.getByRole('button', { name: 'Keep what stands here' }).click()
  await page.getByRole('button', { name: 'Keep what stands here' }).waitFor({ state: 'detached' })
  await save()
  await saved()
  expect((await stored()).displayName).toBe('Phone')

  await elsewhere('Again from the laptop')
  await save()
  await page.getByRole('button', { name: 'Take the newer one' }).click()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[name="headline"]')?.value === 'Again from the laptop',
  )
  expect(await field('Name').inputValue()).toBe('Laptop')
})
