import { setImmediate } from 'node:timers/promises'

import * as m from '#shared/admin/messages.ts'
import type { AdminMemberRow } from '#shared/admin/members.ts'
import { csvRows, writeCsv } from '#server/lib/text/csv.ts'

const header = () => [
  m.membersName(),
  m.membersEmail(),
  m.membersRole(),
  m.membersStatus(),
  m.csvMembersSuspension(),
  m.csvMembersJoined(),
  m.csvMembersActive(),
  m.membersTier(),
  m.csvMembersConnection(),
  m.csvMembersMet(),
]

/** Other requests are served between two pieces. */
export async function* memberCsv(pieces: Iterable<readonly AdminMemberRow[]>) {
  yield writeCsv([header()])
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
  member.connected ? m.csvYes() : m.csvNo(),
  member.met ? m.csvYes() : m.csvNo(),
]

/** `2026-07-01 07:30`, which every spreadsheet reads as a time. */
const minuteOf = (instant = '') => instant.slice(0, 16).replace('T', ' ')
