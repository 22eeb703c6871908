import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser } from '#client/e2e/events.ts'
import { newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const boxOf = (page: Page) => page.getByRole('dialog').getByRole('combobox')

const answerTo = (page: Page, text: string) =>
  page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url())
    return pathname === '/api/search' && searchParams.get('q') === text
  })

/**
 * Types, and opens the option with the name once it is selected. Results of a part of the text may be shown, and
 * selected, until it has been answered; Enter opens none of them.
 */
async function openByTyping(page: Page, text: string, name: string) {
  const answered = answerTo(page, text)
  await page.keyboard.type(text)
  await answered
  await page
    .locator('[role=group]:not([data-outdated]) [role=option][aria-selected=true]')
    .filter({ hasText: name })
    .waitFor()
  await page.keyboard.press('Enter')
}

test('the keyboard alone finds a person, an event and a place, and the search remembers them', async () => {
  const organiser = await newOrganiser(product)
  const id = await newEvent(organiser, { title: 'Xylophone evening', startsAt: hoursFromNow(30) })
  await newMember(product, 'Xylia Xander')
  const { page } = await newMember(product, 'Ada Álvarez')
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  const box = boxOf(page)
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('xyl')
  const options = page.getByRole('option')
  await options.filter({ hasText: 'Xylophone evening' }).waitFor()
  await options.filter({ hasText: 'Xylia Xander' }).waitFor()
  await page.getByRole('status').filter({ hasText: '2 results' }).waitFor()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${product.origin}/event/${id}`)

  await page.keyboard.press('Control+k')
  await page
    .getByRole('group', { name: 'Recent' })
    .getByRole('option', { name: 'Xylophone evening' })
    .waitFor()
  await openByTyping(page, 'growth', 'Growth meetings')
  await page.waitForURL(`${product.origin}/create-growth-meeting?list=all`)

  // The next person at this device does not see what was searched for.
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Xylophone')
})

test('each person found is shown with the matching text, and the search field does not move', async () => {
  await newMember(product, 'Quirin Quandt', {
    headline: 'Clocks that stop',
    company: 'Quorum Works',
    offers: ['A look at your clock'],
    address: { city: 'Zollikon' },
  })
  const { page } = await newMember(product, 'Faye Finder')
  await page.goto(`${product.origin}/events`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const box = boxOf(page)
  const top = await box.evaluate((element) => element.getBoundingClientRect().top)
  const option = page.getByRole('option').filter({ hasText: 'Quirin Quandt' })
  for (const [query, text] of [
    ['zollikon', 'Quorum Works · Zollikon'],
    ['quirin look', 'A look at your clock'],
    ['quirin', 'Clocks that stop'],
  ] as const) {
    await box.fill(query)
    await option.filter({ hasText: text }).waitFor()
  }
  expect(await option.locator('mark').allTextContents()).toEqual(['Quirin'])
  expect(await box.evaluate((element) => element.getBoundingClientRect().top)).toBe(top)
})

test('a person found by an ask or an offer is shown with its label', async () => {
  await newMember(product, 'Asa Asking', { headline: 'Skipper', asks: ['A zeppelin pilot'] })
  await newMember(product, 'Otto Offering', { headline: 'Skipper', offers: ['Zeppelin rides'] })
  const { page } = await newMember(product, 'Faye Finder')
  await page.goto(`${product.origin}/events`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await boxOf(page).fill('zeppelin')
  const textOf = (name: string) => page.getByRole('option').filter({ hasText: name }).innerText()
  await expect.poll(() => textOf('Asa Asking')).toContain('Asks for: A zeppelin pilot')
  await expect.poll(() => textOf('Otto Offering')).toContain('Offers: Zeppelin rides')
  const marked = page
    .getByRole('option')
    .locator('mark')
    .filter({ hasText: /zeppelin/i })
  await expect.poll(() => marked.count()).toBe(2)
})

test('the search leads to the text as it was typed when it found people by other words', async () => {
  await newMember(product, 'Lea Laurin', { headline: 'Lawyer' })
  const { page } = await newMember(product, 'Faye Finder')
  await page.goto(`${product.origin}/events`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lawer')
  await page
    .getByRole('group', { name: 'People · results for “lawyer”' })
    .getByRole('option', { name: 'Lea Laurin' })
    .waitFor()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('option', { name: 'Search for “lawer” instead', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No matches' }).waitFor()
  await page.getByRole('link', { name: 'Post this as an ask' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Ask' }).last().inputValue()).toBe('lawer')
})

test('Escape closes the search and returns the focus, and a search without matches says what to do', async () => {
  const { page } = await newMember(product, 'Ben Osei')
  await page.goto(`${product.origin}/events`)
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.click()
  await boxOf(page).fill('qqqqqq')
  await page.getByText('No matches. Try fewer or shorter words.').first().waitFor()
  await boxOf(page).fill('--')
  await page.getByText('Enter at least one letter or number.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('the search begins with what was typed while it was being downloaded', async () => {
  const { page } = await newMember(product, 'Ben Osei')
  await page.route('**/SearchDialog-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto(`${product.origin}/events`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('gd & q')
  await boxOf(page).waitFor()
  await page.keyboard.type('qq')
  expect(await boxOf(page).inputValue()).toBe('gd & qqq')
  expect(page.url()).toBe(`${product.origin}/events`)
})

test('a search without matches leads to what the directory says about it, and does not remember that', async () => {
  const { page } = await newMember(product, 'Nora Nowhere')
  await page.goto(`${product.origin}/events`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await openByTyping(page, 'qqqq & zzzz', 'post it as an ask')
  await page.waitForURL(`${product.origin}/connections?tab=directory&q=qqqq+%26+zzzz`)
  await page.getByRole('link', { name: 'Post this as an ask' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Dashboard' }).waitFor()
  expect(await page.getByRole('option', { name: 'post it as an ask' }).count()).toBe(0)
})

test('a search that was opened with the keyboard leaves the focus on its button, or on the heading of the next screen', async () => {
  const { page } = await newMember(product, 'Ben Osei')
  await page.goto(`${product.origin}/events`)
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await boxOf(page).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)

  for (const [name, title] of [
    ['Dashboard', /^Welcome/],
    ['Settings', 'Settings'],
    ['Setting', 'Settings'],
  ] as const) {
    await page.keyboard.press('Control+k')
    const answer = answerTo(page, name)
    await boxOf(page).fill(name)
    await answer
    // Members of other tests may be found, too, and come first.
    const place = page.getByRole('option', { name }).last()
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return place.getAttribute('aria-selected')
      })
      .toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    // A dialog that is opened while the screen is still loading returns the focus to the screen.
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(H1|BUTTON)$/)
    await expect.poll(() => page.url()).toMatch(new RegExp(name, 'i'))
  }
})

test('the search says that it isn’t available while the server fails', async () => {
  const { page } = await newMember(product, 'Cleo Adeyemi')
  await page.route('**/api/search?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${product.origin}/events`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await boxOf(page).fill('qqqqqq')
  const message = page.getByText('The search isn’t available right now. Try again in a moment.').first()
  await expect.poll(() => message.isVisible()).toBe(true)
})

test('a screen that is typed comes before members who have the word, and what is selected stays selected', async () => {
  await newMember(product, 'Evander Eventide', { headline: 'Events and catering' })
  const { page } = await newMember(product, 'Eira Evans')
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/search?*', (route) => released.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  await boxOf(page).fill('events')
  const selected = page.locator('[role=option][aria-selected=true]')
  await expect.poll(() => selected.innerText()).toBe('Events')
  await page.keyboard.press('ArrowDown')
  expect(await selected.innerText()).toBe('My events')
  release()
  await page.getByRole('option', { name: 'Evander Eventide' }).waitFor()
  expect(await selected.innerText()).toBe('My events')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${product.origin}/events?list=mine`)
  await page.keyboard.press('Control+k')
  await boxOf(page).fill('events')
  await expect.poll(() => selected.innerText()).toBe('Events')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${product.origin}/events`)
})

test('a command that a text only begins comes after members who have the word', async () => {
  await newMember(product, 'Signe Sand', { headline: 'Signs for shops' })
  const { page } = await newMember(product, 'Eira Evans')
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/search?*', (route) => released.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  await boxOf(page).fill('sign')
  await page.getByRole('option', { name: 'Sign out' }).waitFor()
  const selected = page.locator('[role=option][aria-selected=true]')
  expect(await selected.count()).toBe(0)
  release()
  await expect.poll(() => selected.innerText()).toContain('Signe Sand')
})

test('Enter opens no result of an earlier query, and commands change the theme and sign out', async () => {
  await newMember(product, 'Yolanda Yates')
  const { page } = await newMember(product, 'Dara Doyle')
  await page.goto(`${product.origin}/events`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await boxOf(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('yol')
  await page.getByRole('option', { name: 'Yolanda Yates' }).waitFor()

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/search?*', (route) => released.then(() => route.continue()))
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await boxOf(page).and(page.locator(':focus')).waitFor()
  expect(page.url()).toBe(`${product.origin}/events`)
  release()

  await boxOf(page).selectText()
  await openByTyping(page, 'dark', 'Dark mode')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await page.keyboard.press('Control+k')
  await boxOf(page).and(page.locator(':focus')).waitFor()
  await openByTyping(page, 'sign out', 'Sign out')
  await page.waitForURL(`${product.origin}/`)
})
