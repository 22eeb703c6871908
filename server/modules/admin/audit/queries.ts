import type { AuditFilter, AuditLine } from '#shared/admin/audit.ts'
import { normalInstant } from '#server/lib/clock.ts'
import { nameForAdmins } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { among, limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

/** Precedes the id of a group in an entry about client errors. */
const ERROR_TARGET = 'client-error:'

type Row = Pick<AuditLine, 'id' | 'at' | 'action' | 'actor'> &
  Position & {
    target: string | null
    reason: string | null
    sessionHash: string | null
    chapter: string | null
    actorName: string | null
    targetName: string | null
  }

/** Up to `rows`, newest first. */
export function auditLines(
  views: ViewReader,
  { action, actor, target, sessions, from, before }: AuditFilter,
  { after, rows }: RowRange,
): (AuditLine & Position)[] {
  // Entries of an action, and those without sign-ins, are many more than those of a person: the plus sign reserves
  // their indexes for queries that name no person.
  const plus = actor === undefined && target === undefined ? sql`` : sql`+`
  return views
    .all<Row>(sql`
      SELECT a.id, a.at AS key, a.at, a.action, a.actor, a.target, a.reason, a.sessionHash, a.chapter,
        ${nameForAdmins(sql`a.actor`)} AS actorName, ${nameOfTarget(sql`a.target`)} AS targetName
      FROM auditEntry AS a WHERE true
        ${when(action, () => sql`AND ${plus}a.action = ${action}`)}
        ${when(actor, () => sql`AND a.actor = ${actor}`)} ${when(target, () => sql`AND a.target = ${target}`)}
        ${when(sessions, () => sql`AND ${plus}a.isSession = 0`)}
        ${when(from, () => sql`AND a.at >= ${normalInstant(from!)}`)}
        ${when(before, () => sql`AND a.at < ${normalInstant(before!)}`)}
        ${when(after, () => sql`AND (a.at, a.id) < (${after!.key}, ${after!.id})`)}
      ORDER BY a.at DESC, a.id DESC ${limit(rows)}`)
    .map(({ target: of, reason, sessionHash, chapter, actorName, targetName, ...line }) => ({
      ...line,
      target: of ?? undefined,
      reason: reason ?? undefined,
      sessionHash: sessionHash ?? undefined,
      chapter: chapter ?? undefined,
      actorName: actorName || undefined,
      targetName: targetName || undefined,
    }))
}

/** Names for ids in a filter or an entry, without unknown ones. */
export function namesOf(
  views: ViewReader,
  { actor, target }: { actor?: string | null | undefined; target?: string | undefined },
): Pick<AuditLine, 'actorName' | 'targetName'> {
  const { actorName, targetName } = views.get<{ actorName: string | null; targetName: string | null }>(sql`
    SELECT ${nameForAdmins(sql`${actor}`)} AS actorName, ${nameOfTarget(sql`${target}`)} AS targetName`)!
  return { actorName: actorName || undefined, targetName: targetName || undefined }
}

/** The given ids of current and former members. */
export const membersAmong = (views: ViewReader, ids: readonly string[]) =>
  views.column(sql`SELECT id FROM person WHERE id IN ${among(ids)}`)

/** The name of a member or chapter, the title of an event or round, an invitation’s address, or an error’s message. */
const nameOfTarget = (id: Query): Query => sql`coalesce(
  ${nameForAdmins(id)},
  (SELECT title FROM event WHERE event.id = ${id}),
  (SELECT name FROM chapter WHERE chapter.id = ${id}),
  (SELECT title FROM round WHERE round.id = ${id}),
  (SELECT email FROM invitation WHERE invitation.id = ${id}),
  (SELECT message FROM errorGroup WHERE errorGroup.id = substr(${id}, ${ERROR_TARGET.length + 1})
    AND ${id} LIKE ${`${ERROR_TARGET}%`}))`
