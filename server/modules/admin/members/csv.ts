import { setImmediate as nextTurn } from 'node:timers/promises'

import * as m from '#shared/admin/messages.ts'
import type { AdminMemberRow } from '#shared/admin/members.ts'
import { type Column, csvHeader, csvLines } from '#server/lib/text/csv.ts'

/** Other requests are served between two pieces. */
export async function* memberCsv(pieces: Iterable<readonly AdminMemberRow[]>) {
  const columns = memberColumns()
  yield csvHeader(columns)
  for (const members of pieces) {
    yield csvLines(columns, members)
    await nextTurn()
  }
}

const memberColumns = (): Column<AdminMemberRow>[] => [
  [m.name(), ({ displayName }) => displayName],
  [m.email(), ({ email }) => email],
  [m.membersRole(), ({ role }) => role],
  [m.membersStatus(), ({ status }) => status],
  [m.csvMembersSuspension(), ({ suspendedUntil }) => minuteOf(suspendedUntil)],
  [m.csvMembersJoined(), ({ joinedAt }) => minuteOf(joinedAt)],
  [m.csvMembersActive(), ({ activeOn }) => activeOn],
  [m.membersTier(), ({ tier }) => tier],
  [m.csvMembersConnection(), ({ connected }) => (connected ? m.csvYes() : m.csvNo())],
  [m.csvMembersMet(), ({ met }) => (met ? m.csvYes() : m.csvNo())],
]

/** `2026-07-01 07:30`, which every spreadsheet reads as a time. */
const minuteOf = (instant = '') => instant.slice(0, 16).replace('T', ' ')
