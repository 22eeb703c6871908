import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { hoursFromNow, newEvent, newOrganiser } from './events.ts'
import { newMember } from './members.ts'
import { runProduct } from './product.ts'

const product = runProduct()

const HEADING = 'Where members meet, and help each other grow'
const ASSET = /\/assets\/(?<name>[^/]+)-[^-]{8}\.(?<type>js|css)$/

/** Bytes over the wire, as compressed. */
const MOST_SCRIPT_TO_READ = 2 * 1024
/** As the server has compressed it. */
const MOST_SCRIPT_OF_APP = 109 * 1024
const MOST_STYLE = 12_000

/** Listed on the landing page. */
const EVENT = { title: 'An open evening', summary: 'Bring a question.', capacity: 12 }
let eventPath: string
beforeAll(async () => {
  const organiser = await newOrganiser(product)
  const id = await newEvent(organiser, { ...EVENT, visibility: 'public', startsAt: hoursFromNow(1) })
  eventPath = `/event/${id}`
})

test('the landing can be read and used without scripts', async () => {
  const page = await product.newColdBrowser({ javaScriptEnabled: false })
  await page.goto(product.origin)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(HEADING)
  expect(await page.title()).toContain('Guildhall')
  const links = page.getByRole('main').getByRole('link').filter({ visible: true })
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  // The files of a worker share a server: others may have left public events.
  const own = targets.filter((target) => target === eventPath || !target?.startsWith('/event/'))
  expect(new Set(own)).toEqual(new Set(['/onboarding', '/login', '/guildhall-prestige', eventPath]))
})

test('a public event is listed, and its link invites visitors to it by name', async () => {
  const page = await product.newBrowser({ javaScriptEnabled: false })
  await page.goto(product.origin)
  const entry = page.getByRole('listitem').filter({ hasText: EVENT.title })
  const text = (await entry.allInnerTexts()).join()
  for (const part of [/Lisbon time/, /The workshop, Porto/, /12 seats left/, EVENT.summary]) {
    expect(text).toMatch(part)
  }

  const visitor = await product.newBrowser()
  const notice = visitor
    .getByRole('status')
    .filter({ hasText: EVENT.title })
    .filter({ hasText: 'Lisbon time' })
  await visitor.goto(product.origin + eventPath)
  await notice.filter({ hasText: 'Sign in to see more and RSVP.' }).waitFor()
  // Now the page no longer comes with the event.
  await visitor.reload()
  await notice.waitFor()
  await visitor.getByRole('link', { name: 'Create one' }).click()
  await visitor.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
  await notice.filter({ hasText: 'Create an account to see more and RSVP.' }).waitFor()
})

test('the app replaces the landing without a blank frame or layout shift', async () => {
  const page = await product.newColdBrowser({ viewport: { width: 390, height: 844 } })
  await page.addInitScript(watchHeadings)
  await page.goto(product.origin)
  await useIt(page)
  await expect.poll(() => page.evaluate(() => seen.headings)).toBe(2)
  expect(await page.evaluate(() => seen)).toEqual({ headings: 2, blank: false, shifts: [] })
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([HEADING])
})

test('on a phone the first tap opens the menu, which stays open when the app takes over', async () => {
  const page = await product.newColdBrowser({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Menu' }).tap()
  await expect.poll(() => page.locator('[data-still]').count()).toBe(0)
  await themeButton(page).waitFor()
  const menu = page.getByRole('navigation', { name: 'Site menu' })
  await menu.getByRole('link', { name: 'Prestige' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Earned by helping' }).waitFor()
})

test('with the keyboard alone, the focus stays on the menu button when the app takes over', async () => {
  const page = await product.newColdBrowser({ viewport: { width: 390, height: 844 } })
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Menu' }).focus()
  await themeButton(page).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('About')
})

test('a menu that the keyboard opens while the app is being drawn stays open with the focus in it', async () => {
  const page = await product.newColdBrowser({ viewport: { width: 390, height: 844 } })
  await page.addInitScript(openMenuWhenDrawn)
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  const still = await page.locator('#root > *').first().elementHandle()
  await page.getByRole('button', { name: 'Menu' }).focus()
  await expect.poll(() => still?.evaluate((element) => element.isConnected)).toBe(false)
  await expect
    .poll(() => page.evaluate(() => document.querySelector(':popover-open :focus')?.textContent))
    .toBe('About')
})

declare const seen: { headings: number; blank: boolean; shifts: number[] }

/** In the page, from its start: the headings that were shown one after the other, and what moved. */
function watchHeadings() {
  const record: typeof seen = { headings: 0, blank: false, shifts: [] }
  let shown: Element | null = null
  Object.assign(globalThis, { seen: record })
  new MutationObserver(() => {
    const heading = document.querySelector('h1')
    if (!heading && shown) record.blank = true
    if (heading && heading !== shown) record.headings += 1
    shown = heading
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      record.shifts.push((entry as PerformanceEntry & { value: number }).value)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** In the page: the arrow key that opens the menu, when the app has begun to draw and not yet replaced the landing. */
function openMenuWhenDrawn() {
  new MutationObserver(() => {
    const arrowDown = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })
    if (!document.querySelector('[data-still]'))
      document.querySelector('[aria-label="Menu"]')?.dispatchEvent(arrowDown)
  }).observe(document, { attributeFilter: ['data-still'], subtree: true })
}

test('reading downloads next to no script; the first interaction loads the app without the identity provider', async () => {
  const page = await product.newColdBrowser()
  await page.addInitScript(watchHeadings)
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  expect(bytesOf(await scriptsOf(page))).toBeLessThan(MOST_SCRIPT_TO_READ)
  // It could do nothing yet.
  expect(await themeButton(page).isVisible()).toBe(false)

  await useIt(page)
  await themeButton(page).waitFor()
  const assets = await downloadsOf(page)
  expect(assets.map(({ name }) => name)).toContain('LandingScreen')
  expect(assets.map(({ name }) => name)).not.toContain('firebase')
  expect(bytesOf(await scriptsOf(page))).toBeLessThanOrEqual(MOST_SCRIPT_OF_APP)
  expect(bytesOf(assets.filter(({ type }) => type === 'css'))).toBeLessThan(MOST_STYLE)
})

test('a moving pointer starts the app, a resting one does not', async () => {
  const page = await product.newColdBrowser()
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  expect(await page.locator('[data-still]').count()).toBe(1)
  await page.mouse.move(200, 200, { steps: 3 })
  await themeButton(page).waitFor()
})

test('a person whom the browser knows gets the app without an interaction', async () => {
  const page = await product.newColdBrowser()
  await page.addInitScript(() => localStorage.setItem('userEmail', 'ada@example.org'))
  await page.goto(product.origin)
  await expect.poll(() => themeButton(page).isVisible()).toBe(true)
})

test('a person who is signed in is offered the dashboard from the first paint, and visitors an account', async () => {
  const { page } = await newMember(product, 'Ada Lovelace')
  await page.addInitScript(watchHeadings)
  // Reads who is signed in, and stores it for the next visit.
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const offers = () =>
    page.getByRole('link', { name: /Create account|Sign in|dashboard$/i }).allTextContents()

  let letAppLoad = () => {}
  const mayLoad = new Promise<void>((resolve) => (letAppLoad = resolve))
  await page.route('**/assets/LandingScreen-*.js', (route) => mayLoad.then(() => route.continue()))
  await page.goto(product.origin)
  expect(await page.locator('[data-still]').count()).toBe(1)
  expect(await offers()).toEqual(['Dashboard', 'Go to dashboard'])
  letAppLoad()
  await themeButton(page).waitFor()
  expect(await offers()).toEqual(['Dashboard', 'Go to dashboard'])
  expect((await page.evaluate(() => seen)).shifts).toEqual([])

  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByText('Sign out', { exact: true }).click()
  await page.waitForURL(`${product.origin}/`)
  await expect.poll(offers).toContain('Create account')
  expect(await offers()).not.toContain('Dashboard')
})

const themeButton = (page: Page) => page.getByRole('button', { name: /^Theme/ })
/** The first interaction. */
const useIt = (page: Page) => page.keyboard.press('Tab')

test('the page contains its build id, whose source maps are stored but not served', async () => {
  const page = await product.newColdBrowser()
  await page.goto(product.origin)
  const { build } = JSON.parse(await readFile('dist/build.json', 'utf8')) as { build: string }
  expect(await page.locator('html').getAttribute('data-build')).toBe(build)

  const script = await page.locator('html').getAttribute('data-app')
  const map = `${script}.map`
  await expect(
    readFile(join('dist/source-maps', build, map.replace('/assets/', '')), 'utf8'),
  ).resolves.toMatch(/"mappings".*"x_functions"/s)
  const answer = await page.request.get(product.origin + map)
  expect(answer.status()).toBe(404)
})

async function downloadsOf(page: Page) {
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => ({
      url: entry.name,
      bytes: (entry as PerformanceResourceTiming).encodedBodySize,
    })),
  )
  return entries.flatMap(({ url, bytes }) => {
    const { name, type } = ASSET.exec(url)?.groups ?? {}
    return name && type ? [{ name, type, bytes }] : []
  })
}

const scriptsOf = async (page: Page) => (await downloadsOf(page)).filter(({ type }) => type === 'js')

const bytesOf = (assets: readonly { bytes: number }[]) => {
  expect(assets).not.toEqual([])
  return assets.reduce((sum, { bytes }) => sum + bytes, 0)
}
