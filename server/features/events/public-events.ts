import { placeLabel } from '#shared/event-labels.ts'
import type { Seats } from '#shared/events.ts'
import type { PublicEvent } from '#shared/public-events.ts'
import { zoneLabel } from '#shared/time-zone-labels.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { type EventDocument, events } from './collection.ts'
import { type ListingDeps, upcoming } from './listing.ts'
import { isPublic, publicCoverOf } from './policy.ts'
import { summaryOf } from './viewing.ts'

interface Deps {
  store: Pick<Store, 'getMany'>
  clock: Clock
  index: ListingDeps['index']
  /** For each of `events`: how full it is. */
  seatsOf: (events: readonly EventDocument[]) => Promise<Seats[]>
}

const LISTED = 6
/** Milliseconds until answers show in the list. */
const LIST_FRESH_FOR = 5_000
/** Copies of a series have the same cover. */
const MOST_WITH_COVER = 50
const LOCALE = 'en-GB'

export type PublicEvents = ReturnType<typeof createPublicEvents>

/**
 * What people without a session may know of events. The index, which is in memory, tells that an event is not public
 * without asking the store; the stored event decides that it is.
 */
export function createPublicEvents({ store, clock, index, seatsOf }: Deps) {
  let latest: { readAt: number; revision: number; items: Promise<PublicEvent[]> } | undefined

  async function readPublic(ids: readonly string[]) {
    const found = ids.length > 0 ? await store.getMany(events, ids) : []
    return found.filter((event) => event !== undefined && isPublic(event)) as EventDocument[]
  }

  async function viewsOf(found: readonly EventDocument[]) {
    const seats = await seatsOf(found)
    return found.map((event, at) => viewOf(event, seats[at]))
  }

  async function readNext() {
    const now = isoInstant(clock())
    const facets = { list: 'listed', visibility: 'public' }
    const { ids } = (await index()).page({ list: 'public', ...upcoming(now), facets, limit: LISTED })
    return viewsOf((await readPublic(ids)).filter(({ status }) => status === 'published'))
  }

  const idsWith = async (publicKey: string, limit: number) =>
    (await index()).page({ list: 'public', facets: { publicKey }, limit }).ids

  return {
    /** The next six that are published. The same array until it may have changed. */
    async next() {
      const { revision } = await index()
      if (latest?.revision !== revision || clock() - latest.readAt >= LIST_FRESH_FOR) {
        const reading = { readAt: clock(), revision, items: readNext() }
        latest = reading
        reading.items.catch(() => {
          if (latest === reading) latest = undefined
        })
      }
      return latest.items
    },

    /** Also when it is over or cancelled; undefined for all others, whether they exist or not. */
    async find(id: string): Promise<PublicEvent | undefined> {
      // The index ignores case.
      const ids = (await idsWith(id, MOST_WITH_COVER)).filter((found) => found === id)
      const [view] = await viewsOf(await readPublic(ids))
      return view
    },

    /** Whether the picture is the cover of a public event that takes or took place. */
    async isCover(imageId: string): Promise<boolean> {
      const found = await readPublic(await idsWith(imageId, MOST_WITH_COVER))
      return found.some((event) => publicCoverOf(event) === imageId)
    },
  }
}

function viewOf(event: EventDocument, seats?: Seats): PublicEvent {
  const { id, title, summary, startsAt, endsAt, status } = event
  const cover = publicCoverOf(event)
  return {
    id,
    title,
    summary,
    startsAt,
    endsAt,
    status: status as PublicEvent['status'],
    when: whenLabel(event),
    place: placeLabel(summaryOf(event)),
    seats: status === 'published' ? seatsLabel(seats) : '',
    ...(cover && { cover }),
  }
}

function seatsLabel({ left, waiting }: Partial<Seats> = {}) {
  if (left === undefined) return ''
  // Who waits comes first.
  if (left === 0 || waiting) return 'Full'
  return left === 1 ? '1 seat left' : `${left} seats left`
}

/** `Thursday 3 December 2026 at 18:00–20:00, Lisbon time`. Readers may be anywhere, so it is always that of the event. */
function whenLabel({ startsAt, endsAt, allDay, timeZone }: EventDocument) {
  const format = new Intl.DateTimeFormat(LOCALE, {
    dateStyle: 'full',
    ...(!allDay && { timeStyle: 'short' }),
    timeZone,
  })
  // Midnight belongs to the day that it ends.
  const end = Math.max(Date.parse(startsAt), Date.parse(endsAt) - Number(allDay))
  const zone = zoneLabel(timeZone, startsAt, LOCALE)
  return `${format.formatRange(Date.parse(startsAt), end)}, ${zone}`
}
