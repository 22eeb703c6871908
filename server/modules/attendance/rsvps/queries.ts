import { MAX_EVENT, type RsvpState } from '#shared/events/rules.ts'
import type { EventDuty, EventSummary } from '#shared/events/schema.ts'
import type { Prefix } from '#shared/lib/words.ts'
import { cardSeenBy, isInListsOf } from '#server/views/cards.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Actor } from '#server/modules/actor.ts'
import { concernedBy, mayEdit } from '#server/modules/events/events/rights.ts'
import { isListed, isVisible } from '#server/modules/events/events/rules.ts'
import { wordRange } from '#server/views/content-words.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { isConnected } from '#server/views/rights.ts'
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
import { hasWords } from '#server/views/words.ts'

import type { EventSeats } from './seats/collection.ts'
import { isOffered } from './rules.ts'

/** Seat counts by event id; without events that have no RSVP. */
export function seatCounts(views: ViewReader, eventIds: readonly string[]) {
  const counts = views.all<{ event: string; state: RsvpState; guests: number; count: number }>(sql`
    SELECT event, state, guests, count
    FROM json_each(${JSON.stringify(eventIds)}) AS wanted CROSS JOIN rsvpCount ON event = wanted.value`)
  const byEvent = new Map<string, Omit<EventSeats, 'id' | 'lastTicket'> & { requested: number }>()
  for (const { event, state, guests, count } of counts) {
    const seats = byEvent.getOrInsert(event, { going: 0, held: 0, waiting: 0, requested: 0 })
    if (state === 'going') seats.going += count * (1 + guests)
    if (state === 'offered') seats.held += count * (1 + guests)
    if (state === 'waitlisted') seats.waiting += count
    if (state === 'requested') seats.requested += count
  }
  return byEvent
}

/** A row, or the same fields of a document. */
export interface RsvpRow {
  event: string
  state: RsvpState
  guests: number
  ticket?: number | null
  offerUntil?: string | null
  lapsed?: boolean | number | null
  requestExpired?: boolean | number | null
  requestNote?: string | null | undefined
  removalReason?: string | null | undefined
  declineNote?: string | null | undefined
  checkedInAt?: string | null
  choiceId?: string | null
  /** 1 if the member has a seat in the published plan of tables. */
  hasTables?: number | null
}

/** The member's RSVPs to these events, by event. */
export const rsvpsOfMember = (views: ViewReader, memberId: string, eventIds: readonly string[]) =>
  new Map(
    views
      .all<RsvpRow>(sql`
        SELECT event, state, guests, ticket, offerUntil, lapsed, requestExpired, requestNote, removalReason,
          declineNote, checkedInAt, choiceId, EXISTS (
            SELECT 1 FROM tablePlan AS plan CROSS JOIN tableSeat AS s ON s.number = plan.number
            WHERE plan.id = rsvp.event AND s.member = rsvp.member AND s.tables IS NOT NULL
              AND plan.publishedAt IS NOT NULL) AS hasTables
        FROM rsvp WHERE member = ${memberId} AND event IN ${among(eventIds)}`)
      .map((rsvp) => [rsvp.event, rsvp]),
  )

/** Members on the waitlist of the event before the ticket, and the latest reason why the ticket was passed over. */
export const waitlistPlace = (views: ViewReader, event: string, ticket: number) =>
  views.get<{ before: number; passedOverReason: string | null }>(sql`
    SELECT (
      SELECT count(*) FROM rsvp WHERE event = ${event} AND state = 'waitlisted' AND ticket < ${ticket}
    ) AS before, (
      SELECT reason FROM waitlistPromotion WHERE event = ${event} AND ticket > ${ticket} ORDER BY at DESC LIMIT 1
    ) AS passedOverReason`)!

interface AttendeeRow extends Position {
  guests: number
  /** JSON. */
  card: string
}

export interface AttendeeSearch {
  /** Prefixes of words of the name. */
  prefixes: readonly Prefix[]
  isNotMet: boolean
  /** Words that asks or offers of the attendee have to match. */
  matching: { kind: 'asks' | 'offers'; words: readonly string[] } | undefined
  /** Milliseconds. */
  now: number
}

/** Attendees whom the viewer may see, in the order of their seats; up to `rows`. */
export const attendeeRows = (
  views: ViewReader,
  viewerId: string,
  event: string,
  { prefixes, isNotMet, matching, now }: AttendeeSearch,
  { after, rows }: RowRange,
) =>
  views.all<AttendeeRow>(sql`
    SELECT r.member AS id, CAST(r.ticket AS TEXT) AS key, r.guests, ${cardSeenBy(viewerId)} AS card
    FROM rsvp AS r JOIN person AS p ON p.id = r.member
    WHERE r.event = ${event} AND r.state = 'going' AND ${isInListsOf(viewerId, sql`+p.status`)}
      ${when(prefixes.length > 0, () => sql`AND ${hasWords(sql`p.nameWords`, prefixes)}`)}
      ${when(isNotMet, () => sql`AND ${isStrangerTo(viewerId)}`)}
      ${when(matching, () => sql`AND p.id <> ${viewerId} AND ${hasExchange(matching!, now)}`)}
      ${when(after, () => sql`AND (r.ticket, r.member) > (CAST(${after!.key} AS INTEGER), ${after!.id})`)}
    ORDER BY r.ticket, r.member ${limit(rows)}`)

/** Whether the active person `p` is neither the viewer nor connected with them, and has not met them. */
const isStrangerTo = (viewerId: string) => sql`
  p.id <> ${viewerId} AND p.status = 'active' AND NOT ${isConnected(viewerId, sql`p.id`)} AND NOT EXISTS (
    SELECT 1 FROM meetingMember AS own CROSS JOIN meetingMember AS theirs ON theirs.number = own.number
    WHERE own.memberId = ${viewerId} AND own.hasMet = 1 AND theirs.memberId = p.id AND theirs.hasMet = 1)`

/** Whether an ask or offer of the person `p` has a word that matches one of these (`wordsMatch`). */
const hasExchange = ({ kind, words }: NonNullable<AttendeeSearch['matching']>, now: number) => sql`EXISTS (
  SELECT 1 FROM json_each(${JSON.stringify(words.map((word) => [word, ...wordRange(word)]))}) AS wanted
  CROSS JOIN exchangeWord AS w ON w.number = p.number AND w.kind = ${kind}
    AND w.word BETWEEN wanted.value ->> 1 AND wanted.value ->> 2
  WHERE w.expiresAt > ${isoInstant(now)} AND abs(length(w.word) - length(wanted.value ->> 0)) <= 4
    AND (instr(w.word, wanted.value ->> 0) = 1 OR instr(wanted.value ->> 0, w.word) = 1))`

/** Ids of members who are going, in the order of their seats. */
export const attendeeIds = (views: ViewReader, event: string, rows: number) =>
  views.column(
    sql`SELECT member FROM rsvp WHERE event = ${event} AND state = 'going' ORDER BY ticket, member ${limit(rows)}`,
  )

export type Respondents = 'going' | 'attendees' | 'attendeesAndRequests'
const RESPONDENTS: Readonly<Record<Respondents, (event: string) => Query>> = {
  going: (event) => sql`SELECT member FROM rsvp WHERE event = ${event} AND state = 'going'`,
  attendees: (event) =>
    sql`SELECT member FROM rsvp WHERE event = ${event} AND state NOT IN ('declined', 'requested')`,
  attendeesAndRequests: (event) => concernedBy([event]),
}

/** Ids of people who are going; with an RSVP other than can’t go, without requests; or whom a change concerns. */
export const respondentIds = (views: ViewReader, event: string, who: Respondents) =>
  views.column(RESPONDENTS[who](event))

/**
 * Published events: those that the member is going to, hosts or helps at that have not ended and start before `until`,
 * earliest start first, and those with a seat held for the member, earliest expiry first. `CROSS` keeps SQLite from
 * going through all published events instead. @param times ISO instants
 */
export function agenda(views: ViewReader, memberId: string, { now, until }: { now: string; until: string }) {
  const mayBeUnderWay = sql`>= ${isoInstant(Date.parse(now) - MAX_EVENT)}`
  const rows = views.all<Summarised & { offerUntil: string | null; duty: EventDuty | null }>(sql`
    SELECT e.card, max(mine.offerUntil) AS offerUntil, max(mine.duty) AS duty FROM (
      SELECT r.event AS id, r.startsAt, iif(r.state = 'offered', r.offerUntil, NULL) AS offerUntil, NULL AS duty
      FROM rsvp AS r WHERE r.member = ${memberId} AND (
        (r.state = 'going' AND r.startsAt < ${until} AND r.startsAt ${mayBeUnderWay})
        OR (r.offerUntil IS NOT NULL AND ${isOffered(now)}))
      UNION ALL
      SELECT led.id, led.startsAt, NULL, iif(own.isHost, 'host', 'helper')
      FROM eventTeam AS own CROSS JOIN event AS led ON led.number = own.number
      WHERE own.memberId = ${memberId} AND own.startsAt < ${until}
        AND own.startsAt ${mayBeUnderWay} AND (own.isHost = 1 OR own.role = 'helper')
    ) AS mine CROSS JOIN event AS e ON e.id = mine.id
    WHERE e.status = 'published' AND ${isVisible.sql} AND (e.endsAt > ${now} OR mine.offerUntil IS NOT NULL)
    GROUP BY e.id
    ORDER BY coalesce(max(mine.offerUntil), e.startsAt), e.id`)
  return {
    events: rows.flatMap(({ card, offerUntil, duty }) =>
      offerUntil === null ? [{ ...summaryFrom({ card }), duty: duty ?? undefined }] : [],
    ),
    offers: rows.flatMap(({ card, offerUntil }) =>
      offerUntil === null ? [] : [{ event: summaryFrom({ card }), until: offerUntil }],
    ),
  }
}

/** Events that each of the two hosts or is going to, latest first, without cancelled ones. */
export const eventsInCommon = (views: ViewReader, one: string, other: string, rows: number) =>
  views
    .all<Summarised>(sql`
      SELECT e.card FROM event AS e WHERE e.number IN (${partOf(one)} INTERSECT ${partOf(other)})
        AND ${isListed.sql}
      ORDER BY e.startsAt DESC, e.id ${limit(rows)}`)
    .map(summaryFrom)

/** Numbers of the events that the member hosts or is going to. */
const partOf = (memberId: string) => sql`SELECT * FROM (
  SELECT number FROM eventTeam WHERE memberId = ${memberId} AND isHost = 1
  UNION SELECT e.number FROM rsvp AS r JOIN event AS e ON e.id = r.event
  WHERE r.member = ${memberId} AND r.state = 'going')`

interface Summarised {
  card: Json<EventSummary>
}

const summaryFrom = ({ card }: Summarised) => parseJson(card)

/**
 * The given ids of published events that have not ended and that an admin has hidden from the viewer. `+` avoids the
 * status index.
 */
export const eventIdsHiddenFrom = (
  views: ViewReader,
  viewer: Pick<Actor, 'id' | 'role'>,
  now: number,
  ids: readonly string[],
): ReadonlySet<string> =>
  new Set(
    views.column(sql`
      SELECT e.id FROM json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN event AS e ON e.id = wanted.value
      WHERE e.isHidden = 1 AND +e.status = 'published'
        AND e.endsAt > ${isoInstant(now)} AND NOT ${mayEdit.sql(viewer)}`),
  )
