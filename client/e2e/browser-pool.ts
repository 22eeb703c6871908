import { randomInt } from 'node:crypto'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

import { newContext } from '#server/tools/browser.ts'

const DESKTOP = { width: 1280, height: 720 }
/** All storage except cookies and the cache. */
const STORAGE = 'local_storage,indexeddb,cache_storage,service_workers'

/** Contexts that are ready, in any pool. */
const ready = new WeakSet<BrowserContext>()

/**
 * Reuses browser contexts, each with one page: a page whose process has shown the product before opens a screen with
 * half the work of a new one. Stored data and changes by a test are reset; the cache stays.
 */
export function createBrowserPool(browser: Browser) {
  const idle = new Map<string, Page[]>()
  const lent = new Map<Page, { kind: string; origin: string }>()

  return {
    /** @param options must include the `baseURL` of the product */
    async take({
      viewport = DESKTOP,
      colorScheme = 'light',
      reducedMotion = 'no-preference',
      ...rest
    }: BrowserContextOptions & { baseURL: string }): Promise<Page> {
      const kind = JSON.stringify(rest)
      const page = idle.get(kind)?.pop() ?? (await (await newContext(browser, rest)).newPage())
      lent.set(page, { kind, origin: rest.baseURL })
      ready.delete(page.context())
      addresses.delete(page.context())
      if (viewport) await page.setViewportSize(viewport)
      await page.emulateMedia({ media: null, colorScheme, reducedMotion })
      return page
    },

    /** Closes everything that tests have opened. */
    async reset() {
      const open = browser.contexts().filter((context) => !ready.has(context))
      await Promise.all(
        open.map(async (context) => {
          const page = context.pages().find((each) => lent.has(each))
          const { kind = '', origin = '' } = (page && lent.get(page)) ?? {}
          if (!page || !(await clean(page, origin))) return context.close()
          idle.set(kind, [...(idle.get(kind) ?? []), page])
          ready.add(context)
        }),
      )
      lent.clear()
    },

    async close() {
      await Promise.all([...idle.values()].flat().map((page) => page.context().close()))
      idle.clear()
    },
  }
}

const addresses = new WeakMap<BrowserContext, string>()

/** Each browser calls from its own address: sign-ins and writes are limited by address. */
export function addressOf(context: BrowserContext) {
  const address = addresses.get(context) ?? `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  addresses.set(context, address)
  return address
}

/** Resolves to whether the page can be reused. */
async function clean(page: Page, origin: string) {
  const context = page.context()
  for (const event of ['request', 'requestfailed', 'requestfinished', 'response'] as const)
    page.removeAllListeners(event)
  try {
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
      ...context.pages().map((each) => each !== page && each.close()),
    ])
    // A page of the same origin, so that the page keeps its process, without scripts that would write again.
    const blank = `${origin}/icon.svg`
    if (page.url() !== blank) await page.goto(blank, { timeout: 5_000 })
    await clearStorage(page, context, origin)
    return await page.evaluate(() => {
      sessionStorage.clear()
      window.name = ''
      // A clock that a test installed cannot be removed. Playwright's looks native otherwise.
      return !('__pwClock' in globalThis)
    })
  } catch {
    // For example a page that has crashed. A new one replaces it.
    return false
  }
}

async function clearStorage(page: Page, context: BrowserContext, origin: string) {
  const session = await context.newCDPSession(page)
  await Promise.all([
    context.clearCookies(),
    session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE }),
    session.send('Page.resetNavigationHistory'),
  ])
  await session.detach()
}
