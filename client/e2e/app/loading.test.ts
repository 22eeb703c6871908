import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminPath } from '#shared/lib/paths/admin.ts'
import { paths } from '#shared/lib/paths.ts'
import { call, connect, type Member, newMember, openSignedIn, startSession } from '#client/e2e/members.ts'
import { workerActivated } from '#client/e2e/navigation.ts'
import { newPerson } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

/** Cumulative layout shift. Above 0.1, a page counts as unstable (https://web.dev/articles/cls). */
const MAX_SHIFT = 0.02

test.for([
  // The limits are files and calls, and kilobytes, of a member's first visit in a new browser until the screen
  // shows its data. Counts beside the lists can arrive with them, and the events are those of all tests.
  [paths.dashboard, '/api/dashboard', 20, 210],
  [paths.events, '/api/events?list=upcoming', 22, 242],
  [paths.connections, '/api/connections?list=accepted /api/introductions', 22, 234],
] as const)(
  '%s sends its first calls before its scripts have loaded, and stays within its limits',
  async ([path, ownCalls, maxRequests, maxKilobytes]) => {
    const page = await product.newColdBrowser()
    await startSession(page, product.origin, await newPerson(product.emulator))
    // The calls are sent early where someone has signed in before.
    await page.evaluate(() => localStorage.setItem('userEmail', 'ada@example.com'))
    await page.addInitScript(watchContent)
    const files = await recordFiles(page)
    await page.goto(product.origin + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => contentAt > 0)
    const shownAt = await page.evaluate(() => contentAt)
    const before = files().filter(({ endedAt }) => endedAt <= shownAt)

    expect(before.length).toBeLessThanOrEqual(maxRequests)
    const bytes = before.reduce((sum, each) => sum + each.bytes, 0)
    expect(bytes / 1024).toBeLessThanOrEqual(maxKilobytes)
    expect(before.filter(({ url }) => url.includes('firebase'))).toEqual([])
    // The heading can be there before the answer with the data below it.
    const begun = files().filter(({ startedAt }) => startedAt <= shownAt)
    for (const url of ['/api/session', '/api/me', ...ownCalls.split(' ')])
      expect(begun.filter((file) => file.url === product.origin + url)).toHaveLength(1)
  },
)

test('on later visits, the worker sends the first calls while the page is loading', async () => {
  const { page } = await newMember(product, 'Ada Álvarez', {}, { serviceWorkers: 'allow' })
  await page.goto(product.origin + paths.dashboard)
  await workerActivated(page)
  const sentByWorker: string[] = []
  page.context().on('request', (request) => {
    if (request.serviceWorker()) sentByWorker.push(new URL(request.url()).pathname)
  })
  const first = ['/api/session', '/api/me', '/api/dashboard']
  await page.goto(product.origin + paths.dashboard)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const answers = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => ({
      url: entry.name,
      isOfWorker: (entry as PerformanceResourceTiming).transferSize === 0,
    })),
  )
  for (const path of first) {
    expect(sentByWorker.filter((each) => each === path)).toHaveLength(1)
    expect(answers).toContainEqual({ url: product.origin + path, isOfWorker: true })
  }
})

declare const contentAt: number

/** Runs in the page from its start. */
function watchContent() {
  Object.assign(globalThis, { contentAt: 0 })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main h1')) return
    observer.disconnect()
    Object.assign(globalThis, { contentAt: Date.now() })
  }).observe(document, { childList: true, subtree: true })
}

/** Everything that the page loads from now on, with an empty cache, and when it had arrived. */
async function recordFiles(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const files = new Map<string, { url: string; bytes: number; startedAt: number; endedAt: number }>()
  let clockOffset = 0
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    clockOffset = wallTime - timestamp
    files.set(requestId, { url: request.url, bytes: 0, startedAt: wallTime * 1_000, endedAt: Infinity })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength: bytes }) => {
    const file = files.get(requestId)
    if (file) Object.assign(file, { bytes, endedAt: (timestamp + clockOffset) * 1_000 })
  })
  return () => [...files.values()]
}

declare const layoutShifts: { value: number }[]

/** Runs in the page from its start. */
function watchShifts() {
  Object.assign(globalThis, { layoutShifts: [] })
  new PerformanceObserver((list) =>
    layoutShifts.push(...(list.getEntries() as (PerformanceEntry & { value: number })[])),
  ).observe({ type: 'layout-shift', buffered: true })
}

const shiftOf = (page: Page) => page.evaluate(() => layoutShifts.reduce((sum, { value }) => sum + value, 0))

async function introducedMember(name: string) {
  const [ada, ben, chi] = await Promise.all([
    newMember(product, name),
    newMember(product, 'Ben Osei'),
    newMember(product, 'Chi Wu'),
  ])
  await Promise.all([connect(ada, ben), connect(ada, chi)])
  await introduce(ben, ada)
  return ada
}

/** Someone introduces Ada to one of their other connections. */
async function introduce(by: Member, ada: Member) {
  const other = await newMember(product, 'Dana Lima')
  await connect(by, other)
  const body = { people: [ada.id, other.id], reason: 'You both run a bakery.' }
  const { status } = await call(by.page, 'POST', '/api/introductions', body)
  expect(status).toBe(201)
}

test('connections do not move while the introductions above them load', async () => {
  const ada = await introducedMember('Ada Lovelace')
  const { page } = ada
  // A sign-in stores it. Without it, the page shows visitors' choice of a language until the app has started.
  await page.evaluate((email) => localStorage.setItem('userEmail', email), ada.person.email)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(watchShifts)
  await page.route('**/api/introductions*', async (route) => {
    await new Promise((resolve) => void setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.goto(`${product.origin}${paths.connections}`)
  await page.getByRole('region', { name: 'Introductions' }).waitFor()
  await page.getByRole('link', { name: 'Ben Osei' }).waitFor()
  expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT)
})

test.for([
  [paths.growthMeetings, 'Rounds'],
  [paths.ownProfile, 'Settings'],
] as const)(
  'a screen at the same path as %s shows at once that it loads, and can be left meanwhile',
  async ([path, link]) => {
    const { page } = await newMember(product, 'Ada Álvarez')
    await page.goto(product.origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    let resume = () => {}
    const isResumed = new Promise<void>((resolve) => (resume = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await isResumed
      await route.continue()
    })
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click()
    // Longer than an animation, and shorter than browsers wait for one.
    await page.locator('main output').waitFor({ timeout: 2_000 })
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).waitFor({ timeout: 2_000 })
    expect(page.url()).toBe(product.origin + path)
    resume()
  },
)

test('a member’s account shows admins at once that it loads, and can be left meanwhile', async () => {
  const admin = { email: product.admins[0], password: 'a long enough password' }
  await product.emulator.createUser({ ...admin, emailVerified: true })
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, admin, adminPath('members'))
  let resume = () => {}
  const isResumed = new Promise<void>((resolve) => (resume = resolve))
  await page.route('**/api/admin/members/*', async (route) => {
    await isResumed
    await route.continue()
  })
  const member = page.getByRole('table').getByRole('link').first()
  await member.click()
  await member.waitFor({ state: 'detached', timeout: 2_000 })
  await page.getByRole('tabpanel').locator('output').waitFor({ timeout: 2_000 })
  await page.goBack()
  await member.waitFor({ timeout: 2_000 })
  expect(page.url()).toBe(product.origin + adminPath('members'))
  resume()
})
