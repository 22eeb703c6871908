import { setImmediate } from 'node:timers/promises'

import type { AdminMemberRow } from '#shared/admin-members.ts'
import { csvRows, writeCsv } from '#server/lib/csv.ts'

const ROWS_AT_ONCE = 1_000

const HEADER = [
  'Name',
  'Email',
  'Role',
  'Status',
  'Suspension ends (UTC)',
  'Joined (UTC)',
  'Last active (UTC)',
  'Tier',
  'Has a connection',
  'Has met someone',
]

/** In pieces of a thousand members, so that other requests are served in between. */
export async function* memberCsv(members: readonly AdminMemberRow[]) {
  yield writeCsv([HEADER])
  for (let at = 0; at < members.length; at += ROWS_AT_ONCE) {
    yield csvRows(members.slice(at, at + ROWS_AT_ONCE).map(cellsOf))
    await setImmediate()
  }
}

const cellsOf = (member: AdminMemberRow) => [
  member.displayName,
  member.email,
  member.role,
  member.status,
  minuteOf(member.suspendedUntil),
  minuteOf(member.joinedAt),
  member.activeOn ?? '',
  member.tier,
  member.connected ? 'Yes' : 'No',
  member.met ? 'Yes' : 'No',
]

/** `2026-07-01 07:30`, which every spreadsheet reads as a time. */
const minuteOf = (instant = '') => instant.slice(0, 16).replace('T', ' ')
