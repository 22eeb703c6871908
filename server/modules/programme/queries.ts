import type { ChapterPosition } from '#shared/chapters/rights.ts'
import type { ChapterChoice } from '#shared/chapters/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import { MAX_EVENT, ONLINE_PLACE, type RsvpState } from '#shared/events/rules.ts'
import type { EventRole } from '#shared/events/rights.ts'
import type { EventSummary } from '#shared/events/schema.ts'
import type { Actor } from '#server/modules/actor.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { may } from '#server/modules/chapters/rights.ts'
import { hasExpired } from '#server/modules/attendance/rsvps/rules.ts'
import type { IsImageShown } from '#server/modules/people/images/types.ts'
import { parseCards } from '#server/views/cards.ts'
import { inSequence, type Position, type RowRange } from '#server/views/cursor.ts'
import { isActiveFor } from '#server/views/rights.ts'
import {
  among,
  type Json,
  limit,
  parseJson,
  type Query,
  sql,
  type ViewReader,
  when,
} from '#server/views/sql.ts'

import {
  isOfChapter,
  isOpenTo,
  mayEdit,
  mayJoin,
  maySee,
  positionAt,
  roleAt,
  VISITOR,
} from '#server/modules/events/events/rights.ts'
import {
  hasEnded,
  isCoverHidden,
  isForEveryMember,
  isListed,
  isPublic,
  isVisible,
} from '#server/modules/events/events/rules.ts'

type Person = Pick<Actor, 'id' | 'role'>

export interface EventSearch {
  viewer: Person
  now: number
  /** Argument of MATCH. */
  text?: string | undefined
  /** Folded. */
  tag?: string | undefined
  format?: string | undefined
  /** A folded city, or `ONLINE_PLACE`. */
  place?: string | undefined
  /** Whether connections of the viewer have to be going. */
  connections?: boolean | undefined
  /** Id of a chapter, or `MY_CHAPTERS`. */
  chapter?: string | undefined
  days?: Days | undefined
}

/** Days in a zone, and the instants at which they begin and end. Either end may be open. */
interface Days {
  firstDay?: string | undefined
  lastDay?: string | undefined
  /** Milliseconds. */
  from?: number | undefined
  to?: number | undefined
}

export interface EventRow extends Position {
  startsAt: string
  card: Json<EventSummary>
  capacity: number | null
  hosts: Json<string[]>
  /** The viewer's. */
  role: EventRole | null
  /** The viewer’s, in its chapter. */
  position: ChapterPosition | null
  /** Name of its chapter, if the viewer sees that. */
  chapter: string | null
}

const isUpcoming = (now: number) => sql`NOT ${hasEnded.sql(isoInstant(now))}`
const isPast = (now: number) => hasEnded.sql(isoInstant(now))
/** No event that started earlier is still under way. */
const mayBeUnderWay = (now: number) => sql`e.startsAt >= ${isoInstant(now - MAX_EVENT)}`

/** Events of the list for everyone, earliest first. */
export const upcomingEvents = (views: ViewReader, search: EventSearch, range: RowRange) =>
  eventRows(views, search, range, {
    where: sql`${isListed.sql} AND ${mayBeUnderWay(search.now)} AND ${isUpcoming(search.now)}
      AND ${isOpenTo.sql(search.viewer)}`,
  })

/** Latest first. */
export const pastEvents = (views: ViewReader, search: EventSearch, range: RowRange) =>
  eventRows(views, search, range, {
    where: sql`${isListed.sql} AND ${isPast(search.now)} AND ${isOpenTo.sql(search.viewer)}`,
    isReversed: true,
  })

/** Drafts that the viewer may edit, earliest first. */
export const drafts = (views: ViewReader, search: EventSearch, range: RowRange) =>
  eventRows(views, search, range, { where: sql`e.status = 'draft' AND ${mayEdit.sql(search.viewer)}` })

/**
 * Events that the viewer has a role at or RSVP’d to, except those with “can’t go”: upcoming ones, earliest first, then
 * past ones, latest first.
 */
export function ownEvents(views: ViewReader, search: EventSearch, range: RowRange): EventRow[] {
  const half = (time: Query, isReversed: boolean) => (part: RowRange) =>
    eventRows(views, search, part, {
      where: sql`e.number IN (${ownNumbers(search.viewer.id)}) AND e.status <> 'draft'
        AND ${maySee.sql(search.viewer)} AND ${time}`,
      isReversed,
    })
  return inSequence(range, [half(isUpcoming(search.now), false), half(isPast(search.now), true)])
}

const ownNumbers = (memberId: string) => sql`
  SELECT number FROM eventTeam WHERE memberId = ${memberId}
  UNION SELECT answered.number FROM rsvp JOIN event AS answered ON answered.id = rsvp.event
  WHERE rsvp.member = ${memberId} AND rsvp.state <> 'declined'`

/** Conditions on the event `e`. */
const isFound = (search: EventSearch) => {
  const { viewer, text, tag, format, place, connections, chapter, days = {} } = search
  return sql`
    ${when(text, () => sql`AND e.number IN (SELECT rowid FROM eventText WHERE eventText MATCH ${text})`)}
    ${when(tag !== undefined, () => sql`AND e.number IN (SELECT number FROM eventTag WHERE folded = ${tag})`)}
    ${when(format, () => sql`AND e.format = ${format}`)}
    ${when(place, () => (place === ONLINE_PLACE ? sql`AND e.format <> 'inPerson'` : sql`AND e.cityKey = ${place}`))}
    ${when(connections, () => sql`AND e.id IN (${eventsOfConnections(viewer.id)})`)}
    ${when(chapter, () => sql`AND ${isOfChapter(viewer, chapter!)}`)}
    ${overlaps(days)}`
}

/** All-day events are compared by their days, which are the same in every zone. */
const overlaps = ({ firstDay, lastDay, from, to }: Days) => sql`
  ${when(
    from !== undefined,
    () => sql`AND e.startsAt > ${isoInstant(from! - MAX_EVENT - DAY)}
    AND iif(e.allDay, e.lastDay >= ${firstDay}, e.endsAt > ${isoInstant(from!)})`,
  )}
  ${when(
    to !== undefined,
    () => sql`AND e.startsAt < ${isoInstant(to! + DAY)}
    AND iif(e.allDay, e.firstDay <= ${lastDay}, e.startsAt < ${isoInstant(to!)})`,
  )}`

const eventsOfConnections = (viewerId: string) => sql`
  SELECT going.event FROM connectionOf AS own CROSS JOIN person AS p ON p.id = own.otherId
  CROSS JOIN rsvp AS going ON going.member = p.id AND going.state = 'going'
  WHERE own.memberId = ${viewerId} AND own.state = 'accepted' AND ${isActiveFor(viewerId)}`

interface CalendarRow {
  card: Json<EventSummary>
  hosts: Json<string[]>
  state: RsvpState | null
}

/** Events of the days for everyone, and cancelled ones that the viewer RSVP’d to, earliest first. */
export const calendarRows = (views: ViewReader, search: EventSearch, rows: number) =>
  views.all<CalendarRow>(sql`
    SELECT e.card, e.hosts, iif(${hasExpired(isoInstant(search.now))}, 'declined', r.state) AS state
    FROM event AS e LEFT JOIN rsvp AS r ON r.member = ${search.viewer.id} AND r.event = e.id
    WHERE (${isListed.sql} OR (e.status = 'cancelled' AND ${isVisible.sql} AND r.state <> 'declined'))
      AND ${isOpenTo.sql(search.viewer)}
      ${isFound(search)}
    ORDER BY e.startsAt, e.id ${limit(rows)}`)

function eventRows(
  views: ViewReader,
  search: EventSearch,
  { after, rows }: RowRange,
  { where, isReversed = false }: { where: Query; isReversed?: boolean },
) {
  const position = after && sql`(${after.key}, ${after.id})`
  return views.all<EventRow>(sql`
    SELECT e.id, e.startsAt AS key, e.startsAt, e.card, e.capacity, e.hosts, ${roleAt.sql(search.viewer)} AS role,
      ${positionAt(search.viewer)} AS position,
      (SELECT c.name FROM chapter AS c WHERE c.id = e.chapter AND ${may('see').sql(search.viewer)}) AS chapter
    FROM event AS e WHERE ${where} ${isFound(search)}
      ${when(position, () =>
        isReversed ? sql`AND (e.startsAt, e.id) < ${position}` : sql`AND (e.startsAt, e.id) > ${position}`,
      )}
    ORDER BY ${isReversed ? sql`e.startsAt DESC, e.id DESC` : sql`e.startsAt, e.id`} ${limit(rows)}`)
}

/** Tags of upcoming events, most frequent first, each in its most frequent spelling. */
export const upcomingTags = (views: ViewReader, now: number, rows: number) =>
  views.column(sql`
    SELECT tag, max(count), sum(count) AS total FROM (
      SELECT folded, tag, count(*) AS count FROM event AS e JOIN eventTag USING (number)
      WHERE ${isListed.sql} AND ${mayBeUnderWay(now)} AND ${isUpcoming(now)} AND ${isForEveryMember.sql}
      GROUP BY folded, tag)
    GROUP BY folded ORDER BY total DESC, folded ${limit(rows)}`)

/** Cities of upcoming events, most frequent first, each in its most frequent spelling. */
export const upcomingCities = (views: ViewReader, now: number, rows: number) =>
  views.column(sql`
    SELECT city, max(count), sum(count) AS total FROM (
      SELECT cityKey, e.card ->> 'city' AS city, count(*) AS count FROM event AS e
      WHERE ${isListed.sql} AND ${mayBeUnderWay(now)} AND ${isUpcoming(now)} AND e.cityKey IS NOT NULL
        AND ${isForEveryMember.sql}
      GROUP BY cityKey, city)
    GROUP BY cityKey ORDER BY total DESC, cityKey ${limit(rows)}`)

/**
 * Ids of the viewer’s connections who are going to each of these events, in the order of their seats. Begins with the viewer’s
 * connections, because events can have a thousand attendees. RSVPs have the start of their event. One sort orders those of
 * all events; an aggregate of ordered members takes half as long again.
 */
export function connectionsGoing(
  views: ViewReader,
  viewerId: string,
  events: readonly { id: string; startsAt: string }[],
) {
  const starts = events.map(({ startsAt }) => startsAt).toSorted()
  return views.all<{ event: string; members: Json<string[]> }>(sql`
    SELECT event, json_group_array(member) AS members FROM (
      SELECT r.event, r.member
      FROM connectionOf AS own CROSS JOIN person AS p ON p.id = own.otherId CROSS JOIN rsvp AS r ON r.member = p.id
      WHERE own.memberId = ${viewerId} AND own.state = 'accepted' AND ${isActiveFor(viewerId)}
        AND r.state = 'going' AND r.startsAt BETWEEN ${starts[0]} AND ${starts.at(-1)}
        AND r.event IN ${among(events.map(({ id }) => id))}
      ORDER BY r.event, r.ticket, r.member)
    GROUP BY event`)
}

/**
 * For each of these events the first `faces` who are going, without the viewer and those whom the viewer may not see, in
 * the order of their seats.
 */
export const firstGoing = (views: ViewReader, viewerId: string, ids: readonly string[], faces: number) =>
  views
    .all<{ cards: string | null }>(sql`
      SELECT (SELECT group_concat(card) FROM (
        SELECT p.card FROM rsvp AS r CROSS JOIN person AS p ON p.id = r.member
        WHERE r.event = wanted.value AND r.state = 'going' AND r.member <> ${viewerId} AND ${isActiveFor(viewerId)}
        ORDER BY r.ticket, r.member ${limit(faces)})) AS cards
      FROM json_each(${JSON.stringify(ids)}) AS wanted ORDER BY wanted.key`)
    .map(({ cards }) => parseCards(cards))

export interface PublicRow {
  id: string
  card: Json<EventSummary>
  publicCover: string | null
  capacity: number | null
}

/** The next published public events, earliest first. @param chapter id of one that hosts or co-hosts them */
export const nextPublicEvents = (views: ViewReader, now: number, rows: number, chapter?: string) =>
  views.all<PublicRow>(sql`
    SELECT e.id, e.card, e.publicCover, e.capacity FROM ${upcomingPublic(now, chapter)} ${limit(rows)}`)

export const publicEventIds = (views: ViewReader, now: number, rows: number) =>
  views.column(sql`SELECT e.id FROM ${upcomingPublic(now)} ${limit(rows)}`)

const upcomingPublic = (now: number, chapter?: string) => sql`event AS e
  WHERE ${isListed.sql} AND ${mayBeUnderWay(now)} AND ${isUpcoming(now)} AND ${isPublic.sql}
  ${when(chapter, () => sql`AND ${isOfChapter(VISITOR, chapter!)}`)}
  ORDER BY e.startsAt, e.id`

export const publicEvent = (views: ViewReader, id: string) =>
  views.get<PublicRow>(
    sql`SELECT e.id, e.card, e.publicCover, e.capacity FROM event AS e WHERE e.id = ${id} AND ${isPublic.sql}`,
  )

export const isPublicCover = (views: ViewReader, imageId: string) =>
  views.get(sql`SELECT 1 FROM event AS e WHERE e.publicCover = ${imageId} AND ${isPublic.sql}`) !== undefined

/** Whether the viewer may see the cover of the event. */
export const isCoverShown: IsImageShown = (views, { userId, viewer }) =>
  views.get(sql`
    SELECT 1 FROM event AS e
    WHERE e.id = ${userId} AND NOT ${isCoverHidden.sql} AND ${maySee.sql(viewer ?? VISITOR)}`) !== undefined

/** Events in the order of `ids`, without those that the viewer may not see. */
export const eventSummaries = (views: ViewReader, viewerId: string, ids: readonly string[]) =>
  views
    .all<{ card: Json<EventSummary> }>(sql`
      SELECT e.card FROM ${eventsIn(ids)} WHERE ${mayJoin.sql({ id: viewerId })} ORDER BY wanted.key`)
    .map(({ card }) => parseJson(card))

/** The chapter of the event and those that co-host it, without those that the viewer does not see. */
export const chaptersOf = (
  views: ViewReader,
  viewer: Person,
  { chapterId, cohosts = [] }: { chapterId?: string | undefined; cohosts?: readonly string[] | undefined },
) =>
  views.all<ChapterChoice>(sql`
    SELECT c.id, c.slug, c.name FROM json_each(${JSON.stringify([chapterId, ...cohosts])}) AS wanted
      CROSS JOIN chapter AS c ON c.id = wanted.value
    WHERE ${may('see').sql(viewer)} ORDER BY wanted.key`)

const eventsIn = (ids: readonly string[]) =>
  sql`json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN event AS e ON e.id = wanted.value`

/** Published events that start after `after` and no later than `until` (ISO instants). */
export const eventsStarting = (views: ViewReader, after: string, until: string) =>
  views.all<{ id: string; title: string; startsAt: string }>(sql`
    SELECT e.id, e.title, e.startsAt FROM event AS e
    WHERE ${isListed.sql} AND e.startsAt > ${after} AND e.startsAt <= ${until} ORDER BY e.startsAt, e.id`)

/** The member's invitation to the event, if there is one. */
export const invitationOf = (views: ViewReader, event: string, member: string) =>
  views.get<{ invitedBy: string }>(
    sql`SELECT invitedBy FROM eventInvitation WHERE event = ${event} AND member = ${member}`,
  )
