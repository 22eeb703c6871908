import { INTRODUCTION_LIFETIME, INTRODUCTION_SHOWN } from '#shared/people/introduction-rules.ts'
import type { AskedIntroduction, MadeIntroduction } from '#shared/people/introductions.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { cardSeenBy, parseCard } from '#server/views/cards.ts'
import { isConnected, isNotBlocked } from '#server/views/rights.ts'
import { limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

interface Viewing {
  memberId: string
  now: number
}

interface AskedRow {
  id: string
  event: string | null
  reason: string
  introducedAt: string
  state: AskedIntroduction['state']
  /** JSON. */
  member: string
  /** JSON. */
  introducerCard: string | null
}

/**
 * Questions to the member, and recent introductions that connected them; latest first. Only those in which both are
 * visible, because a block or a suspension hides the question, and which are not over: the two have not met without
 * it, or separated since.
 * @param id of one; without it, excludes those after which one of the two proposed a meeting
 */
export const askedIntroductions = (
  views: ViewReader,
  { memberId, now }: Viewing,
  rows: number,
  id?: string,
): AskedIntroduction[] =>
  views
    .all<AskedRow>(sql`
      SELECT * FROM (
        SELECT i.id, i.event, i.reason, i.introducedAt, i.introducer,
          CASE WHEN i.connectedAt IS NOT NULL THEN 'connected' WHEN person.hasAccepted THEN 'waiting' ELSE 'open' END AS state,
          ${activeCard(memberId, sql`person.otherId`)} AS member,
          ${activeCard(memberId, sql`i.introducer`)} AS introducerCard
        FROM introducedMember AS person JOIN introduction AS i USING (number)
        WHERE person.memberId = ${memberId} AND ${id === undefined ? isListed(now) : sql`i.id = ${id}`}
          AND CASE WHEN i.connectedAt IS NOT NULL
            THEN i.connectedAt > ${isoInstant(now - INTRODUCTION_SHOWN)} AND ${isConnected(memberId, sql`person.otherId`)}
            ELSE ${isOpen(now)} AND NOT person.hasDeclined AND NOT ${isConnected(memberId, sql`person.otherId`)} END)
      WHERE member IS NOT NULL AND (introducer IS NULL OR introducerCard IS NOT NULL)
      ORDER BY introducedAt DESC, id DESC ${limit(rows)}`)
    .map(({ id: introductionId, event, reason, introducedAt, state, member, introducerCard }) => ({
      id: introductionId,
      introducer: introducerCard === null ? undefined : cardIn(introducerCard),
      event: event ?? undefined,
      member: cardIn(member),
      reason,
      state,
      introducedAt,
      expiresAt: state === 'connected' ? undefined : expiryOf(introducedAt),
    }))

interface MadeRow {
  id: string
  reason: string
  introducedAt: string
  state: MadeIntroduction['state']
  /** JSON. */
  one: string
  /** JSON. */
  other: string
}

/** Introductions that the member made of two people whom they see; latest first. @param id of one */
export const madeIntroductions = (
  views: ViewReader,
  { memberId, now }: Viewing,
  rows: number,
  id?: string,
): MadeIntroduction[] =>
  views
    .all<MadeRow>(sql`
      SELECT * FROM (
        SELECT i.id, i.reason, i.introducedAt,
          CASE WHEN i.connectedAt IS NOT NULL THEN 'connected' WHEN ${isOpen(now)} THEN 'waiting' ELSE 'lapsed' END AS state,
          ${activeCard(memberId, sql`person.memberId`)} AS one, ${activeCard(memberId, sql`person.otherId`)} AS other
        FROM introduction AS i JOIN introducedMember AS person ON person.number = i.number AND person.place = 0
        WHERE i.introducer = ${memberId} ${when(id, () => sql`AND i.id = ${id}`)})
      WHERE one IS NOT NULL AND other IS NOT NULL ORDER BY introducedAt DESC, id DESC ${limit(rows)}`)
    .map(({ id: introductionId, reason, introducedAt, state, one, other }) => ({
      id: introductionId,
      people: [cardIn(one), cardIn(other)],
      reason,
      state,
      introducedAt,
      expiresAt: expiryOf(introducedAt),
    }))

/**
 * Whether both are active connections of the member, and whether they are visible to each other and not connected.
 */
export function acquaintanceOf(
  views: ViewReader,
  introducer: string,
  [one, other]: readonly [string, string],
) {
  const isKnown = (id: string) => sql`${activeCard(introducer, sql`${id}`)} IS NOT NULL
    AND ${isConnected(introducer, sql`${id}`)}`
  const { areKnown, areStrangers } = views.get<Record<'areKnown' | 'areStrangers', number>>(sql`
    SELECT ${isKnown(one)} AND ${isKnown(other)} AS areKnown,
      ${isNotBlocked(one, sql`${other}`)} AND NOT ${isConnected(one, sql`${other}`)} AS areStrangers`)!
  return { areKnown: areKnown === 1, areStrangers: areStrangers === 1 }
}

/**
 * Cards of the introducer's active connections whom the member is not connected with, latest first. Nothing for a
 * member who is not such a connection.
 */
export const candidateCards = (views: ViewReader, introducer: string, memberId: string, rows: number) =>
  views
    .all<{ card: string }>(sql`
      SELECT ${cardSeenBy(introducer)} AS card
      FROM connectionOf AS own CROSS JOIN person AS p ON p.id = own.otherId
      WHERE own.memberId = ${introducer} AND own.state = 'accepted' AND p.status = 'active' AND p.id <> ${memberId}
        AND ${isNotBlocked(introducer, sql`p.id`)} AND NOT ${isConnected(memberId, sql`p.id`)}
        AND ${activeCard(introducer, sql`${memberId}`)} IS NOT NULL AND ${isConnected(introducer, sql`${memberId}`)}
      ORDER BY own.changedAt DESC, own.otherId DESC ${limit(rows)}`)
    .map(({ card }) => cardIn(card))

/** Null for people whom the viewer does not see, and for former members. */
const activeCard = (viewerId: string, id: Query): Query => sql`(
  SELECT ${cardSeenBy(viewerId)} FROM person AS p
  WHERE p.id = ${id} AND p.status = 'active' AND ${isNotBlocked(viewerId, sql`p.id`)})`

/** Earlier ones can neither be open nor have connected anyone recently. */
const isListed = (now: number) => sql`i.followedUpAt IS NULL
  AND person.introducedAt > ${isoInstant(now - INTRODUCTION_LIFETIME - INTRODUCTION_SHOWN)}`

const isOpen = (now: number) => sql`i.introducedAt > ${isoInstant(now - INTRODUCTION_LIFETIME)}`

const expiryOf = (introducedAt: string) => isoInstant(Date.parse(introducedAt) + INTRODUCTION_LIFETIME)

const cardIn = (json: string) => parseCard(json)
