import type { ErrorGroupQuery, ErrorGroupRow } from '#shared/client-error-groups.ts'
import { SEEN_WITHIN } from '#shared/client-error-rules.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { nameForAdmins } from '#server/views/cards.ts'
import type { Position } from '#server/views/cursor.ts'
import { limit, type Query, sql, type ViewReader, when } from '#server/views/sql.ts'

import type { ErrorGroup } from './collection.ts'

interface Row
  extends
    Position,
    Pick<
      ErrorGroupRow,
      'version' | 'state' | 'type' | 'message' | 'firstAt' | 'lastAt' | 'count' | 'members' | 'visitors'
    > {
  isRefusal: number
  /** JSON, like the others below. */
  hours: string
  releases: string
  regressed: string | null
  resolved: string | null
  resolvedByName: string | null
}

export type ErrorGroupFilter = Omit<ErrorGroupQuery, 'q' | 'cursor'>

const HOURS = 24
const HOUR = 60 * 60_000

/** Up to `rows` and one more, the latest seen first. @param now milliseconds */
export const errorGroupPage = (
  views: ViewReader,
  { state, kind = 'defects', release, browser, since }: ErrorGroupFilter,
  { after, rows, now }: { after: Position | undefined; rows: number; now: number },
) =>
  rowsWhere(
    views,
    sql`true ${when(state, () => sql`AND g.state = ${state}`)}
      ${when(kind !== 'any', () => sql`AND g.isRefusal = ${kind === 'refusals'}`)}
      ${when(since, () => sql`AND g.lastAt >= ${isoInstant(now - SEEN_WITHIN[since!] * HOUR)}`)}
      ${when(release !== undefined, () => sql`AND EXISTS (SELECT 1 FROM errorGroupRelease AS r WHERE r.number = g.number AND r.release = ${release})`)}
      ${when(browser !== undefined, () => sql`AND EXISTS (SELECT 1 FROM errorGroupBrowser AS b WHERE b.number = g.number AND b.browser = ${browser})`)}
      ${when(after, () => sql`AND (g.lastAt, g.id) < (${after!.key}, ${after!.id})`)}
    ORDER BY g.lastAt DESC, g.id DESC ${limit(rows + 1)}`,
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
  const counts = new Map((JSON.parse(hours) as ErrorGroup['hours']).map(({ hour, count }) => [hour, count]))
  return {
    ...rest,
    fingerprint: row.id,
    isRefusal: isRefusal === 1,
    releases: JSON.parse(releases) as string[],
    hours: Array.from({ length: HOURS }, (_, at) => counts.get(present - HOURS + 1 + at) ?? 0),
    isNew: now - Date.parse(row.firstAt) < HOURS * HOUR,
    ...(regressed !== null && { regressed: JSON.parse(regressed) as ErrorGroup['regressed'] & {} }),
    ...(resolved !== null && {
      resolved: {
        ...(JSON.parse(resolved) as ErrorGroup['resolved'] & {}),
        by: resolvedByName ?? FORMER_MEMBER,
      },
    }),
  }
}
