import { NEWCOMER_FOR } from '#shared/rounds/rules.ts'
import type { Buddies } from '#shared/rounds/buddies.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { isOff } from '#server/modules/meetings/meetings/rules.ts'
import { cardSeenBy, parseCard } from '#server/views/cards.ts'
import { isActiveFor } from '#server/views/rights.ts'
import { limit, type Query, sql, type ViewReader } from '#server/views/sql.ts'

interface Viewing {
  viewerId: string
  /** Milliseconds. */
  now: number
}

/** Number of newcomers of a buddy: those of the last 90 days whose meeting is not off. */
const newcomersOf = (buddy: Query, now: number): Query => sql`(
  SELECT count(*) FROM buddyPair AS pair CROSS JOIN meeting AS m ON m.id = pair.meeting
  WHERE pair.buddy = ${buddy} AND pair.at > ${isoInstant(now - NEWCOMER_FOR)} AND NOT ${isOff.sql})`

/** The member's own offer. */
export const ownOffer = (views: ViewReader, { viewerId, now }: Viewing) =>
  views.get<NonNullable<Buddies['offer']>>(sql`
    SELECT offer.most, ${newcomersOf(sql`offer.id`, now)} AS newcomers
    FROM buddyOffer AS offer WHERE offer.id = ${viewerId}`)

/** The newcomer's latest buddy whom they still see, unless their meeting is off. */
export function buddyOf(views: ViewReader, { viewerId }: Viewing): Buddies['buddy'] {
  const row = views.get<{ card: string; meeting: string }>(sql`
    SELECT ${cardSeenBy(viewerId)} AS card, pair.meeting
    FROM buddyPair AS pair CROSS JOIN meeting AS m ON m.id = pair.meeting CROSS JOIN person AS p ON p.id = pair.buddy
    WHERE pair.newcomer = ${viewerId} AND NOT ${isOff.sql} AND ${isActiveFor(viewerId)}
    ORDER BY pair.at DESC LIMIT 1`)
  return row && { member: parseCard(row.card), meeting: row.meeting }
}

/**
 * Members who offer to be a buddy, have time, and were not asked by the newcomer before: those in a chapter of theirs first,
 * then those with the fewest newcomers.
 */
export const buddyCandidates = (views: ViewReader, { viewerId, now }: Viewing, rows: number) =>
  views
    .all<{ card: string; chapter: string | null }>(sql`
      SELECT ${cardSeenBy(viewerId)} AS card, (
          SELECT c.name FROM chapterMembership AS own
            CROSS JOIN chapterMembership AS theirs ON theirs.member = p.id AND theirs.chapter = own.chapter
            CROSS JOIN chapter AS c ON c.id = own.chapter
          WHERE own.member = ${viewerId} AND own.state = 'active' AND theirs.state = 'active' LIMIT 1) AS chapter,
        ${newcomersOf(sql`offer.id`, now)} AS newcomers
      FROM buddyOffer AS offer CROSS JOIN person AS p ON p.id = offer.id
      WHERE p.id <> ${viewerId} AND ${isActiveFor(viewerId)} AND newcomers < offer.most
        AND NOT EXISTS (SELECT 1 FROM buddyPair AS asked WHERE asked.newcomer = ${viewerId} AND asked.buddy = p.id)
      ORDER BY chapter IS NULL, newcomers, offer.since, offer.id ${limit(rows)}`)
    .map(({ card, chapter }) => ({ member: parseCard(card), chapter: chapter ?? undefined }))
