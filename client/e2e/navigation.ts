import type { Page, Request } from 'playwright-core'

/**
 * Shows the screen at `path` like a link, with a tenth of the work of loading the page; loads it if the page does
 * not show the product yet. Cached data stays: use `page.goto` for changes on the server.
 */
export async function showScreen(page: Page, path: string) {
  const isShown = await page.evaluate(async (to) => {
    const root = document.querySelector('#root')
    // The landing starts the app at the first interaction.
    if (!root?.hasChildNodes() || root.hasAttribute('data-still')) return false
    const next = new URL(to, location.href)
    const section = ({ search }: URL | Location) => new URLSearchParams(search).get('section')
    const isSectionLeft = section(next) !== section(location)
    // A section of the same screen keeps its `h1`.
    const left = next.pathname !== location.pathname ? 'h1' : isSectionLeft ? '[role=tabpanel] h2' : ''
    const heading = left ? document.querySelector(left) : null
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    // Otherwise a test could find its expected content in the screen that is being left.
    const isThere = () => heading?.isConnected
    while (isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
    return true
  }, path)
  if (!isShown) await page.goto(path)
}

/**
 * Opens a page and waits for its app, which takes over the content, logs errors, and answers keys, links and other tabs.
 */
export async function openStarted(page: Page, path: string) {
  await page.goto(path)
  await page.locator('#root:not([data-still]) [aria-label="Messages"]').waitFor({ state: 'attached' })
}

/** Resolves after all pending work of the page: an idle callback may never come. */
export const untilIdle = (page: Page) =>
  page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }))

/**
 * Counts the page's requests from now on. Each call of the result resolves once all are answered and their data is
 * rendered.
 */
export function waitForRequests(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    for (let rounds = 0; rounds < 2; rounds += 1) {
      await untilIdle(page)
      if (open.size > 0) rounds = -1
    }
  }
}

/** The service worker is installed after the first content of a signed-in page. */
export const workerActivated = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }))
  })
