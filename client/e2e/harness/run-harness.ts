import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, test } from 'vitest'

import { launchBrowser, newContext } from '#server/tools/browser.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'

import { untilIdle } from '#client/e2e/navigation.ts'

import { startHarness } from './harness.ts'

type Harness = Awaited<ReturnType<typeof startHarness>>

/** Building the page and starting a browser takes as long as some tests: the files of a worker share them. */
const shared = test
  // Vitest accepts only a pattern here.
  //
  // oxlint-disable-next-line no-empty-pattern
  .extend('running', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const [harness, browser] = await Promise.all([startHarness(), launchBrowser()])
    onCleanup(async () => {
      await browser.close()
      await harness.stop()
    })
    return { harness, browser }
  })

/** Serves the harness's page to the tests of a file, each in a browser without stored data. */
export function runHarness() {
  let harness: Harness
  let browser: Browser
  let context: BrowserContext

  shared.beforeAll(({ running }) => {
    ;({ harness, browser } = running)
  })
  beforeEach(async () => {
    harness.intake.reset()
    context = await newContext(browser)
  })
  afterEach(() => context.close())

  return {
    get origin() {
      return harness.origin
    },
    get intake() {
      return harness.intake
    },
    get context() {
      return context
    },
    newPage: () => context.newPage(),
  }
}

/** From now on the test controls timers. */
export async function stopTime(context: BrowserContext) {
  await context.clock.install({ time: '2027-03-01T12:00:00Z' })
  await context.clock.pauseAt('2027-03-01T12:00:01Z')
}

/**
 * Lets time pass in a page whose time is stopped. Effects first set the timers that they are about to set, and what the
 * timers changed is rendered.
 */
export async function passTime(page: Page, milliseconds: number) {
  await untilIdle(page)
  await page.clock.runFor(milliseconds)
  await untilIdle(page)
}

/** The log of the last 100 errors in the page. */
export const localLog = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage['errorLog'] ?? '[]') as ClientErrorEntry[])

/** Uncaught errors, each thrown from its own line. */
export const throwErrors = (page: Page, ...messages: string[]) =>
  page.evaluate((texts) => {
    for (const text of texts) reportError(Object.assign(new Error(text), { stack: `Error: ${text}` }))
  }, messages)

/** Number of entries in the outbox. */
export const waiting = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('errorOutbox:')).length)
