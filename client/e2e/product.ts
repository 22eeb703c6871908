import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'

import { launchBrowser, newContext } from '#server/testing/browser.ts'
import { startStack } from '#server/testing/stack.ts'

type Stack = Awaited<ReturnType<typeof startStack>>

/** Runs the whole product and a browser while the tests of a file run; what a test opens ends with it. */
export function runProduct({
  env = {},
  browserArguments = [],
}: { env?: Record<string, string>; browserArguments?: readonly string[] } = {}) {
  let stack: Stack
  let browser: Browser

  beforeAll(async () => {
    ;[stack, browser] = await Promise.all([
      startStack({ authEmulator: inject('authEmulator'), env }),
      launchBrowser(browserArguments),
    ])
  })
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  })
  afterAll(async () => {
    await browser.close()
    await stack.stop()
  })

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
    /** A browser that knows nothing yet; further tabs come from `page.context()`. */
    async newBrowser(options?: BrowserContextOptions): Promise<Page> {
      return (await newContext(browser, { baseURL: stack.origin, ...options })).newPage()
    },
  }
}
