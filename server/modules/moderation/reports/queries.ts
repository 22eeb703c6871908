import type { OwnReport, ReportRow, Warning } from '#shared/moderation/reports.ts'
import { nameForAdmins, shownName } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { limit, parseJson, type Query, sql, type ViewReader, when, type Json } from '#server/views/sql.ts'

import type { ReportDocument } from './collection.ts'
import { outcomeOf } from './decision.ts'

interface Row
  extends Position, Pick<ReportDocument, 'version' | 'kind' | 'reason' | 'text' | 'at' | 'owner'> {
  reporter: string | null
  /** JSON. */
  decision: Json<ReportDocument['decision']> | null
  ownerName: string | null
  reporterName: string | null
  decidedByName: string | null
}

/** Excludes reports for admins who are responsible for the reported content. */
const mayBeHandledBy = (adminId: string): Query =>
  sql`NOT EXISTS (SELECT 1 FROM reportConcerned AS c WHERE c.number = r.number AND c.memberId = ${adminId})`

/** Up to `rows`. Open ones, longest waiting first, or decided ones, latest first. */
export function reportQueue(
  views: ViewReader,
  adminId: string,
  state: ReportDocument['state'],
  { after, rows }: RowRange,
) {
  const [direction, comparison] = state === 'open' ? [sql``, sql`>`] : [sql`DESC`, sql`<`]
  return rowsWhere(
    views,
    sql`r.state = ${state} AND ${mayBeHandledBy(adminId)}
      ${when(after, () => sql`AND (r.at, r.id) ${comparison} (${after!.key}, ${after!.id})`)}
    ORDER BY r.at ${direction}, r.id ${direction} ${limit(rows)}`,
  )
}

/** Number of reports that the admin has to decide. */
export const openTotal = (views: ViewReader, adminId: string) =>
  views.get<{ total: number }>(
    sql`SELECT count(*) AS total FROM report AS r WHERE r.state = 'open' AND ${mayBeHandledBy(adminId)}`,
  )!.total

export const reportRow = (views: ViewReader, id: string) => rowsWhere(views, sql`r.id = ${id}`).at(0)

/**
 * The latest reports about a member or by one that the admin may handle, without the one that is shown beside them.
 */
export const latestReports = (
  views: ViewReader,
  adminId: string,
  { owner, reporter, except }: { owner?: string; reporter?: string; except: string },
  rows: number,
) =>
  rowsWhere(
    views,
    sql`${owner === undefined ? sql`r.reporter = ${reporter}` : sql`r.owner = ${owner}`}
      AND r.id <> ${except} AND ${mayBeHandledBy(adminId)}
    ORDER BY r.at DESC, r.id DESC ${limit(rows)}`,
  )

/** Up to `rows`, latest first. */
export const ownReports = (views: ViewReader, reporter: string, { after, rows }: RowRange) =>
  views
    .all<Pick<Row, 'id' | 'key' | 'kind' | 'reason' | 'text' | 'at' | 'decision'>>(sql`
      SELECT id, at AS key, kind, reason, text, at, decision FROM report
      WHERE reporter = ${reporter} ${when(after, () => sql`AND (at, id) < (${after!.key}, ${after!.id})`)}
      ORDER BY at DESC, id DESC ${limit(rows)}`)
    .map(({ decision, ...row }): OwnReport & Position => ({ ...row, ...outcomeOf(decisionFrom(decision)) }))

/** Warnings that the member has to acknowledge. */
export const openWarnings = (views: ViewReader, memberId: string) =>
  views
    .all<Pick<Row, 'id' | 'kind' | 'decision'>>(
      sql`SELECT id, kind, decision FROM report WHERE awaits = ${memberId} ORDER BY id`,
    )
    .flatMap(({ id, kind, decision }): Warning[] => {
      const { note: text, at } = decisionFrom(decision) ?? {}
      return text === undefined || at === undefined ? [] : [{ id, kind, text, at }]
    })

const rowsWhere = (views: ViewReader, conditions: Query) =>
  views
    .all<Row>(sql`
      SELECT r.id, r.at AS key, r.version, r.kind, r.reason, r.text, r.at, r.owner, r.reporter, r.decision,
        ${nameForAdmins(sql`r.owner`)} AS ownerName, ${nameForAdmins(sql`r.reporter`)} AS reporterName,
        ${nameForAdmins(sql`r.decision ->> 'by'`)} AS decidedByName
      FROM report AS r WHERE ${conditions}`)
    .map(toRow)

function toRow({ owner, ownerName, reporter, reporterName, decision: json, decidedByName, ...row }: Row) {
  const decision = decisionFrom(json)
  return {
    ...row,
    owner: person(owner, ownerName),
    reporter: reporter === null ? undefined : person(reporter, reporterName),
    decision: decision && { ...decision, by: person(decision.by, decidedByName) },
  } satisfies ReportRow & Position
}

const person = (id: string, name: string | null) => ({ id, displayName: shownName(name) })

const decisionFrom = (json: Row['decision']) => (json === null ? undefined : parseJson(json))
