import { areRsvpsOpen, takesGuests } from '#shared/attendance/guest-rules.ts'
import { language } from '#shared/lib/language/current.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { publicEventOf } from '#shared/events/labels.ts'
import type { Seats } from '#shared/events/rsvps.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import type { EventSummary } from '#shared/events/schema.ts'
import type { RsvpService } from '#server/modules/attendance/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { parseJson } from '#server/views/sql.ts'

import { isPublicCover, nextPublicEvents, publicEvent, publicEventIds, type PublicRow } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  rsvps: RsvpService
}

const LISTED = 6
/** A fiftieth of what a sitemap may list. */
const LISTED_FOR_SEARCH_ENGINES = 1_000

export type PublicEvents = ReturnType<typeof createPublicEvents>

/** The public parts of events, for people without a session. */
export function createPublicEvents({ store, clock, rsvps }: Deps) {
  /** Whether people without an account can RSVP now, if the community has such guests. */
  const isBookable = (event: EventSummary) => takesGuests(event) && areRsvpsOpen(event, clock())

  function viewOf({ card, publicCover }: PublicRow, seats?: Seats): PublicEvent {
    const event = parseJson(card)
    return {
      ...publicEventOf(event, seats, publicCover || undefined),
      openToGuests: isBookable(event) ? true : undefined,
    }
  }

  const latest = new Map<Language, { key: string; items: PublicEvent[] }>()

  return {
    /**
     * The next six published events. Returns the same array per language until it changes, so that pages with it are
     * rendered once.
     */
    async next() {
      const rows = nextPublicEvents(await store.views(), clock(), LISTED)
      const seats = await rsvps.reader.seatsOf(rows)
      const key = JSON.stringify([rows, seats, rows.map(({ card }) => isBookable(parseJson(card)))])
      const known = latest.get(language())
      if (known?.key === key) return known.items
      const items = rows.map((event, at) => viewOf(event, seats[at]))
      latest.set(language(), { key, items })
      return items
    },

    /** The next six published events of a chapter. */
    async ofChapter(chapterId: string): Promise<PublicEvent[]> {
      const rows = nextPublicEvents(await store.views(), clock(), LISTED, chapterId)
      const seats = await rsvps.reader.seatsOf(rows)
      return rows.map((event, at) => viewOf(event, seats[at]))
    },

    /** Includes past and cancelled ones; undefined for all others, whether they exist or not. */
    async find(id: string): Promise<PublicEvent | undefined> {
      const event = publicEvent(await store.views(), id)
      if (!event) return undefined
      const [seats] = await rsvps.reader.seatsOf([event])
      return viewOf(event, seats)
    },

    /** Ids of published ones that have not ended, earliest first. */
    upcomingIds: async (): Promise<string[]> =>
      publicEventIds(await store.views(), clock(), LISTED_FOR_SEARCH_ENGINES),

    /** Whether the picture is the cover of a public event that takes or took place. */
    isCover: async (imageId: string): Promise<boolean> => isPublicCover(await store.views(), imageId),
  }
}
