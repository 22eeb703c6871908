import type { Page } from 'playwright-core'

import { paths } from '#shared/lib/paths.ts'

import type { runProduct } from './product.ts'

export const rows = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name })

export async function openRoster(
  product: ReturnType<typeof runProduct>,
  page: Page,
  eventId: string,
  query = '',
) {
  await page.goto(`${product.origin}${paths.event(eventId)}?manage=roster${query}`)
  await page.getByRole('heading', { level: 1, name: 'Roster' }).waitFor()
}
