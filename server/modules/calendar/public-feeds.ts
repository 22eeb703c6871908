import { LRUCache } from 'lru-cache'

import * as m from '#shared/events/messages.ts'
import { placeLabel, whenLabel } from '#shared/events/labels.ts'
import { DAY, MINUTE, SECOND } from '#shared/lib/durations.ts'
import { language } from '#shared/lib/language/current.ts'
import { chapterFeedPath, publicChapterPath } from '#shared/lib/paths/chapters.ts'
import { EVENT_FEEDS, paths } from '#shared/lib/paths.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Platform } from '#server/modules/platform.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store } from '#server/store/port.ts'

import { type AtomEntry, writeAtom } from './atom.ts'
import { type CalendarEvent, eventEntry } from './entries.ts'
import { writeCalendar } from './ical.ts'
import { publicCalendarEvents } from './queries.ts'

interface Deps {
  config: Platform['config']
  store: Pick<Store, 'views'>
  clock: Clock
}

interface PublicFeed {
  text: string
  /** Milliseconds, in whole seconds. Later whenever the text differs, also when an event has been removed. */
  modifiedAt: number
}

interface Publisher {
  /** Name of the host; empty for the product's. */
  organisation: string
  chapter: { id: string; name: string; slug: string } | undefined
}

type Feeds = Record<keyof typeof EVENT_FEEDS, PublicFeed>

export type PublicFeeds = ReturnType<typeof createPublicFeeds>

/** Milliseconds for which a process answers from memory, however many programs ask (decision 014). */
export const FEEDS_KEPT = MINUTE
const MAX_EVENTS = 500
/** Feeds in memory: of each language and chapter. */
const MAX_KEPT = 200
/** Long enough for every calendar app to update. */
const LISTED_AFTER_CANCELLATION = 30 * DAY
const REFRESH_EVERY = 'PT1H'

/** The upcoming public events as files for calendar apps and feed readers, which have no session, in each language. */
export function createPublicFeeds({ config, store, clock }: Deps) {
  const [origin] = config.origins
  const product = config.client.PRODUCT_NAME
  const kept = new LRUCache<string, { at: number; organisation: string; feeds: Promise<Feeds> }>({
    max: MAX_KEPT,
  })

  async function write(
    { organisation, chapter }: Publisher,
    now: number,
    before: Promise<Feeds> | undefined,
  ): Promise<Feeds> {
    const host = organisation || product
    const events = publicCalendarEvents(await store.views(), {
      now,
      chapter: chapter?.id,
      cancelledSince: isoInstant(now - LISTED_AFTER_CANCELLATION),
      rows: MAX_EVENTS,
    }).map(publicPart)
    const previous = await before?.catch(() => undefined)
    const title = m.calendarPublic({ host: chapter?.name ?? host })
    const feedOf = (kind: keyof Feeds, text: string): PublicFeed =>
      previous?.[kind].text === text ? previous[kind] : { text, modifiedAt: Math.ceil(now / SECOND) * SECOND }
    return {
      calendar: feedOf(
        'calendar',
        writeCalendar({
          product,
          entries: events.map((event) => eventEntry(event, origin)),
          subscription: { name: title, refreshEvery: REFRESH_EVERY },
        }),
      ),
      atom: feedOf(
        'atom',
        writeAtom({
          title,
          author: host,
          url: origin + (chapter ? chapterFeedPath('atom', chapter.slug) : EVENT_FEEDS.atom),
          page: origin + (chapter ? publicChapterPath(chapter.slug) : paths.landing),
          entries: events.map((event) => atomEntry(event, origin)),
        }),
      ),
    }
  }

  /** @param chapter a public one, which hosts or co-hosts the events; undefined for those of the community */
  return async function feed(
    kind: keyof Feeds,
    organisation: string,
    chapter?: Publisher['chapter'],
  ): Promise<PublicFeed> {
    const now = clock()
    // A clock that stepped back must not keep a feed for long.
    const wanted = joinedId(language(), chapter?.id ?? '', chapter?.slug ?? '', chapter?.name ?? '')
    const before = kept.get(wanted)
    const isCurrent = before?.organisation === organisation && Math.abs(now - before.at) < FEEDS_KEPT
    if (before && isCurrent) return (await before.feeds)[kind]
    const next = { at: now, organisation, feeds: write({ organisation, chapter }, now, before?.feeds) }
    next.feeds.catch(() => {
      if (kept.get(wanted) === next) kept.delete(wanted)
    })
    kept.set(wanted, next)
    return (await next.feeds)[kind]
  }
}

/** The event without its street, join link and reason for a cancellation, which only members see. */
function publicPart(whole: CalendarEvent): CalendarEvent {
  const { joinUrl: _, reason: __, venue, ...event } = whole
  const city = venue?.address.city
  return { ...event, venue: venue && { name: venue.name, address: city ? { city } : {} } }
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
