import { PAGE_SIZE } from '#shared/constants.ts'
import { type EventFormat, type EventList, LONGEST_EVENT } from '#shared/event-rules.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { BadCursor } from '#server/store/port.ts'

import type { EventDocument } from './collection.ts'
import { isPublic, isVisible, organiserOf, publicCoverOf } from './policy.ts'

export interface EventIndexEntry {
  id: string
  key: string
  words: readonly string[]
  facets: Readonly<Record<string, readonly string[]>>
}

interface Found {
  ids: string[]
  next?: string
  /** The cursor after the last of `ids`. */
  end?: string
}

/** The index in memory that is in sync with the collection. */
interface EventIndex {
  /** Another after each change. */
  readonly revision: number
  page(search: {
    list: string
    text?: string | undefined
    facets: Readonly<Record<string, string | undefined>>
    keep?: (id: string, key: string) => boolean
    from?: string
    direction?: 'asc' | 'desc'
    cursor?: string | undefined
    limit: number
  }): Found
  counts(
    facet: string,
    options: { keep: (id: string) => boolean; limit: number },
  ): { value: string; count: number }[]
}

export interface ListingDeps {
  clock: Clock
  index: () => Promise<EventIndex>
  /** Ids of the events that the member RSVP’d to, other than with can’t go. */
  rsvpEventIds: (memberId: string) => Promise<ReadonlySet<string>>
}

export interface EventFilter {
  q?: string
  tag?: string
  format?: EventFormat
}

const MAX_TAGS = 50
const MAX_HOSTED = 250
/** Cursor prefixes: the list `mine` has upcoming events, then past ones. */
const PAST = 'past.'
const UPCOMING = 'upcoming.'

/** Sorted by start. The key also has the end, except of completed events, which are past. */
export const indexEntryOf = (event: Omit<EventDocument, 'description'>): EventIndexEntry => {
  const { id, title, summary, startsAt, endsAt, status, format, venue, tags, hosts, visibility } = event
  return {
    id,
    key: `${startsAt} ${status === 'completed' ? '' : endsAt}`,
    words: [title, summary, venue?.name ?? '', venue?.address.city ?? '', ...tags],
    facets: {
      list: isVisible(event) ? LISTS_BY_STATUS[status] : HIDDEN_LISTS[status],
      tag: tags,
      format: [format],
      organiser: [organiserOf(event), ...hosts],
      host: hosts,
      visibility: [visibility],
      /** As admins filter by it. */
      state: [status, ...(event.hidden?.event ? ['hidden'] : [])],
      /** By what people without a session refer to it. */
      publicKey: isPublic(event) ? [id, publicCoverOf(event)].filter(Boolean) : [],
    },
  }
}

const LISTS_BY_STATUS: Readonly<Record<EventDocument['status'], readonly string[]>> = {
  draft: ['drafts'],
  published: ['listed', 'notDraft', 'mine'],
  completed: ['listed', 'notDraft', 'mine'],
  cancelled: ['notDraft', 'mine'],
}

/** Of drafts, and of what admins have hidden: only those who manage them find them. */
const HIDDEN_LISTS: typeof LISTS_BY_STATUS = {
  draft: ['drafts'],
  published: ['mine'],
  completed: ['mine'],
  cancelled: ['mine'],
}

const startOf = (key: string) => key.slice(0, key.indexOf(' '))

/** Called for every event: most are decided by their start, which comes first in the key. */
const isUpcoming = (key: string, now: string) => key > now || key.slice(key.indexOf(' ') + 1) > now

export const upcoming = (now: string) => ({
  from: isoInstant(Date.parse(now) - LONGEST_EVENT),
  keep: (_: string, key: string) => isUpcoming(key, now),
})

const past = (now: string) => ({
  direction: 'desc' as const,
  keep: (_: string, key: string) => !isUpcoming(key, now),
})

/** Ids of the events of a list, in its order. Callers check whether the viewer may see each. */
export function createListing({ clock, index, rsvpEventIds }: ListingDeps) {
  /** Upcoming events, the earliest first, then past ones, the latest first. */
  async function mine(
    { id }: Actor,
    search: { text: string | undefined; facets: object },
    cursor?: string,
  ): Promise<Found> {
    const [all, rsvpIds] = await Promise.all([index(), rsvpEventIds(id)])
    const published = { list: `events.mine ${id}`, facets: { ...search.facets, list: 'mine' } }
    const organised = all.page({
      ...published,
      facets: { list: 'mine', organiser: id },
      limit: Infinity,
    }).ids
    const own = new Set([...rsvpIds, ...organised])
    const now = isoInstant(clock())
    const part = (prefix: string, range: ReturnType<typeof upcoming | typeof past>, limit: number) => {
      const after = cursor?.startsWith(prefix) ? cursor.slice(prefix.length) : undefined
      const { ids, next, end } = all.page({
        ...range,
        ...published,
        text: search.text,
        keep: (eventId, key) => own.has(eventId) && range.keep(eventId, key),
        limit,
        cursor: after,
      })
      return { ids, ...(next && { next: prefix + next }), ...(end && { end: prefix + end }) }
    }
    if (cursor?.startsWith(PAST)) return part(PAST, past(now), PAGE_SIZE)
    if (cursor !== undefined && !cursor.startsWith(UPCOMING)) {
      throw new BadCursor('The cursor belongs to no part of the list')
    }
    const first = part(UPCOMING, upcoming(now), PAGE_SIZE)
    if (first.next) return first
    const room = PAGE_SIZE - first.ids.length
    const second = part(PAST, past(now), room || 1)
    if (room > 0) return { ...second, ids: [...first.ids, ...second.ids] }
    return { ids: first.ids, ...(second.ids.length > 0 && first.end && { next: first.end }) }
  }

  return {
    async idsOf(
      viewer: Actor,
      list: EventList,
      { q, tag, format }: EventFilter,
      cursor?: string,
    ): Promise<Found> {
      const search = { text: q, facets: { tag, format } }
      if (list === 'mine') return mine(viewer, search, cursor)
      const paged = { list: `events.${list}`, text: q, limit: PAGE_SIZE, cursor }
      const all = await index()
      if (list === 'drafts') {
        if (viewer.role === 'member') return { ids: [] }
        const organiser = viewer.role === 'admin' ? undefined : viewer.id
        return all.page({ ...paged, facets: { ...search.facets, list: 'drafts', organiser } })
      }
      const now = isoInstant(clock())
      const range = list === 'past' ? past(now) : upcoming(now)
      return all.page({ ...paged, ...range, facets: { ...search.facets, list: 'listed' } })
    },

    /** Ids of the latest events that the member hosts, the latest first; of those that start before `until`, if given. */
    async hostedIds(memberId: string, until?: string) {
      const keep = (_: string, key: string) => until === undefined || key < until
      const facets = { list: 'notDraft', host: memberId }
      const search = { list: 'events.hosted', direction: 'desc', facets, keep, limit: MAX_HOSTED } as const
      return (await index()).page(search).ids
    },

    /** Ids of ended events that the viewer manages, the latest first. */
    async pastManagedIds({ id, role }: Actor, limit: number) {
      const facets = { list: 'listed', ...(role !== 'admin' && { organiser: id }) }
      return (await index()).page({ list: 'events.managed', ...past(isoInstant(clock())), facets, limit }).ids
    },

    /** Ids of published events that start after `after` and no later than `until` (ISO instants). */
    async startingIds(after: string, until: string) {
      const keep = (_: string, key: string) => startOf(key) > after && startOf(key) <= until
      const search = { list: 'events.starting', from: after, keep, facets: { list: 'listed' } }
      return (await index()).page({ ...search, limit: Infinity }).ids
    },

    /** Tags of upcoming events, the most frequent first. */
    async tags() {
      const all = await index()
      const range = upcoming(isoInstant(clock()))
      const listed = new Set(
        all.page({ ...range, list: 'events.tags', facets: { list: 'listed' }, limit: Infinity }).ids,
      )
      return all.counts('tag', { keep: (id) => listed.has(id), limit: MAX_TAGS }).map(({ value }) => value)
    },
  }
}
