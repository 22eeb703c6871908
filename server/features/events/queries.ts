import { LONGEST_EVENT } from '#shared/event-rules.ts'
import type { EventSummary } from '#shared/events.ts'
import type { Actor } from '#server/features/session/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Position } from '#server/views/cursor.ts'
import { isManagedBy } from '#server/views/rights.ts'
import { limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

type Person = Pick<Actor, 'id' | 'role'>

export interface EventSearch {
  viewer: Person
  now: number
  /** For MATCH. */
  text?: string | undefined
  /** Folded. */
  tag?: string | undefined
  format?: string | undefined
}

interface Range {
  after?: Position | undefined
  rows: number
}

export interface EventRow extends Position {
  /** JSON. */
  card: string
  capacity: number | null
  isManaged: number
}

const isUpcoming = (now: number) => sql`e.status <> 'completed' AND e.endsAt > ${isoInstant(now)}`
const isPast = (now: number) => sql`(e.status = 'completed' OR e.endsAt <= ${isoInstant(now)})`
/** No event that started before has not ended. */
const mayBeUnderWay = (now: number) => sql`e.startsAt >= ${isoInstant(now - LONGEST_EVENT)}`
const isVisible = sql`e.status <> 'draft' AND e.isHidden = 0`

/** What everyone sees, the earliest first. */
export const upcomingEvents = (views: ViewReader, search: EventSearch, range: Range) =>
  eventRows(views, search, range, {
    where: sql`e.isListed = 1 AND ${mayBeUnderWay(search.now)} AND ${isUpcoming(search.now)}`,
  })

/** The latest first. */
export const pastEvents = (views: ViewReader, search: EventSearch, range: Range) =>
  eventRows(views, search, range, { where: sql`e.isListed = 1 AND ${isPast(search.now)}`, isReversed: true })

/** Those that the viewer manages, the earliest first. */
export const drafts = (views: ViewReader, search: EventSearch, range: Range) =>
  eventRows(views, search, range, { where: sql`e.status = 'draft' AND ${isManagedBy(search.viewer)}` })

/** Cursors of the list `mine` say in which half they are. */
const PAST = 'past '
const UPCOMING = 'upcoming '

/**
 * Events that the viewer RSVP’d to, other than with can’t go, or organises: upcoming ones, the earliest first, then past
 * ones, the latest first.
 */
export function ownEvents(views: ViewReader, search: EventSearch, { after, rows }: Range): EventRow[] {
  const half = (prefix: string, time: Query, room: number) =>
    eventRows(
      views,
      search,
      {
        after: after?.key.startsWith(prefix) ? { ...after, key: after.key.slice(prefix.length) } : undefined,
        rows: room,
      },
      {
        where: sql`e.number IN (${ownNumbers(search.viewer.id)}) AND e.status <> 'draft'
          AND (e.isHidden = 0 OR ${isManagedBy(search.viewer)}) AND ${time}`,
        isReversed: prefix === PAST,
      },
    ).map((row) => ({ ...row, key: prefix + row.key }))
  const upcoming = after?.key.startsWith(PAST) ? [] : half(UPCOMING, isUpcoming(search.now), rows)
  return upcoming.length < rows
    ? [...upcoming, ...half(PAST, isPast(search.now), rows - upcoming.length)]
    : upcoming
}

const ownNumbers = (memberId: string) => sql`
  SELECT number FROM eventOrganiser WHERE memberId = ${memberId}
  UNION SELECT answered.number FROM rsvp JOIN event AS answered ON answered.id = rsvp.event
  WHERE rsvp.member = ${memberId} AND rsvp.state <> 'declined'`

function eventRows(
  views: ViewReader,
  { viewer, text, tag, format }: EventSearch,
  { after, rows }: Range,
  { where, isReversed = false }: { where: Query; isReversed?: boolean },
) {
  const position = after && sql`(${after.key}, ${after.id})`
  return views.all<EventRow>(sql`
    SELECT e.id, e.startsAt AS key, e.card, e.capacity, ${isManagedBy(viewer)} AS isManaged
    FROM event AS e WHERE ${where}
      ${when(text, () => sql`AND e.number IN (SELECT rowid FROM eventText WHERE eventText MATCH ${text})`)}
      ${when(tag !== undefined, () => sql`AND e.number IN (SELECT number FROM eventTag WHERE folded = ${tag})`)}
      ${when(format, () => sql`AND e.format = ${format}`)}
      ${when(position, () =>
        isReversed ? sql`AND (e.startsAt, e.id) < ${position}` : sql`AND (e.startsAt, e.id) > ${position}`,
      )}
    ORDER BY ${isReversed ? sql`e.startsAt DESC, e.id DESC` : sql`e.startsAt, e.id`} ${limit(rows)}`)
}

/** Of upcoming events, the most frequent first, each in its most frequent spelling. */
export const upcomingTags = (views: ViewReader, now: number, rows: number) =>
  views
    .all<{ tag: string }>(sql`
      SELECT tag, max(count), sum(count) AS total FROM (
        SELECT folded, tag, count(*) AS count FROM event AS e JOIN eventTag USING (number)
        WHERE e.isListed = 1 AND ${mayBeUnderWay(now)} AND ${isUpcoming(now)} GROUP BY folded, tag)
      GROUP BY folded ORDER BY total DESC, folded ${limit(rows)}`)
    .map(({ tag }) => tag)

export interface PublicRow {
  id: string
  /** JSON. */
  card: string
  publicCover: string | null
  capacity: number | null
}

/** The next public events that are published, the earliest first. */
export const nextPublicEvents = (views: ViewReader, now: number, rows: number) =>
  views.all<PublicRow>(sql`
    SELECT e.id, e.card, e.publicCover, e.capacity FROM event AS e
    WHERE e.isListed = 1 AND ${mayBeUnderWay(now)} AND ${isUpcoming(now)} AND e.isPublic = 1
    ORDER BY e.startsAt, e.id ${limit(rows)}`)

export const publicEvent = (views: ViewReader, id: string) =>
  views.get<PublicRow>(
    sql`SELECT id, card, publicCover, capacity FROM event WHERE id = ${id} AND isPublic = 1`,
  )

export const isPublicCover = (views: ViewReader, imageId: string) =>
  views.get(sql`SELECT 1 FROM event WHERE publicCover = ${imageId}`) !== undefined

/** In the order of `ids`; absent events, drafts and hidden ones are left out. */
export const eventSummaries = (views: ViewReader, ids: readonly string[]) =>
  views
    .all<{ card: string }>(sql`
      SELECT e.card FROM ${eventsIn(ids)} WHERE ${isVisible} ORDER BY wanted.key`)
    .map(({ card }) => JSON.parse(card) as EventSummary)

const eventsIn = (ids: readonly string[]) =>
  sql`json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN event AS e ON e.id = wanted.value`

/** Those that take place and start after `after` and no later than `until` (ISO instants). */
export const eventsStarting = (views: ViewReader, after: string, until: string) =>
  views.all<{ id: string; title: string; startsAt: string }>(sql`
    SELECT e.id, e.title, e.startsAt FROM event AS e
    WHERE e.isListed = 1 AND e.startsAt > ${after} AND e.startsAt <= ${until} ORDER BY e.startsAt, e.id`)

/** Of these ids, those of published events that have not ended, hidden by an admin from the viewer. `+`: not by the status index. */
export const eventIdsHiddenFrom = (views: ViewReader, viewer: Person, now: number, ids: readonly string[]) =>
  idsOf(
    views.all(sql`
      SELECT e.id FROM ${eventsIn(ids)} WHERE e.isHidden = 1 AND +e.status = 'published'
        AND e.endsAt > ${isoInstant(now)} AND NOT ${isManagedBy(viewer)}`),
  )

const idsOf = (rows: readonly { id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id))

/** Whether an admin has hidden the event or the cover that it has now. */
export const hasHiddenCover = (views: ViewReader, id: string) =>
  views.get<{ isCoverHidden: number }>(sql`SELECT isCoverHidden FROM event WHERE id = ${id}`)
    ?.isCoverHidden === 1
