import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { call } from '#client/e2e/members.ts'

/** Opens an event and waits for its RSVP. */
export async function openRsvp(page: Page, origin: string, id: string) {
  await page.goto(origin + paths.event(id))
  await page.getByRole('heading', { name: 'Are you going?' }).waitFor()
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const announced = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()

export const stored = async (page: Page, id: string) =>
  (await call<EventDetails>(page, 'GET', `/api/events/${id}`)).body

/** The page shows it before the server has answered. */
export async function expectDeclined(page: Page, id: string) {
  await expect.poll(async () => (await stored(page, id)).mine?.state).toBe('declined')
}
