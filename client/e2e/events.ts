import type { BrowserContextOptions, Page } from 'playwright-core'

import type { EventDetails, EventEdit } from '#shared/events/schema.ts'
import { HOUR } from '#shared/lib/durations.ts'

import { call, startSession } from './members.ts'
import type { runProduct } from './product.ts'

/** @param email one of `product.admins` */
export async function newOrganiser(
  product: ReturnType<typeof runProduct>,
  email: string = product.admins[0],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const account = { email, password: 'a long enough password' }
  const page = await product.newBrowser({ reducedMotion: 'reduce', ...options })
  await product.emulator.createUser({ ...account, emailVerified: true }).catch(() => undefined)
  await startSession(page, product.origin, account)
  return page
}

export const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** Defaults to two hours, in a week, in person. */
export async function newDraft(organiser: Page, more: Partial<EventEdit> = {}) {
  const startsAt = more.startsAt ?? hoursFromNow(7 * 24)
  const edit: EventEdit = {
    title: 'An evening at the workbench',
    summary: 'Build one stool in three hours.',
    description: '',
    endsAt: new Date(Date.parse(startsAt) + 2 * HOUR).toISOString(),
    allDay: false,
    timeZone: 'Europe/Lisbon',
    format: 'inPerson',
    venue: { name: 'The workshop', address: { city: 'Porto' } },
    cover: '',
    visibility: 'members',
    guestsMax: 0,
    hosts: [],
    tags: [],
    ...more,
    startsAt,
  }
  const { status, body } = await call<EventDetails>(organiser, 'POST', '/api/events', edit)
  if (status !== 201) throw new Error(`The event could not be made: ${JSON.stringify(body)}`)
  return body.id
}

export async function newEvent(organiser: Page, more: Partial<EventEdit> = {}) {
  const id = await newDraft(organiser, more)
  const { status, body } = await call(organiser, 'POST', `/api/events/${id}/publish`)
  if (status !== 200) throw new Error(`The event could not be published: ${JSON.stringify(body)}`)
  return id
}

export const rsvp = (page: Page, id: string, state: string, guests = 0) =>
  call(page, 'PUT', `/api/events/${id}/rsvp`, { state, guests })
