import * as m from '#shared/operations/messages.ts'
import { HOUR } from '#shared/lib/durations.ts'
import type { ErrorGroupQuery, ErrorGroupRow } from '#shared/operations/error-groups.ts'
import { SEEN_WITHIN } from '#shared/operations/client-error-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { nameForAdmins, shownName } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { type Json, limit, parseJson, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

import type { ErrorGroup } from './collection.ts'
import { OTHER } from './groups.ts'

interface Row
  extends
    Position,
    Pick<
      ErrorGroupRow,
      'version' | 'state' | 'type' | 'message' | 'firstAt' | 'lastAt' | 'count' | 'members' | 'visitors'
    > {
  isRefusal: number
  hours: Json<ErrorGroup['hours']>
  releases: Json<string[]>
  regressed: Json<NonNullable<ErrorGroup['regressed']>> | null
  resolved: Json<NonNullable<ErrorGroup['resolved']>> | null
  resolvedByName: string | null
}

type ErrorGroupFilter = Omit<ErrorGroupQuery, 'q' | 'cursor'>

const HOURS = 24

/** Up to `rows`, latest seen first. @param now milliseconds */
export const errorGroupPage = (
  views: ViewReader,
  { state, kind = 'defects', release, browser, since }: ErrorGroupFilter,
  { after, rows, now }: RowRange & { now: number },
) =>
  rowsWhere(
    views,
    sql`true ${when(state, () => sql`AND g.state = ${state}`)}
      ${when(kind !== 'any', () => sql`AND g.isRefusal = ${kind === 'refusals'}`)}
      ${when(since, () => sql`AND g.lastAt >= ${isoInstant(now - SEEN_WITHIN[since!])}`)}
      ${when(release !== undefined, () => sql`AND EXISTS (SELECT 1 FROM errorGroupRelease AS r WHERE r.number = g.number AND r.release = ${release})`)}
      ${when(browser !== undefined, () => sql`AND EXISTS (SELECT 1 FROM errorGroupBrowser AS b WHERE b.number = g.number AND b.browser = ${browser})`)}
      ${when(after, () => sql`AND (g.lastAt, g.id) < (${after!.key}, ${after!.id})`)}
    ORDER BY g.lastAt DESC, g.id DESC ${limit(rows)}`,
    now,
  )

/** The group with the fingerprint. @param now milliseconds */
export const errorGroupRow = (views: ViewReader, fingerprint: string, now: number) =>
  rowsWhere(views, sql`g.id = ${fingerprint}`, now).at(0)

const rowsWhere = (views: ViewReader, conditions: Query, now: number) =>
  views
    .all<Row>(sql`
      SELECT g.id, g.lastAt AS key, g.version, g.state, g.type, g.message, g.firstAt, g.lastAt, g.count, g.members,
        g.visitors, g.isRefusal, g.hours, g.releases, g.regressed, g.resolved,
        ${nameForAdmins(sql`g.resolved ->> 'by'`)} AS resolvedByName
      FROM errorGroup AS g WHERE ${conditions}`)
    .map((row) => toRow(row, now))

function toRow(row: Row, now: number): ErrorGroupRow & Position {
  const { isRefusal, hours, releases, regressed, resolved, resolvedByName, ...rest } = row
  const present = Math.floor(now / HOUR)
  const counts = new Map(parseJson(hours).map(({ hour, count }) => [hour, count]))
  return {
    ...rest,
    // The group of the others has a message stored in English.
    message: row.id === OTHER ? m.groupOverflow() : row.message,
    fingerprint: row.id,
    isRefusal: isRefusal === 1,
    releases: parseJson(releases),
    hours: Array.from({ length: HOURS }, (_, at) => counts.get(present - HOURS + 1 + at) ?? 0),
    isNew: now - Date.parse(row.firstAt) < HOURS * HOUR,
    regressed: regressed === null ? undefined : parseJson(regressed),
    resolved: resolved === null ? undefined : { ...parseJson(resolved), by: shownName(resolvedByName) },
  }
}

/** User id of the member with the email, in lower case. */
export const userIdOf = (views: ViewReader, email: string) =>
  views.get<{ id: string }>(sql`SELECT id FROM person WHERE email = ${email} AND status <> 'former'`)?.id
