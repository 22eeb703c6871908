import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject, test } from 'vitest'

import { launchBrowser, newContext } from '#server/tools/browser.ts'
import { startStack } from '#server/tools/stack.ts'

import { createBrowserPool } from './browser-pool.ts'

type Stack = Awaited<ReturnType<typeof startStack>>

interface Options {
  /** Starts a separate server for this file: `dataDir` is empty, and `logs()` contains only its lines. */
  ownServer?: boolean
  /** Settings of the separate server. */
  env?: Record<string, string>
  /** Starts a separate browser for this file, such as one with a camera. */
  browserArguments?: readonly string[]
}

/** Addresses that make their owners admins. Each file uses its own. */
const ADMINS = Array.from({ length: 300 }, () => `${randomUUID()}@admins.test`)
const unusedAdmins = [...ADMINS]

const start = (env: Record<string, string> = {}) =>
  startStack({
    authEmulator: inject('authEmulator'),
    env: { ADMIN_EMAILS: ADMINS.join(','), RELEASE: '1.0.0', ...env },
  })

/** Most pages of tests are closed before optimised code has saved the work of making it. */
const WITHOUT_OPTIMISING = '--js-flags=--no-maglev --no-turbofan'

/** Starting a server and a browser takes as long as a test or two: the files of a worker share them. */
const shared = test
  // Vitest accepts only a pattern here.
  //
  // oxlint-disable-next-line no-empty-pattern
  .extend('stack', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const stack = await start()
    onCleanup(() => stack.stop())
    return stack
  })
  // oxlint-disable-next-line no-empty-pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser([WITHOUT_OPTIMISING])
    onCleanup(() => browser.close())
    return { browser, pool: createBrowserPool(browser) }
  })

/** The whole product and a browser for the tests of a file; everything that a test opens is closed after it. */
export function runProduct({ ownServer = false, env, browserArguments }: Options = {}) {
  const [admin = '', second = '', third = ''] = unusedAdmins.splice(0, 3)
  let stack: Stack
  let browser: Browser
  let pool: ReturnType<typeof createBrowserPool>

  if (ownServer) {
    beforeAll(async () => {
      stack = await start(env)
    })
    afterAll(async () => {
      await pool.close()
      await stack.stop()
    })
  } else {
    shared.beforeAll(({ stack: ofWorker }) => {
      stack = ofWorker
    })
  }
  if (browserArguments) {
    beforeAll(async () => {
      browser = await launchBrowser(browserArguments)
      pool = createBrowserPool(browser)
    })
    afterAll(() => browser.close())
  } else {
    shared.beforeAll(({ browser: ofWorker }) => {
      browser = ofWorker.browser
      pool = ownServer ? createBrowserPool(browser) : ofWorker.pool
    })
  }
  afterEach(() => pool.reset())

  return {
    get stack() {
      return stack
    },
    get origin() {
      return stack.origin
    },
    get emulator() {
      return stack.emulator
    },
    /** The owners of these addresses are admins. */
    admins: [admin, second, third] as const,
    /** A browser without stored data; further tabs come from `page.context()`. */
    newBrowser: (options?: BrowserContextOptions) => pool.take({ baseURL: stack.origin, ...options }),
    /** A browser that also has an empty cache: for tests of downloads, and for scripts that are added to pages. */
    async newColdBrowser(options?: BrowserContextOptions): Promise<Page> {
      return (await newContext(browser, { baseURL: stack.origin, ...options })).newPage()
    },
  }
}
