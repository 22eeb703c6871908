import { expect, test } from 'vitest'

import { shortCode } from '#shared/lib/short-code.ts'
import { runHarness, waiting } from '#client/e2e/harness/run-harness.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'

const harness = runHarness()
const APP = '**/assets/index-*.js'

test('an error before the app has loaded is reported', async () => {
  await harness.context.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') throw new Error('Too early')
    })
  })
  const page = await harness.newPage()
  await page.clock.install()
  await page.goto(harness.origin)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.clock.runFor(30_000)

  await expect.poll(() => harness.intake.entries()).toMatchObject([{ type: 'boot', message: 'Too early' }])
})

test('an app that never loads shows a crash screen and reports the error', async () => {
  await harness.context.route(APP, (route) => route.abort())
  const page = await harness.newPage()
  await page.goto(harness.origin)

  await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor()
  await expectAccessibleInEveryViewport(page)
  await expect
    .poll(() => harness.intake.entries())
    .toMatchObject([
      { type: 'boot', message: expect.stringMatching(/^Did not load: .*\/assets\/index-.*\.js$/) },
    ])
  await expect.poll(() => waiting(page)).toBe(0)
  const code = shortCode(harness.intake.entries()[0]!.id)
  await page.getByText(`Error code ${code}`).waitFor()
  await page.getByText(/\d{4}, \d\d:\d\d:\d\d [A-Z]{3,4}/).waitFor()
  await page.getByRole('button', { name: 'Copy details' }).click()
  await page.getByText(`Error code: ${code}`).waitFor()

  await harness.context.unroute(APP)
  await page.getByRole('button', { name: 'Reload Page' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
})

test('a file that fails to load makes one entry, even if the page also preloads it', async () => {
  await harness.context.route(APP, (route) => route.abort())
  await harness.context.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return
      const preload = document.createElement('link')
      preload.href = '/assets/index-0.js'
      document.head.append(preload)
      preload.dispatchEvent(new Event('error'))
    })
  })
  const page = await harness.newPage()
  await page.goto(harness.origin)

  await expect
    .poll(() => harness.intake.entries())
    .toMatchObject([{ type: 'boot', message: expect.stringMatching(/^Did not load: \S+\.js, \S+\.js$/) }])
})

test('the crash screen of an app that never loads leads a visitor to the login and a member to the dashboard', async () => {
  await harness.context.route(APP, (route) => route.abort())
  const page = await harness.newPage()
  await page.goto(harness.origin)
  for (const path of ['/login', '/dashboard']) {
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await expect.poll(() => page.url()).toBe(harness.origin + path)
    await page.evaluate(() => localStorage.setItem('userEmail', 'ada@example.com'))
  }
})

test('the next page reports the errors of an app that never loaded', async () => {
  harness.intake.goOffline()
  await harness.context.route(APP, (route) => route.abort())
  const page = await harness.newPage()
  await page.goto(harness.origin)
  await expect.poll(() => harness.intake.attempts).toBeGreaterThan(0)
  expect(await waiting(page)).toBe(1)

  harness.intake.recover()
  await harness.context.unroute(APP)
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.clock.runFor(30_000)
  await expect.poll(() => harness.intake.entries()).toMatchObject([{ type: 'boot' }])
})

test('the chosen theme is applied before the first paint', async () => {
  await harness.context.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await harness.context.route(APP, (route) => route.abort())
  const page = await harness.newPage()
  await page.goto(harness.origin)

  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
})
