import type { APIResponse, Page } from 'playwright-core'

const API = '**/api/**'

/** Every request to the API fails, those that find out whether the server answers again included. @returns how to end it */
export async function startOutage(page: Page) {
  await page.route(API, (route) => route.abort())
  return () => page.unrouteAll()
}

/** An outage in which the server still acts on requests to `path`. @returns how to end it */
export async function loseResponses(page: Page, path: string, onResponse?: (lost: APIResponse) => unknown) {
  const end = await startOutage(page)
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await onResponse?.(response)
    await route.abort()
  })
  return end
}
