import type { Page } from 'playwright-core'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'

import { call } from './members.ts'

/** The form of an event, by what people call its fields. */
export const eventForm = (page: Page) => {
  const field = (name: string) => page.locator('form').getByLabel(new RegExp(`^${name}( \\(optional\\))?$`))

  return {
    field,

    /** Its name in the form. */
    focused: () => page.evaluate(() => document.activeElement?.getAttribute('name')),

    /** What is announced with the field last. */
    errorOf: (name: string) =>
      field(name).evaluate((element) => {
        const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
        return document.getElementById(ids.at(-1) ?? '')?.textContent
      }),

    async at(label: string, day: string, time: string) {
      await field(`${label} date`).fill(day)
      await field(`${label} time`).fill(time)
    },

    async inZone(search: string, option: string) {
      await page.getByRole('combobox', { name: 'Time zone' }).fill(search)
      await page.getByRole('option', { name: option }).click()
    },

    createDraft: () => page.getByRole('button', { name: 'Create draft' }).click(),

    /** Resolves to the draft as it is stored, once its own screen is there. */
    async made() {
      await page.getByText('This is a draft.').waitFor()
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

/** The event whose screen is open. */
export async function storedEvent(page: Page) {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await call<EventDetails>(page, 'GET', `/api/events/${id}`)).body
}
