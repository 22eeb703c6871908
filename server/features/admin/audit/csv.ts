import { setImmediate } from 'node:timers/promises'

import type { AuditLine } from '#shared/admin.ts'
import { csvRows, writeCsv } from '#server/lib/csv.ts'

import { fieldsOf } from './fields.ts'

/** A file larger than that is of little use in a spreadsheet, and keeps a connection open for long. */
const MOST_ENTRIES = 50_000

const HEADER = [
  'Time (UTC)',
  'Action',
  'By',
  'By (id)',
  'Target',
  'Target (id)',
  'Reason',
  'Before',
  'After',
  'Session',
  'Id',
]
const MORE = 'More entries match. Narrow the filters to download older ones.'

type Line = AuditLine & Parameters<typeof fieldsOf>[0]

/** In pieces, so that other requests are served in between. The last row says so where entries are left out. */
export async function* auditCsv(
  pieces: AsyncIterable<readonly Line[]>,
  most = MOST_ENTRIES,
): AsyncGenerator<string, void> {
  yield writeCsv([HEADER])
  let left = most
  for await (const lines of pieces) {
    yield csvRows(lines.slice(0, left).map(cellsOf))
    if (lines.length > left) {
      yield csvRows([[MORE]])
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
    // As every spreadsheet reads a time.
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
