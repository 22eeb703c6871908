import { MIN_LEADS, QUIET_AFTER_DAYS } from '#shared/chapters/rules.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { DAY } from '#shared/lib/durations.ts'
import { can as canInCommunity, type MemberRole } from '#shared/people/roles.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import { isActiveFor } from '#server/views/rights.ts'
import { limit, sql, type ViewReader } from '#server/views/sql.ts'

import type { ChapterSituation } from './next-step.ts'

const ACTIVE_LEADS = sql`chapterMembership AS l CROSS JOIN person AS p ON p.id = l.member
  WHERE l.chapter = c.id AND l.role = 'lead' AND l.state = 'active' AND p.status = 'active'`

const OWN_EVENTS = sql`eventChapter AS ofChapter CROSS JOIN event AS e ON e.number = ofChapter.number
  WHERE ofChapter.chapter = c.id AND ofChapter.isOwn = 1 AND e.isListed = 1`

interface Row extends Omit<ChapterSituation, 'askedAt' | 'hasEvent' | 'hasNews'> {
  id: string
  askedAt: string | null
  hasEvent: number
  hasNews: number
}

/** Every chapter that is active or resting. */
export const situations = (views: ViewReader, now: number): (ChapterSituation & { id: string })[] =>
  views
    .all<Row>(sql`
      SELECT c.id, c.state, c.stateSince AS since, s.askedAt,
        (SELECT count(*) FROM (SELECT 1 FROM ${ACTIVE_LEADS} ${limit(MIN_LEADS)})) AS leads,
        EXISTS (SELECT 1 FROM ${OWN_EVENTS}
          AND ofChapter.startsAt >= ${isoInstant(now - QUIET_AFTER_DAYS * DAY)}) AS hasEvent,
        c.state = 'resting' AND (
          EXISTS (SELECT 1 FROM ${ACTIVE_LEADS} AND l.leadSince > c.stateSince)
          OR EXISTS (SELECT 1 FROM ${OWN_EVENTS}
            AND ofChapter.startsAt >= ${isoInstant(now)} AND e.createdAt > c.stateSince)) AS hasNews
      FROM chapter AS c LEFT JOIN chapterSuccession AS s ON s.id = c.id
      WHERE c.state IN ('active', 'resting')`)
    .map(({ askedAt, hasEvent, hasNews, ...row }) => ({
      ...row,
      askedAt: askedAt ?? undefined,
      hasEvent: hasEvent === 1,
      hasNews: hasNews === 1,
    }))

const MAX_OFFERS = 12

interface Viewer {
  id: string
  role: MemberRole
}

/** Members of a chapter who offer to lead it, the first offer first, as those who manage its people see them. */
export const leadOffers = (
  views: ViewReader,
  viewer: Viewer,
  chapter: string,
): (MemberCard & { since: string })[] =>
  views
    .all<{ card: string; since: string }>(sql`
      SELECT ${cardSeenBy(viewer.id)} AS card, own.offeredAt AS since
      FROM chapterMembership AS own CROSS JOIN person AS p ON p.id = own.member
      WHERE own.chapter = ${chapter} AND own.offeredAt > ''
        AND ${canInCommunity(viewer.role, 'administer') ? isInListsOf(viewer.id) : isActiveFor(viewer.id)}
      ORDER BY own.offeredAt, own.member ${limit(MAX_OFFERS)}`)
    .map(({ card, since }) => ({ ...parseCard(card), since }))
