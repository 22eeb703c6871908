import { setImmediate as nextTurn } from 'node:timers/promises'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { AuditLine } from '#shared/admin/audit.ts'
import { type Column, csvHeader, csvLine, csvLines } from '#server/lib/text/csv.ts'

import { fieldsOf } from './fields.ts'

/** A larger file is of little use in a spreadsheet, and keeps a connection open for long. */
const MAX_ENTRIES = 50_000

type Line = AuditLine & Parameters<typeof fieldsOf>[0]

/**
 * Written in pieces, so that other requests are served in between. The last row reports entries that were left out.
 */
export async function* auditCsv(
  pieces: AsyncIterable<readonly Line[]>,
  most = MAX_ENTRIES,
): AsyncGenerator<string, void> {
  const columns = auditColumns()
  yield csvHeader(columns)
  let left = most
  for await (const lines of pieces) {
    yield csvLines(columns, lines.slice(0, left))
    if (lines.length > left) {
      yield csvLine([m.csvAuditMore()])
      return
    }
    left -= lines.length
    await nextTurn()
  }
}

const auditColumns = (): Column<Line>[] => [
  // A format that every spreadsheet reads as a time.
  [m.csvAuditTime(), ({ at }) => at.slice(0, 19).replace('T', ' ')],
  [m.action(), ({ action }) => action],
  [m.by(), ({ actorName }) => actorName],
  [m.auditById(), ({ actor }) => actor ?? ''],
  [m.auditTarget(), ({ targetName }) => targetName],
  [m.auditTargetId(), ({ target }) => target],
  [words.reason(), ({ reason }) => reason],
  [m.auditBefore(), (line) => listed(line, 'before')],
  [m.auditAfter(), (line) => listed(line, 'after')],
  [m.auditSession(), ({ sessionHash }) => sessionHash],
  [m.csvAuditId(), ({ id }) => id],
]

const listed = (line: Line, side: 'before' | 'after') =>
  fieldsOf(line)
    .flatMap((field) => (field[side] === undefined ? [] : `${field.name}: ${field[side]}`))
    .join('\n')
