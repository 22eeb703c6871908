import type { Page } from 'playwright-core'

import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { call } from '#client/e2e/members.ts'

/** The form of an event, by the labels of its fields. */
const eventForm = (page: Page) => {
  const field = (name: string) => page.locator('form').getByLabel(new RegExp(`^${name}( \\(optional\\))?$`))

  return {
    field,

    /** Name of the focused field. */
    focused: () => page.evaluate(() => document.activeElement?.getAttribute('name')),

    /** The last text that describes the field. */
    errorOf: (name: string) =>
      field(name).evaluate((element) => {
        const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
        return document.getElementById(ids.at(-1) ?? '')?.textContent
      }),

    unfold: (name: string) => page.locator('form summary', { hasText: name }).click(),

    async at(label: string, day: string, time: string) {
      await field(`${label} date`).fill(day)
      await field(`${label} time`).fill(time)
    },

    async inZone(search: string, option: string) {
      await page.getByRole('combobox', { name: 'Time zone' }).fill(search)
      await page.getByRole('option', { name: option }).click()
    },

    createDraft: () => page.getByRole('button', { name: 'Create draft' }).click(),

    /** Waits for the screen of the draft and resolves to the stored draft. */
    async created() {
      await page.getByText('Only organisers can see this draft.').waitFor()
      return storedEvent(page)
    },
  }
}

export async function openNewEvent(page: Page, origin: string) {
  await page.goto(`${origin}${paths.events}?create=1`)
  const form = eventForm(page)
  await form.field('Title').waitFor()
  return form
}

/** The stored event of the open screen. */
export async function storedEvent(page: Page) {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await call<EventDetails>(page, 'GET', `/api/events/${id}`)).body
}
