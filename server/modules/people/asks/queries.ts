import type { PersonDetails } from '#server/modules/people/members/types.ts'
import type { WordMatch } from '#server/modules/people/suggestions/queries.ts'
import { type FacetFilter, isFacet } from '#server/modules/people/directory/filters.ts'
import { cardSeenBy } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { isActiveFor, isConnected, isNotBlocked, isShownTo } from '#server/views/rights.ts'
import { type Json, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

export interface AsksQuery {
  viewerId: string
  /** ISO instant. */
  now: string
  /** Folded, like `city`. */
  industry: string | undefined
  city: string | undefined
  /** Owners are in one of these. */
  chapters: FacetFilter | undefined
}

/** `key` is the expiry. */
export interface AskRow extends Position {
  text: string
  /** JSON. */
  card: string
  details: Json<PersonDetails>
}

/** Up to `rows` of the asks that the viewer sees, those that expire last first: all live equally long. */
export const openAsks = (views: ViewReader, query: AsksQuery, { after, rows }: RowRange) =>
  views.all<AskRow>(sql`
    SELECT page.key, page.id, page.text,
      CASE WHEN p.id = ${query.viewerId} THEN coalesce(p.cardForOwner, p.card)
        WHEN own.otherId IS NULL THEN p.card ELSE coalesce(p.cardForConnections, p.card) END AS card,
      iif(own.otherId IS NULL, p.details, coalesce(p.detailsForConnections, p.details)) AS details
    FROM (
      SELECT ask.number, ask.expiresAt AS key, ask.askId AS id, ask.text FROM ${asksIn(query)}
      WHERE ${isVisible(query)}
        ${when(query.industry, () => sql`AND ask.industry = ${query.industry!}`)}
        ${when(query.city, () => sql`AND ask.city = ${query.city!}`)}
        ${when(after, () => sql`AND (ask.expiresAt, ask.askId) < (${after!.key}, ${after!.id})`)}
      ORDER BY ask.expiresAt DESC, ask.askId DESC ${limit(rows)}) AS page
    CROSS JOIN person AS p USING (number)
    LEFT JOIN connectionOf AS own
      ON own.memberId = ${query.viewerId} AND own.otherId = p.id AND +own.state = 'accepted'
    ORDER BY page.key DESC, page.id DESC`)

/** Asks of a chapter are found by its members, who are few. */
const asksIn = ({ chapters }: AsksQuery) =>
  chapters
    ? sql`personFacet AS f CROSS JOIN personAsk AS ask ON ask.number = f.number AND ${isFacet(chapters)}`
    : sql`personAsk AS ask`

/** The ask and the member whose it is, if the viewer sees it. */
export const openAsk = (views: ViewReader, askId: string, viewing: Pick<AsksQuery, 'viewerId' | 'now'>) =>
  views.get<{ owner: string; text: string }>(sql`
    SELECT ask.memberId AS owner, ask.text FROM personAsk AS ask
    WHERE ask.askId = ${askId} AND ${isVisible(viewing)}`)

/** Asks of the member, with the number of members who offered to help, as far as the member sees them. */
export const helperCounts = (views: ViewReader, memberId: string) =>
  views.all<{ id: string; helpers: number }>(
    sql`SELECT ask AS id, count(*) AS helpers FROM (${offersOfHelp(memberId)}) GROUP BY ask`,
  )

/** Ids of members who offered to help with an ask of the member, as far as the member sees them. */
export const helpersWith = (views: ViewReader, memberId: string, askId: string) =>
  views.column(sql`SELECT helper FROM (${offersOfHelp(memberId)}) WHERE ask = ${askId} ORDER BY helper`)

interface FulfilledRow {
  id: string
  text: string
  fulfilledAt: string
  /** JSON, like `helper`. */
  member: string
  /** Null unless both agree, and the viewer sees them. */
  helper: string | null
}

/** Up to `rows` of the fulfilled asks that the viewer sees, the latest first. @param since ISO instant */
export const latestFulfilled = (views: ViewReader, viewerId: string, since: string, rows: number) =>
  views.all<FulfilledRow>(sql`
    SELECT f.id, f.text, f.fulfilledAt, ${cardSeenBy(viewerId)} AS member, (
      SELECT ${cardSeenBy(viewerId)} FROM person AS p
      WHERE p.id = f.helper AND f.isNamed = 1 AND ${isActiveFor(viewerId)}) AS helper
    FROM fulfilledAsk AS f CROSS JOIN person AS p ON p.id = f.owner
    WHERE f.fulfilledAt > ${since} AND ${isActiveFor(viewerId)}
      AND (p.id = ${viewerId} OR p.isListed = 1) AND ${isShownTo(viewerId, sql`p.asksVisibility`)}
    ORDER BY f.fulfilledAt DESC, f.id DESC ${limit(rows)}`)

/** Up to `rows` of the fulfilled asks about which their owners ask the helper, the latest first. */
export const fulfilledToAnswer = (views: ViewReader, helperId: string, rows: number) =>
  views.all<FulfilledRow>(sql`
    SELECT f.id, f.text, f.fulfilledAt, ${cardSeenBy(helperId)} AS member, NULL AS helper
    FROM fulfilledAsk AS f CROSS JOIN person AS p ON p.id = f.owner
    WHERE f.helper = ${helperId} AND f.isNamed IS NULL AND ${isActiveFor(helperId)}
    ORDER BY f.fulfilledAt DESC, f.id DESC ${limit(rows)}`)

const offersOfHelp = (memberId: string) => sql`
    SELECT offer.ask, offer.helper FROM (
      SELECT m.ask, m.organiser AS helper FROM meetingMember AS own CROSS JOIN meeting AS m USING (number)
      WHERE own.memberId = ${memberId} AND m.ask IS NOT NULL
      UNION SELECT i.ask, i.introducer FROM introducedMember AS own CROSS JOIN introduction AS i USING (number)
      WHERE own.memberId = ${memberId} AND i.ask IS NOT NULL) AS offer
    CROSS JOIN personAsk AS ask ON ask.askId = offer.ask AND ask.memberId = ${memberId}
    CROSS JOIN person AS p ON p.id = offer.helper AND ${isActiveFor(memberId)}
    WHERE p.id <> ${memberId}`

/** Time zones of active members with current offers. @param now ISO instant */
export const offeringZones = (views: ViewReader, now: string) =>
  views.column(sql`SELECT DISTINCT timeZone FROM person WHERE offersUntil > ${now}`)

/** Ids of active members with current offers in a time zone. @param now ISO instant */
export const offeringIn = (views: ViewReader, timeZone: string, now: string) =>
  views.column(
    sql`SELECT id FROM person WHERE timeZone = ${timeZone} AND offersUntil > ${now} ORDER BY offersUntil, id`,
  )

/** Only the first have a chance: points are a rough order. */
const MAX_MEMBERS = 24

interface Posted {
  /** ISO instants of the expiry. */
  after: string
  upTo: string
}

/** Asks with words in common, of members with the most of them. */
export const asksWithWords = (
  views: ViewReader,
  words: readonly WordMatch[],
  { after, upTo, ...viewing }: Posted & Pick<AsksQuery, 'viewerId' | 'now'>,
) =>
  views.all<Pick<AskRow, 'id' | 'key' | 'text' | 'card'>>(sql`
    WITH match (word, points) AS MATERIALIZED (
        SELECT value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(words)})),
      found (number) AS MATERIALIZED (
        SELECT w.number FROM match CROSS JOIN exchangeWord AS w ON w.kind = 'asks' AND w.word = match.word
        WHERE w.expiresAt > ${after} GROUP BY w.number ORDER BY sum(match.points) DESC, w.number ${limit(MAX_MEMBERS)})
    SELECT ask.askId AS id, ask.expiresAt AS key, ask.text, ${cardSeenBy(viewing.viewerId)} AS card
    FROM found CROSS JOIN personAsk AS ask USING (number) CROSS JOIN person AS p USING (number)
    WHERE ${isVisible(viewing)} AND ask.memberId <> ${viewing.viewerId}
      AND ask.expiresAt > ${after} AND ask.expiresAt <= ${upTo}`)

/** Whether the ask `ask` has not expired, and the viewer may see it. */
const isVisible = ({ viewerId, now }: Pick<AsksQuery, 'viewerId' | 'now'>): Query => sql`
  ask.expiresAt > ${now} AND ${isNotBlocked(viewerId, sql`ask.memberId`)}
    AND (ask.isForMembers OR ask.memberId = ${viewerId} OR ${isConnected(viewerId, sql`ask.memberId`)})`
