import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { launchBrowser } from '#server/testing/browser.ts'

import { openPage, waiting } from './harness/error-page.ts'
import { startHarness } from './harness/harness.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  ;[harness, browser] = await Promise.all([startHarness(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await harness?.stop()
})
beforeEach(async () => {
  harness.intake.reset()
  context = await browser.newContext()
  await context.clock.install()
})
afterEach(() => context.close())

const open = (path = '/') => openPage(context, harness.origin + path)

test('an error from before the app has loaded is in its log', async () => {
  await context.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') throw new Error('Too early')
    })
  })
  const page = await open()
  await page.clock.runFor(30_000)

  await expect.poll(() => harness.intake.entries()).toMatchObject([{ type: 'boot', message: 'Too early' }])
})

test('an app that never loads says so, to the person and to the server', async () => {
  await context.route('**/assets/index-*.js', (route) => route.abort())
  const page = await context.newPage()
  await page.goto(harness.origin)

  await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor()
  await expect
    .poll(() => harness.intake.entries())
    .toMatchObject([
      { type: 'boot', message: expect.stringMatching(/^Did not load: .*\/assets\/index-.*\.js$/) },
    ])
  expect(await waiting(page)).toBe(0)

  await context.unroute('**/assets/index-*.js')
  await page.getByRole('button', { name: 'Reload Page' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
})

test('what an app that never loaded could not report, the next page reports', async () => {
  harness.intake.beAway()
  await context.route('**/assets/index-*.js', (route) => route.abort())
  const page = await context.newPage()
  await page.goto(harness.origin)
  await expect.poll(() => harness.intake.attempts).toBeGreaterThan(0)
  expect(await waiting(page)).toBe(1)

  harness.intake.recover()
  await context.unroute('**/assets/index-*.js')
  await page.reload()
  await page.clock.runFor(30_000)
  await expect.poll(() => harness.intake.entries()).toMatchObject([{ type: 'boot' }])
})

test('the chosen colours are there before the first paint', async () => {
  await context.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await context.route('**/assets/index-*.js', (route) => route.abort())
  const page = await context.newPage()
  await page.goto(harness.origin)

  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
})
