import { placeLabel, whenLabel } from '#shared/events/labels.ts'
import * as m from '#shared/events/messages.ts'
import type { EVENT_FEEDS } from '#shared/lib/paths.ts'
import { paths } from '#shared/lib/paths.ts'

import { type AtomEntry, writeAtom } from './atom.ts'
import { type CalendarEvent, eventEntry } from './entries.ts'
import { writeCalendar } from './ical.ts'

export type FeedKind = keyof typeof EVENT_FEEDS

interface Feed {
  product: string
  origin: string
  /** The chapter or organisation that holds the events. */
  name: string
  author: string
  /** Own path of the Atom feed. */
  path: string
  /** Path of the page with the same content. */
  page: string
  /** Only with what readers of the feed may see. */
  events: readonly CalendarEvent[]
}

export const REFRESH_EVERY = 'PT1H'

/** Events as a file for calendar apps or feed readers. */
export function writeFeed(
  kind: FeedKind,
  { product, origin, name, author, path, page, events }: Feed,
): string {
  const title = m.calendarPublic({ host: name })
  if (kind === 'atom') {
    const entries = events.map((event) => atomEntry(event, origin))
    return writeAtom({ title, author, url: origin + path, page: origin + page, entries })
  }
  const entries = events.map((event) => eventEntry(event, origin))
  return writeCalendar({ product, entries, subscription: { name: title, refreshEvery: REFRESH_EVERY } })
}

function atomEntry(event: CalendarEvent, origin: string): AtomEntry {
  const { id, status, title, summary, changedAt, tags, format, venue } = event
  const city = venue?.address.city
  const place = placeLabel({ format, venueName: venue?.name, city: city || undefined })
  return {
    url: origin + paths.event(id),
    title: status === 'cancelled' ? m.calendarCancelled({ what: title }) : title,
    updatedAt: changedAt,
    summary: [whenLabel(event), place, summary].filter(Boolean).join(' · '),
    categories: tags,
  }
}
