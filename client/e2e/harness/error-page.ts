import type { BrowserContext, Page } from 'playwright-core'

export async function openPage(context: BrowserContext, address: string) {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Nobody catches them; each comes from a line of its own. */
export const throwErrors = (page: Page, ...messages: string[]) =>
  page.evaluate((texts) => {
    for (const text of texts) reportError(Object.assign(new Error(text), { stack: `Error: ${text}` }))
  }, messages)

/** How many entries the outbox holds. */
export const waiting = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('errorOutbox:')).length)
