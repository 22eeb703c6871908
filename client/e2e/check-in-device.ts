import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import type { CheckInList } from '#shared/check-in.ts'
import { paths } from '#shared/paths.ts'

import { answer, hoursFromNow, newEvent, newOrganiser } from './events.ts'
import { call, type Member, newMember } from './members.ts'
import type { runProduct } from './product.ts'

/** An event that starts in an hour: Ada is going with two guests, Ben alone, Cleo has not answered. */
export async function newCheckInDevice(product: ReturnType<typeof runProduct>) {
  const [page, ada, ben, cleo] = await Promise.all([
    newOrganiser(product),
    newMember(product, 'Ada Álvarez', { company: 'Looms' }),
    newMember(product, 'Ben Osei'),
    newMember(product, 'Cleo Dvořák'),
  ])
  const event = await newEvent(page, { startsAt: hoursFromNow(1), guestsMax: 3 })
  await answer(ada.page, event, 'going', 2)
  await answer(ben.page, event, 'going')

  return {
    page,
    ada,
    ben,
    cleo,
    event,
    async open(at = page) {
      await at.goto(`${product.origin}${paths.event(event)}?manage=check-in`)
      await at.getByRole('heading', { name: 'By name' }).waitFor()
    },
    /** What someone shows at the door. */
    codeOf: async (who: Member, of = event) =>
      (await call<{ code: string }>(who.page, 'GET', `/api/events/${of}/check-in-code`)).body.code,
    /** Who has come, and when, as the server knows. Asked by another browser, which has a network. */
    async arrivals(asking: Page = page) {
      const { body } = await call<CheckInList>(asking, 'GET', `/api/events/${event}/check-in-list`)
      const here = body.items.filter(({ checkedInAt }) => checkedInAt)
      return Object.fromEntries(here.map(({ member, checkedInAt }) => [member.displayName, checkedInAt]))
    },
  }
}

export type CheckInDevice = Awaited<ReturnType<typeof newCheckInDevice>>

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** All that is read out from now on: before a camera one word is soon replaced by the next. */
export async function listen(page: Page) {
  const heard = await page.evaluateHandle(() => {
    const words: string[] = []
    const note = () => words.push(...[...document.querySelectorAll('output')].map((each) => each.textContent))
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true })
    return words
  })
  return async (words: string | RegExp) => {
    await expect.poll(() => heard.jsonValue()).toContainEqual(expect.stringMatching(words))
  }
}

/** Read out to whoever does not see it. */
export const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor()
