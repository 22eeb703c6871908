import { DAY } from '#shared/lib/durations.ts'
import type { MemberStatus } from '#shared/people/profile.ts'

import { can, type MemberRole } from '#shared/people/roles.ts'

/** Rules about role and status, whatever changes them: an admin's decision, a sign-in, a deletion or time. */

/** Milliseconds between the request of a deletion and the deletion. */
export const DELETION_DELAY = 14 * DAY

export const isActiveAdmin = ({ role, status }: { role: MemberRole; status: MemberStatus }) =>
  can(role, 'administer') && status === 'active'

/** Whether one of the active admins remains without the member. Ignores those whose account is about to be deleted. */
export const hasOtherAdmin = (admins: readonly { id: string; deletionDueAt?: string }[], memberId: string) =>
  admins.some(({ id, deletionDueAt }) => id !== memberId && !deletionDueAt)

interface Explanation {
  statusReason?: string
  suspendedUntil?: string
}

/** The member with another status. The explanation of the status before it is dropped. */
export function withStatus<M extends Explanation & { status: MemberStatus }>(
  before: M,
  status: MemberStatus,
  { statusReason, suspendedUntil }: Explanation = {},
) {
  const { statusReason: _, suspendedUntil: __, ...rest } = before
  return {
    ...rest,
    status,
    ...(statusReason && { statusReason }),
    ...(suspendedUntil && { suspendedUntil }),
  }
}
