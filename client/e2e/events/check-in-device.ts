import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'

import type { CheckInList } from '#shared/attendance/check-in.ts'
import { paths } from '#shared/lib/paths.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { call, type Member, newMember } from '#client/e2e/members.ts'
import type { runProduct } from '#client/e2e/product.ts'

/** An event that starts in an hour: Ada is going with two guests, Ben alone, Cleo has not answered. */
export async function newCheckInDevice(
  product: ReturnType<typeof runProduct>,
  options: BrowserContextOptions = {},
) {
  const [page, ada, ben, cleo] = await Promise.all([
    newOrganiser(product, product.admins[0], options),
    newMember(product, 'Ada Álvarez', { company: 'Looms' }),
    newMember(product, 'Ben Osei'),
    newMember(product, 'Cleo Dvořák'),
  ])
  const event = await newEvent(page, { startsAt: hoursFromNow(1), guestsMax: 3 })
  await rsvp(ada.page, event, 'going', 2)
  await rsvp(ben.page, event, 'going')

  return {
    page,
    ada,
    ben,
    cleo,
    event,
    async open(at = page) {
      await at.goto(`${product.origin}${paths.event(event)}?manage=check-in`)
      await at.getByRole('heading', { name: 'Attendees' }).waitFor()
      // Without a connection, a camera cannot load its decoder any more.
      await expect.poll(() => at.evaluate(hasDecoder)).toBe(true)
    },
    /** The code that a member shows on arrival. */
    codeOf: async (who: Member, of = event) =>
      (await call<{ code: string }>(who.page, 'GET', `/api/events/${of}/check-in-code`)).body.code,
    /** Times of arrival by name, from the server. @param asking a page that is online */
    async arrivals(asking: Page = page) {
      const { body } = await call<CheckInList>(asking, 'GET', `/api/events/${event}/check-in-list`)
      const arrived = body.items.filter(({ checkedInAt }) => checkedInAt)
      return Object.fromEntries(arrived.map(({ member, checkedInAt }) => [member.displayName, checkedInAt]))
    },
  }
}

const hasDecoder = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/frame-reader'))

export type CheckInDevice = Awaited<ReturnType<typeof newCheckInDevice>>

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Records announcements to screen readers from now on: the camera soon replaces one message by the next. */
export async function recordAnnouncements(page: Page) {
  const recorded = await page.evaluateHandle(() => {
    const texts: string[] = []
    const note = () => texts.push(...[...document.querySelectorAll('output')].map((each) => each.textContent))
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true })
    return texts
  })
  return async (text: string | RegExp) => {
    await expect.poll(() => recorded.jsonValue()).toContainEqual(expect.stringMatching(text))
  }
}

/** An announcement to screen readers. */
export const announced = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor()
