import { type ChapterAction, positionsThatCan } from '#shared/chapters/rights.ts'
import { UNDO_MOVE_DAYS } from '#shared/chapters/rules.ts'
import type { ChapterChoice, ChapterLine, ChapterPerson } from '#shared/chapters/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import { can as canInCommunity, type MemberRole } from '#shared/people/roles.ts'
import type { DirectoryEntry } from '#shared/people/directory.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { cardSeenBy, isInListsOf, parseCard } from '#server/views/cards.ts'
import { inSequence, type Position, type RowRange } from '#server/views/cursor.ts'
import type { IsImageShown } from '#server/modules/people/images/types.ts'
import type { PersonDetails } from '#server/modules/people/members/types.ts'
import { isActiveFor, isNotBlocked } from '#server/views/rights.ts'
import { among, type Json, limit, parseJson, sql, type ViewReader, when } from '#server/views/sql.ts'

import type { ExportedPerson } from './exports/csv.ts'
import { undoUntil } from './memberships/status.ts'
import { may } from './rights.ts'

interface Viewer {
  id: string
  role: MemberRole
}

type OwnRow = { [Name in 'kind' | 'role' | 'ownState' | 'since' | 'movedAt']: string | null } & {
  isInvited: number | null
}
type LineRow = Position & Omit<ChapterLine, 'own'> & OwnRow

const MAX_LEADS = 12

/** Chapters that the viewer may see, by name. Up to `rows`. @param isOwn only those with a membership of the viewer, or only others */
export const chapterLines = (
  views: ViewReader,
  viewer: Viewer,
  { isOwn, after, rows }: RowRange & { isOwn?: boolean },
): (ChapterLine & Position)[] =>
  views
    .all<LineRow>(sql`
      SELECT c.id, c.nameKey AS key, c.slug, c.name, c.region, c.place, c.joinRule, c.listing, c.state,
        coalesce((SELECT count FROM chapterMemberCount AS n WHERE n.chapter = c.id AND n.state = 'active'), 0) AS members,
        mine.kind, mine.role, mine.state AS ownState, mine.since, mine.movedAt, mine.isInvited
      FROM chapter AS c LEFT JOIN chapterMembership AS mine ON mine.member = ${viewer.id} AND mine.chapter = c.id
      WHERE ${may('see').sql(viewer)} ${when(isOwn !== undefined, () => sql`AND (mine.position IS NOT NULL) = ${isOwn}`)}
        ${when(after, () => sql`AND (c.nameKey, c.id) > (${after!.key}, ${after!.id})`)}
      ORDER BY c.nameKey, c.id ${limit(rows)}`)
    .map(({ kind, role, ownState, since, movedAt, isInvited, ...line }) => ({
      ...line,
      own: ownFrom({ kind, role, ownState, since, movedAt, isInvited }),
    }))

/** Whether it is the picture of a chapter that visitors see. */
export const isPublicChapterCover = (views: ViewReader, image: string) =>
  views.get(sql`SELECT 1 FROM chapter AS c WHERE c.cover = ${image} AND ${isForVisitors}`) !== undefined

/** Chapters in which the viewer has a membership before the others, both by name. */
export const ownChaptersFirst = (views: ViewReader, viewer: Viewer, range: RowRange) =>
  inSequence(
    range,
    [true, false].map((isOwn) => (part) => chapterLines(views, viewer, { ...part, isOwn })),
  )

const isForVisitors = sql`(c.listing = 'public' AND c.isListed = 1)`

export const isChapterCoverShown: IsImageShown = (views, { userId, viewer }) =>
  views.get(sql`
    SELECT 1 FROM chapter AS c WHERE c.id = ${userId}
      AND ${viewer ? may('see').sql(viewer) : isForVisitors}`) !== undefined

const MAX_CHOICES = 1_000

/** Chapters in which the viewer may do this, by name. */
export const chapterChoices = (views: ViewReader, viewer: Viewer, action: ChapterAction) =>
  views.all<ChapterChoice & Pick<ChapterLine, 'listing'>>(sql`
    SELECT c.id, c.slug, c.name, c.listing FROM chapter AS c WHERE ${may(action).sql(viewer)}
    ORDER BY c.nameKey, c.id ${limit(MAX_CHOICES)}`)

export interface HomeChoice extends ChapterChoice {
  joinRule: ChapterLine['joinRule']
  place: string
  timeZone: string
}

/** Chapters that the viewer can join or ask to join, by name, unless they have a home or have asked for one. */
export const homeChoices = (views: ViewReader, viewer: Viewer) =>
  views.all<HomeChoice>(sql`
    SELECT c.id, c.slug, c.name, c.joinRule, c.place, c.timeZone FROM chapter AS c
    WHERE ${may('see').sql(viewer)} AND c.state <> 'closed' AND c.joinRule <> 'invited'
      AND NOT EXISTS (SELECT 1 FROM chapterMembership AS home
        WHERE home.member = ${viewer.id} AND home.kind = 'home' AND home.position IS NOT NULL)
    ORDER BY c.nameKey, c.id ${limit(MAX_CHOICES)}`)

function ownFrom({ kind, role, ownState: state, since, movedAt, isInvited }: OwnRow) {
  if (state === null) return undefined
  const invited = isInvited === 1 || undefined
  const undo = movedAt === null ? undefined : undoUntil(movedAt)
  return { kind, role, state, since, isInvited: invited, undoUntil: undo } as NonNullable<ChapterLine['own']>
}

export const chapterMemberTotal = (views: ViewReader, chapter: string) =>
  views.get<{ count: number }>(
    sql`SELECT count FROM chapterMemberCount WHERE chapter = ${chapter} AND state = 'active'`,
  )?.count ?? 0

/** Chapters that became part of this one, as long as that can be undone. */
export const mergedChapters = (views: ViewReader, chapter: string, now: number) =>
  views
    .all<{ slug: string; name: string; closedAt: string }>(sql`
      SELECT c.slug, c.name, c.closedAt FROM chapter AS c
      WHERE c.mergedInto = ${chapter} AND c.closedAt > ${isoInstant(now - UNDO_MOVE_DAYS * DAY)}
      ORDER BY c.closedAt ${limit(MAX_CHOICES)}`)
    .map(({ slug, name, closedAt }) => ({ slug, name, undoUntil: undoUntil(closedAt) }))

export const activeMemberIds = (views: ViewReader, chapter: string) =>
  views.column(sql`SELECT member FROM chapterMembership WHERE chapter = ${chapter} AND state = 'active'`)

/** Chapters that are not closed. */
export const openChapters = (views: ViewReader) =>
  views.all<ChapterChoice>(sql`
    SELECT c.id, c.slug, c.name FROM chapter AS c WHERE c.state <> 'closed'
    ORDER BY c.nameKey, c.id ${limit(MAX_CHOICES)}`)

/** Ids of the chapters in which the member has an active membership. */
export const ownChapterIds = (views: ViewReader, memberId: string) =>
  views.column(sql`
    SELECT chapter FROM chapterMembership
    WHERE member = ${memberId} AND position IN ${among(positionsThatCan('attend'))}`)

/** Active leads whom the viewer does not have to be kept from. */
export const leadCards = (views: ViewReader, viewerId: string, chapter: string): MemberCard[] =>
  views
    .all<{ card: string }>(sql`
      SELECT ${cardSeenBy(viewerId)} AS card
      FROM chapterMembership AS own JOIN person AS p ON p.id = own.member
      WHERE own.chapter = ${chapter} AND own.role = 'lead' AND own.state = 'active' AND ${isActiveFor(viewerId)}
      ORDER BY own.member ${limit(MAX_LEADS)}`)
    .map(({ card }) => parseCard(card))

/** Up to `rows`, those who joined last first. */
export const chapterMembers = (
  views: ViewReader,
  viewerId: string,
  { chapter, after, rows }: RowRange & { chapter: string },
): (DirectoryEntry & Position)[] =>
  views
    .all<Position & { card: string; details: Json<PersonDetails> }>(sql`
      SELECT own.member AS id, own.since AS key, ${cardSeenBy(viewerId)} AS card, p.details
      FROM chapterMembership AS own JOIN person AS p ON p.id = own.member
      WHERE own.chapter = ${chapter} AND own.state = 'active'
        AND p.isListed = 1 AND ${isNotBlocked(viewerId, sql`own.member`)}
        ${when(after, () => sql`AND (own.since, own.member) < (${after!.key}, ${after!.id})`)}
      ORDER BY own.since DESC, own.member DESC ${limit(rows)}`)
    .map(({ card, details, key }) => ({ ...parseCard(card), ...parseJson(details), key }))

/** Every member of the chapter whom the viewer sees, the latest first, with what each shows to all members. */
export const exportedPeople = (views: ViewReader, viewer: Viewer, chapter: string): ExportedPerson[] =>
  views
    .all<Omit<PersonRow, keyof Position | 'isInvited'> & { details: Json<PersonDetails> | null }>(sql`
      SELECT own.kind, own.role, own.since, p.card,
        CASE WHEN p.isListed = 1 THEN p.details END AS details
      FROM chapterMembership AS own CROSS JOIN person AS p ON p.id = own.member
      WHERE own.chapter = ${chapter} AND own.state = 'active' AND ${isActiveFor(viewer.id)}
      ORDER BY own.since DESC, own.member DESC`)
    .map(({ card, details, ...row }) => ({
      ...parseCard(card),
      ...(details === null ? {} : parseJson(details)),
      ...row,
    }))

type PersonRow = Position &
  Pick<ChapterPerson, 'kind' | 'role' | 'since'> & { card: string; isInvited: number }

/**
 * Memberships of a chapter, the latest first, as its leads see them: without people whom a block or a suspension hides. Up
 * to `rows`.
 */
export const chapterPeople = (
  views: ViewReader,
  viewer: Viewer,
  { chapter, state, after, rows }: RowRange & { chapter: string; state: 'active' | 'pending' },
): (ChapterPerson & Position)[] =>
  views
    .all<PersonRow>(sql`
      SELECT own.member AS id, own.since AS key, own.kind, own.role, own.since, own.isInvited, ${cardSeenBy(viewer.id)} AS card
      FROM chapterMembership AS own JOIN person AS p ON p.id = own.member
      WHERE own.chapter = ${chapter} AND own.state = ${state}
        AND ${canInCommunity(viewer.role, 'administer') ? isInListsOf(viewer.id) : isActiveFor(viewer.id)}
        ${when(after, () => sql`AND (own.since, own.member) < (${after!.key}, ${after!.id})`)}
      ORDER BY own.since DESC, own.member DESC ${limit(rows)}`)
    .map(({ card, isInvited, ...row }) => ({
      ...parseCard(card),
      ...row,
      isInvited: isInvited === 1 || undefined,
    }))
