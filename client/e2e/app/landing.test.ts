import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser } from '#client/e2e/events.ts'
import { newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const HEADING = 'Where members meet, and help each other grow'
const ASSET = /\/assets\/(?<name>[^/]+)-[\w-]{8}\.(?<type>js|css)$/

/** Bytes transferred, compressed. */
const MAX_SCRIPT_TO_READ = 2.7 * 1024
/** Bytes as the server has compressed it. */
const MAX_SCRIPT_OF_APP = 114 * 1024
const MAX_STYLE = 12_000

/** An event on the landing page. */
const EVENT = { title: 'An evening for everyone', summary: 'Bring a question.', capacity: 12 }
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
  // The files of a worker share a server: other tests may have left public events.
  const own = targets.filter((target) => target === eventPath || !target?.startsWith('/event/'))
  const feeds = [`webcal://${new URL(product.origin).host}/events.ics`, '/events.atom']
  expect(new Set(own)).toEqual(new Set(['/onboarding', '/login', '/guildhall-prestige', eventPath, ...feeds]))
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
  const invitation = visitor
    .getByRole('region', { name: 'The event you opened' })
    .filter({ hasText: EVENT.title })
    .filter({ hasText: 'Lisbon time' })
  await visitor.goto(product.origin + eventPath)
  for (const part of [
    'The workshop, Porto',
    '12 seats left',
    EVENT.summary,
    'Create an account to see more and RSVP.',
  ])
    await invitation.filter({ hasText: part }).waitFor()
  await visitor.waitForURL('**/login')
  // Now the page no longer includes the event.
  await visitor.reload()
  await invitation.waitFor()
  await expectAccessibleInEveryViewport(visitor)
  await invitation.getByRole('link', { name: 'Create account' }).click()
  await visitor.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
  await invitation.filter({ hasText: 'Create an account to see more and RSVP.' }).waitFor()
})

test.each(['', '?fbclid=added-by-a-network'])(
  'the link of a public event%s shows the invitation before any script has run',
  async (query) => {
    const page = await product.newBrowser({ javaScriptEnabled: false })
    await page.goto(product.origin + eventPath + query)
    const invitation = page.getByRole('region', { name: 'The event you opened' })
    const text = await invitation.innerText()
    for (const part of [EVENT.title, /Lisbon time/, 'The workshop, Porto', '12 seats left', EVENT.summary])
      expect(text).toMatch(part)
    await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
  },
)

test('a browser reads the Atom feed as XML with every element that RFC 4287 requires', async () => {
  const page = await product.newBrowser()
  await page.goto(product.origin)
  const feed = await page.evaluate(async (path) => {
    const alternates = document.querySelectorAll<HTMLLinkElement>('head > link[rel=alternate]')
    const address = [...alternates].find(({ type }) => type === 'application/atom+xml')?.href ?? ''
    const parsed = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml')
    const namespace = parsed.documentElement.namespaceURI
    const textsOf = (of: Element) =>
      Object.fromEntries(
        ['id', 'title', 'updated'].map((name) => {
          const found = [...of.children].filter((each) => each.localName === name)
          return [name, found.map(({ textContent }) => textContent)]
        }),
      )
    const entry = [...parsed.querySelectorAll('entry')].find((each) => each.textContent.includes(path))
    return {
      namespace,
      error: parsed.querySelector('parsererror')?.textContent,
      feed: textsOf(parsed.documentElement),
      author: parsed.querySelector('feed > author > name')?.textContent,
      self: parsed.querySelector('feed > link[rel=self]')?.getAttribute('href'),
      address,
      entry: entry && textsOf(entry),
    }
  }, eventPath)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  expect(feed).toEqual({
    namespace: 'http://www.w3.org/2005/Atom',
    feed: { id: [feed.address], title: ['Guildhall: upcoming events'], updated: [time] },
    author: 'Guildhall',
    self: feed.address,
    address: `${product.origin}/events.atom`,
    entry: { id: [product.origin + eventPath], title: [EVENT.title], updated: [time] },
  })
})

test('a visitor reads the time of an event by their own clock first, before and after the app starts', async () => {
  const page = await product.newColdBrowser({
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 390, height: 844 },
  })
  await page.goto(product.origin)
  const entry = page.getByRole('listitem').filter({ hasText: EVENT.title })
  await entry.filter({ hasText: /your time.*Lisbon time/s }).waitFor()
  await useIt(page)
  await expect.poll(() => page.locator('[data-still]').count()).toBe(0)
  await entry.filter({ hasText: /your time.*Lisbon time/s }).waitFor()
  await page.goto(product.origin + eventPath)
  await page
    .getByRole('region', { name: 'The event you opened' })
    .filter({ hasText: /your time.*Lisbon time/s })
    .waitFor()
})

test('the app takes over the landing as it is, without a layout shift', async () => {
  const page = await product.newColdBrowser({ viewport: { width: 390, height: 844 } })
  await watchTakeover(page)
  await page.goto(product.origin)
  await useIt(page)
  await themeButton(page).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => seen)).toEqual({ headings: 1, blank: false, shifts: [] })
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([HEADING])
})

test.for([
  [paths.about, 'A home for your network', 'About'],
  [paths.prestige('guildhall'), 'Earned by helping, confirmed by those you helped', 'Prestige'],
  [paths.login, 'Sign in', 'Sign in'],
] as const)(
  '%s can be read before its scripts, and the app takes it over as it is, without a layout shift',
  async ([path, heading, title]) => {
    const reader = await product.newColdBrowser({ javaScriptEnabled: false })
    await reader.goto(product.origin + path)
    expect(await reader.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading])
    expect(await reader.title()).toBe(`${title} · Guildhall`)

    const page = await product.newColdBrowser({ viewport: { width: 390, height: 844 } })
    await watchTakeover(page)
    await page.goto(product.origin + path)
    await themeButton(page).waitFor({ state: 'attached' })
    expect(await page.evaluate(() => seen)).toEqual({ headings: 1, blank: false, shifts: [] })
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading])
    expect(await page.title()).toBe(`${title} · Guildhall`)
  },
)

test('a page that an extension or a translator has changed starts as any other, and reports nothing', async () => {
  const page = await product.newColdBrowser()
  const reported: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/api/client-errors') && reported.push(request.url()),
  )
  page.on('pageerror', ({ message }) => reported.push(message))
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const heading = document.querySelector('h1')!
      const translated = Object.assign(document.createElement('font'), { textContent: 'Entrar' })
      heading.replaceChildren(translated)
      document.querySelector('main')!.append(document.createElement('aside'))
    }),
  )
  await page.goto(product.origin + paths.login)
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  await page.getByRole('link', { name: 'About' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'A home for your network' }).waitFor()
  expect(reported).toEqual([])
})

test('the form for signing in takes no password before the app can send it', async () => {
  const page = await product.newColdBrowser({ javaScriptEnabled: false })
  await page.goto(product.origin + paths.login)
  expect(await page.locator('input').count()).toBe(2)
  expect(await page.locator('input:not([inert] *)').count()).toBe(0)
  await page.getByRole('link', { name: 'Create one' }).waitFor()
})

test('a page whose address has a query is served without prerendered content', async () => {
  const page = await product.newColdBrowser({ javaScriptEnabled: false })
  for (const path of [`${paths.prestige('guildhall')}?statement=any`, `${paths.login}?account=new`]) {
    await page.goto(product.origin + path)
    expect(await page.locator('#root').innerHTML()).toBe('')
  }
})

test('the first tap on a phone opens the menu, which stays open when the app takes over', async () => {
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

test('the keyboard focus stays on the menu button when the app takes over', async () => {
  const page = await product.newColdBrowser({ viewport: { width: 390, height: 844 } })
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Menu' }).focus()
  await themeButton(page).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('About')
})

/** Runs without typefaces: one that arrives late shifts the text below it, whether or not the app has started. */
async function watchTakeover(page: Page) {
  await page.route('**/*.woff2', (route) => route.abort())
  await page.addInitScript(watchHeadings)
}

declare const seen: { headings: number; blank: boolean; shifts: number[] }

/** Runs in the page from its start: records the headings that were shown one after the other, and layout shifts. */
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

test('reading downloads next to no script; the first interaction loads the app without the identity provider', async () => {
  const page = await product.newColdBrowser()
  await page.addInitScript(watchHeadings)
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  expect(bytesOf(await scriptsOf(page))).toBeLessThan(MAX_SCRIPT_TO_READ)
  expect(await themeButton(page).isVisible()).toBe(false)

  await useIt(page)
  await themeButton(page).waitFor()
  const assets = await downloadsOf(page)
  expect(assets.map(({ name }) => name)).toContain('Landing')
  expect(assets.map(({ name }) => name)).not.toContain('firebase')
  expect(bytesOf(await scriptsOf(page))).toBeLessThanOrEqual(MAX_SCRIPT_OF_APP)
  expect(bytesOf(assets.filter(({ type }) => type === 'css'))).toBeLessThan(MAX_STYLE)
})

test('a moving pointer starts the app, a resting one does not', async () => {
  const page = await product.newColdBrowser()
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  expect(await page.locator('[data-still]').count()).toBe(1)
  await page.mouse.move(200, 200, { steps: 3 })
  await themeButton(page).waitFor()
})

test('a theme chosen in another tab applies before the app has started', async () => {
  const page = await product.newColdBrowser({ colorScheme: 'light' })
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  const other = await page.context().newPage()
  await other.goto(`${product.origin}/icon.svg`)
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
  await other.evaluate(() => localStorage.setItem('theme', 'dark'))
  await expect.poll(theme).toBe('dark')
  await other.evaluate(() => localStorage.removeItem('theme'))
  await expect.poll(theme).toBe('')
  expect(await page.locator('[data-still]').count()).toBe(1)
})

test('the theme button works before the app has loaded, which then continues from its choice', async () => {
  const page = await product.newColdBrowser({ colorScheme: 'light' })
  let letAppLoad = () => {}
  const mayLoad = new Promise<void>((resolve) => (letAppLoad = resolve))
  await page.route('**/assets/Landing-*.js', (route) => mayLoad.then(() => route.continue()))
  await page.goto(product.origin, { waitUntil: 'networkidle' })
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await background()
  const button = page.getByRole('button', { name: 'Theme', exact: true })
  await button.click()
  expect(await background()).toBe(light)
  await button.click()
  await expect.poll(background).not.toBe(light)
  expect(await page.locator('[data-still]').count()).toBe(1)
  letAppLoad()
  await page.getByRole('button', { name: 'Theme: dark. Switch to system' }).click()
  await expect.poll(background).toBe(light)
})

test('a returning person gets the app without an interaction', async () => {
  const page = await product.newColdBrowser()
  await page.addInitScript(() => localStorage.setItem('userEmail', 'ada@example.org'))
  await page.goto(product.origin)
  await expect.poll(() => themeButton(page).isVisible()).toBe(true)
})

test('a person who is signed in is offered the dashboard from the first paint, and visitors an account', async () => {
  const { page } = await newMember(product, 'Ada Lovelace')
  await watchTakeover(page)
  // Reads the signed-in person, and stores them for the next visit.
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const offers = () =>
    page.getByRole('link', { name: /Create account|Sign in|dashboard$/i }).allTextContents()

  let letAppLoad = () => {}
  const mayLoad = new Promise<void>((resolve) => (letAppLoad = resolve))
  await page.route('**/assets/Landing-*.js', (route) => mayLoad.then(() => route.continue()))
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

/** The app's. The prerendered one has no state in its name. */
const themeButton = (page: Page) => page.getByRole('button', { name: /^Theme: / })
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
