import { setImmediate } from 'node:timers/promises'

import type { AdminMemberRow } from '#shared/admin-members.ts'
import { csvRows, writeCsv } from '#server/lib/csv.ts'

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

/** Other requests are served between two pieces. */
export async function* memberCsv(pieces: Iterable<readonly AdminMemberRow[]>) {
  yield writeCsv([HEADER])
  for (const members of pieces) {
    yield csvRows(members.map(cellsOf))
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
