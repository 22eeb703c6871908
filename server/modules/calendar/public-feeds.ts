import { LRUCache } from 'lru-cache'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { language } from '#shared/lib/language/current.ts'
import { chapterFeedPath, publicChapterPath } from '#shared/lib/paths/chapters.ts'
import { EVENT_FEEDS, paths } from '#shared/lib/paths.ts'
import type { Clock } from '#server/lib/clock.ts'
import { isOfChapter, VISITOR } from '#server/modules/events/events/rights.ts'
import { isPublic } from '#server/modules/events/events/rules.ts'
import type { Platform } from '#server/modules/platform.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store } from '#server/store/port.ts'
import { sql } from '#server/views/sql.ts'

import type { CalendarEvent } from './entries.ts'
import { type FeedKind, writeFeed } from './feed-files.ts'
import { upcomingCalendarEvents } from './queries.ts'

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

type Feeds = Record<FeedKind, PublicFeed>

export type PublicFeeds = ReturnType<typeof createPublicFeeds>

/** Milliseconds for which a process answers from memory, however many programs ask (decision 014). */
export const FEEDS_KEPT = MINUTE
/** Feeds in memory: of each language and chapter. */
const MAX_KEPT = 200

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
    const isFor = chapter ? sql`${isPublic.sql} AND ${isOfChapter(VISITOR, chapter.id)}` : isPublic.sql
    const feed = {
      product,
      origin,
      name: chapter?.name ?? (organisation || product),
      author: organisation || product,
      path: chapter ? chapterFeedPath('atom', chapter.slug) : EVENT_FEEDS.atom,
      page: chapter ? publicChapterPath(chapter.slug) : paths.landing,
      events: upcomingCalendarEvents(await store.views(), now, isFor).map(publicPart),
    }
    const previous = await before?.catch(() => undefined)
    function dated(kind: FeedKind): PublicFeed {
      const text = writeFeed(kind, feed)
      return previous?.[kind].text === text
        ? previous[kind]
        : { text, modifiedAt: Math.ceil(now / SECOND) * SECOND }
    }
    return { calendar: dated('calendar'), atom: dated('atom') }
  }

  /** @param chapter a public one, which hosts or co-hosts the events; undefined for those of the community */
  return async function feed(
    kind: FeedKind,
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
