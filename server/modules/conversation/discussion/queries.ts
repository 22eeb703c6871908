import { can } from '#shared/people/roles.ts'
import type { DiscussionNews } from '#shared/conversation/discussion/rules.ts'
import type { Post } from '#shared/conversation/discussion/schema.ts'
import type { Hidden } from '#shared/lib/hidden.ts'
import type { Actor } from '#server/modules/actor.ts'
import { isVisible } from '#server/modules/events/events/rules.ts'
import { cardFrom, cardSeenBy, isInListsOf } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

type Viewer = Pick<Actor, 'id' | 'role'>

interface PostRow extends Position {
  by: string
  text: string
  at: string
  editedAt: string | null
  isMarked: number
  hidden: Json<Hidden> | null
  /** JSON. */
  card: string | null
}

/**
 * Excludes posts of members who are suspended or separated from the viewer by a block, and those that an admin has
 * hidden, except the viewer's own. @param post a table
 */
const isSeenBy = ({ id, role }: Viewer, post: Query): Query => sql`
  NOT EXISTS (SELECT 1 FROM person AS p WHERE p.id = ${post}.by AND NOT ${isInListsOf(id)})
  AND (${post}.isHidden = 0 OR ${post}.by = ${id} OR ${can(role, 'administer')})`

const columns = ({ id }: Viewer, post: Query) => sql`
  ${post}.id, ${post}.by, ${post}.text, ${post}.at, ${post}.editedAt, ${post}.hidden, ${cardSeenBy(id)} AS card`

/** Pinned questions first, then the latest; up to `rows`. */
export const questionsOf = (views: ViewReader, viewer: Viewer, event: string, { after, rows }: RowRange) =>
  views.all<PostRow>(sql`
    SELECT ${columns(viewer, sql`q`)}, q.place AS key, q.isPinned AS isMarked
    FROM discussionPost AS q LEFT JOIN person AS p ON p.id = q.by
    WHERE q.event = ${event} AND q.question = '' AND ${isSeenBy(viewer, sql`q`)}
      ${when(after, () => sql`AND (q.place, q.id) < (${after!.key}, ${after!.id})`)}
    ORDER BY q.place DESC, q.id DESC ${limit(rows)}`)

/** The first answers to each of these questions, with the number of all. */
export const firstAnswers = (views: ViewReader, viewer: Viewer, questions: readonly string[], rows: number) =>
  views.all<PostRow & { question: string; total: number }>(sql`
    SELECT ${columns(viewer, sql`r`)}, r.question, first.isMarked, first.total, '' AS key FROM (
      SELECT r.number, r.id = q.answer AS isMarked, count(*) OVER (PARTITION BY q.id) AS total,
        row_number() OVER (PARTITION BY q.id ORDER BY coalesce(r.id = q.answer, 0) DESC, r.at, r.id) AS position
      FROM json_each(${JSON.stringify(questions)}) AS wanted
        CROSS JOIN discussionPost AS q ON q.id = wanted.value
        CROSS JOIN discussionPost AS r ON r.question = q.id
      WHERE ${isSeenBy(viewer, sql`r`)}) AS first
    CROSS JOIN discussionPost AS r ON r.number = first.number LEFT JOIN person AS p ON p.id = r.by
    WHERE first.position <= ${rows} ORDER BY first.position`)

/** All answers to a question, the marked one first, then the earliest; up to `rows`. */
export const answersTo = (
  views: ViewReader,
  viewer: Viewer,
  { event, question }: { event: string; question: string },
  { after, rows }: RowRange,
) =>
  views.all<PostRow>(sql`
    SELECT ${columns(viewer, sql`r`)}, coalesce(r.id = q.answer, 0) AS isMarked,
      iif(r.id = q.answer, '0 ', '1 ') || r.at AS key
    FROM discussionPost AS q CROSS JOIN discussionPost AS r ON r.question = q.id
      LEFT JOIN person AS p ON p.id = r.by
    WHERE q.id = ${question} AND q.event = ${event} AND ${isSeenBy(viewer, sql`q`)} AND ${isSeenBy(viewer, sql`r`)}
      ${when(after, () => sql`AND (key, r.id) > (${after!.key}, ${after!.id})`)}
    ORDER BY key, r.id ${limit(rows)}`)

/** A question or an answer that the viewer can see. */
export const postById = (views: ViewReader, viewer: Viewer, id: string) =>
  views.get<PostRow & { event: string; question: string }>(sql`
    SELECT ${columns(viewer, sql`r`)}, r.event, r.question, '' AS key,
      coalesce(iif(r.question = '', r.isPinned, r.id = q.answer), 0) AS isMarked
    FROM discussionPost AS r CROSS JOIN discussionPost AS q ON q.id = iif(r.question = '', r.id, r.question)
      LEFT JOIN person AS p ON p.id = r.by
    WHERE r.id = ${id} AND ${isSeenBy(viewer, sql`q`)} AND ${isSeenBy(viewer, sql`r`)}`)

export const newsFor = (views: ViewReader, event: string, member: string): DiscussionNews =>
  views.get<{ news: DiscussionNews }>(
    sql`SELECT news FROM discussionChoice WHERE event = ${event} AND member = ${member}`,
  )?.news ?? 'own'

interface NewPosts {
  event: string
  title: string
  member: string
  questions: number
  answers: number
}

/**
 * Numbers of posts after `after` and no later than `until` (ISO instants), by event and by member to notify: hosts
 * about questions, askers about answers, and followers of the discussion about both.
 */
export const newPosts = (views: ViewReader, after: string, until: string) =>
  views.all<NewPosts>(sql`
    SELECT e.id AS event, e.title, fresh.member,
      count(*) FILTER (WHERE fresh.question = '') AS questions,
      count(*) FILTER (WHERE fresh.question <> '') AS answers
    FROM (
      SELECT r.*, e.organiser AS member FROM ${newIn(after, until)} CROSS JOIN event AS e ON e.id = r.event
        WHERE r.question = ''
      UNION SELECT r.*, host.value FROM ${newIn(after, until)} CROSS JOIN event AS e ON e.id = r.event
        CROSS JOIN json_each(e.hosts) AS host WHERE r.question = ''
      UNION SELECT r.*, q.by FROM ${newIn(after, until)} CROSS JOIN discussionPost AS q ON q.id = r.question
      UNION SELECT r.*, c.member FROM ${newIn(after, until)}
        CROSS JOIN discussionChoice AS c ON c.event = r.event AND c.news = 'all'
    ) AS fresh
    CROSS JOIN discussionPost AS q ON q.id = iif(fresh.question = '', fresh.id, fresh.question)
    CROSS JOIN event AS e ON e.id = fresh.event
    WHERE fresh.member NOT IN (fresh.by) AND ${isVisible.sql} AND q.isHidden = 0
      AND ${isActive(sql`fresh.by`)} AND (fresh.member = q.by OR ${isActive(sql`q.by`)})
      AND NOT EXISTS (SELECT 1 FROM blockedPair AS pair
        WHERE pair.viewerId = fresh.member AND pair.otherId IN (fresh.by, q.by))
      AND NOT EXISTS (SELECT 1 FROM discussionChoice AS c
        WHERE c.event = fresh.event AND c.member = fresh.member AND c.news = 'none')
    GROUP BY e.id, fresh.member ORDER BY e.id, fresh.member`)

const newIn = (after: string, until: string) => sql`(
  SELECT id, event, question, by FROM discussionPost
  WHERE at > ${after} AND at <= ${until} AND isHidden = 0) AS r`

const isActive = (memberId: Query) =>
  sql`EXISTS (SELECT 1 FROM person AS a WHERE a.id = ${memberId} AND a.status IN ('active', 'former'))`

export const postFrom = (
  { id, by, text, at, editedAt, isMarked, hidden, card }: PostRow,
  viewerId: string,
): Post => ({
  id,
  text,
  by: cardFrom(by, card),
  at,
  editedAt: editedAt ?? undefined,
  isOwn: by === viewerId,
  isMarked: isMarked === 1,
  hidden: hidden === null ? undefined : parseJson(hidden),
})
