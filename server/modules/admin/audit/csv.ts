import { setImmediate } from 'node:timers/promises'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { AuditLine } from '#shared/admin/audit.ts'
import { csvRows, writeCsv } from '#server/lib/text/csv.ts'

import { fieldsOf } from './fields.ts'

/** A larger file is of little use in a spreadsheet, and keeps a connection open for long. */
const MAX_ENTRIES = 50_000

const header = () => [
  m.csvAuditTime(),
  m.auditAction(),
  m.auditBy(),
  m.auditById(),
  m.auditTarget(),
  m.auditTargetId(),
  words.reason(),
  m.auditBefore(),
  m.auditAfter(),
  m.auditSession(),
  m.csvAuditId(),
]

type Line = AuditLine & Parameters<typeof fieldsOf>[0]

/**
 * Written in pieces, so that other requests are served in between. The last row reports entries that were left out.
 */
export async function* auditCsv(
  pieces: AsyncIterable<readonly Line[]>,
  most = MAX_ENTRIES,
): AsyncGenerator<string, void> {
  yield writeCsv([header()])
  let left = most
  for await (const lines of pieces) {
    yield csvRows(lines.slice(0, left).map(cellsOf))
    if (lines.length > left) {
      yield csvRows([[m.csvAuditMore()]])
      return
    }
    left -= lines.length
    await setImmediate()
  }
}

function cellsOf(line: Line) {
  const fields = fieldsOf(line)
  const listed = (side: 'before' | 'after') =>
    fields.flatMap((field) => (field[side] === undefined ? [] : `${field.name}: ${field[side]}`)).join('\n')
  return [
    // A format that every spreadsheet reads as a time.
    line.at.slice(0, 19).replace('T', ' '),
    line.action,
    line.actorName ?? '',
    line.actor ?? '',
    line.targetName ?? '',
    line.target ?? '',
    line.reason ?? '',
    listed('before'),
    listed('after'),
    line.sessionHash ?? '',
    line.id,
  ]
}
