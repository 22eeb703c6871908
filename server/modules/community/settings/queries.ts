import { nameForAdmins } from '#server/views/cards.ts'
import type { Position, RowRange } from '#server/views/cursor.ts'
import { limit, sql, type ViewReader, when } from '#server/views/sql.ts'

/** Audit entries about a target, with the names of the actors, latest first. Up to `rows`. */
export const changesOf = (views: ViewReader, target: string, { after, rows }: RowRange) =>
  views.all<Position & { actorName: string | null }>(sql`
    SELECT a.id, a.at AS key, ${nameForAdmins(sql`a.actor`)} AS actorName FROM auditEntry AS a
    WHERE a.target = ${target} ${when(after, () => sql`AND (a.at, a.id) < (${after!.key}, ${after!.id})`)}
    ORDER BY a.at DESC, a.id DESC ${limit(rows)}`)
