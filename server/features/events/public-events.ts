import { placeLabel } from '#shared/event-labels.ts'
import type { EventSummary, Seats } from '#shared/events.ts'
import type { PublicEvent } from '#shared/public-events.ts'
import { zoneLabel } from '#shared/time-zone-labels.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { isPublicCover, nextPublicEvents, publicEvent, type PublicRow } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  /** For each of `events`: how full it is. */
  seatsOf: (events: readonly PublicRow[]) => Promise<Seats[]>
}

const LISTED = 6
const LOCALE = 'en-GB'

export type PublicEvents = ReturnType<typeof createPublicEvents>

/** What people without a session may know of events. */
export function createPublicEvents({ store, clock, seatsOf }: Deps) {
  let latest: { key: string; items: PublicEvent[] } | undefined

  return {
    /** The next six that are published. The same array until it changes, so that pages with it are made once. */
    async next() {
      const rows = nextPublicEvents(await store.views(), clock(), LISTED)
      const seats = await seatsOf(rows)
      const key = JSON.stringify([rows, seats])
      if (latest?.key !== key) latest = { key, items: rows.map((event, at) => viewOf(event, seats[at])) }
      return latest.items
    },

    /** Also when it is over or cancelled; undefined for all others, whether they exist or not. */
    async find(id: string): Promise<PublicEvent | undefined> {
      const event = publicEvent(await store.views(), id)
      if (!event) return undefined
      const [seats] = await seatsOf([event])
      return viewOf(event, seats)
    },

    /** Whether the picture is the cover of a public event that takes or took place. */
    isCover: async (imageId: string): Promise<boolean> => isPublicCover(await store.views(), imageId),
  }
}

function viewOf({ card, publicCover: cover }: PublicRow, seats?: Seats): PublicEvent {
  const event = JSON.parse(card) as EventSummary
  const { id, title, summary, startsAt, endsAt, status } = event
  return {
    id,
    title,
    summary,
    startsAt,
    endsAt,
    status: status as PublicEvent['status'],
    when: whenLabel(event),
    place: placeLabel(event),
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
function whenLabel({ startsAt, endsAt, allDay, timeZone }: EventSummary) {
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
