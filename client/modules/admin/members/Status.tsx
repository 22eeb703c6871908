import type { AdminMemberRow } from '#shared/admin/members.ts'
import * as m from '#shared/admin/messages.ts'
import { LastDay } from '#client/modules/people/members/Time.tsx'
import { rich } from '#client/ui/rich.tsx'

/** The status of a member, with the last day of a suspension. */
export function Status({ status, suspendedUntil }: Pick<AdminMemberRow, 'status' | 'suspendedUntil'>) {
  const name = m.statusName({ status })
  return suspendedUntil
    ? rich(m.membersStatusUntil({ status: name, date: <LastDay end={suspendedUntil} /> }))
    : name
}
