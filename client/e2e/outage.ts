import type { APIResponse, Page } from 'playwright-core'

const API = '**/api/**'

/** Makes every request to the API fail, including those that poll for the server. @returns a function that ends it */
export async function startOutage(page: Page) {
  await page.route(API, (route) => route.abort())
  return () => page.unrouteAll()
}

/** Starts an outage in which the server still executes requests to `path`. @returns a function that ends it */
export async function loseResponses(page: Page, path: string, onResponse?: (lost: APIResponse) => unknown) {
  const end = await startOutage(page)
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await onResponse?.(response)
    await route.abort()
  })
  return end
}
