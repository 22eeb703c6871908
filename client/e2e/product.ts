import { randomUUID } from 'node:crypto'

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject, test } from 'vitest'

import { launchBrowser, newContext } from '#server/testing/browser.ts'
import { startStack } from '#server/testing/stack.ts'

import { createBrowserPool } from './browser-pool.ts'

type Stack = Awaited<ReturnType<typeof startStack>>

interface Options {
  /** Starts a server for this file: `dataDir` is empty, `logs()` are about it alone. */
  ownServer?: boolean
  /** Settings of that server. */
  env?: Record<string, string>
  /** Starts a browser for this file, such as one with a camera. */
  browserArguments?: readonly string[]
}

/** Addresses that make their owners admins. Each file takes some that no other uses. */
const ADMINS = Array.from({ length: 300 }, () => `${randomUUID()}@admins.test`)
const unusedAdmins = [...ADMINS]

const start = (env: Record<string, string> = {}) =>
  startStack({
    authEmulator: inject('authEmulator'),
    env: { ADMIN_EMAILS: ADMINS.join(','), RELEASE: '1.0.0', ...env },
  })

/** Starting a server and a browser takes as long as a test or two: the files of a worker share them. */
const shared = test
  // Vitest takes nothing but a pattern here.
  // oxlint-disable-next-line no-empty-pattern
  .extend('stack', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const stack = await start()
    onCleanup(() => stack.stop())
    return stack
  })
  // oxlint-disable-next-line no-empty-pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return { browser, pool: createBrowserPool(browser) }
  })

/** The whole product and a browser for the tests of a file; what a test opens ends with it. */
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
    /** Whoever has one of these addresses is an admin. */
    admins: [admin, second, third] as const,
    /** A browser that knows nobody yet; further tabs come from `page.context()`. */
    newBrowser: (options?: BrowserContextOptions) => pool.take({ baseURL: stack.origin, ...options }),
    /** With an empty cache too: for what is downloaded, and for scripts that are added to pages. */
    async newColdBrowser(options?: BrowserContextOptions): Promise<Page> {
      return (await newContext(browser, { baseURL: stack.origin, ...options })).newPage()
    },
  }
}
