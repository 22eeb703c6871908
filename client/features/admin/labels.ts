import type { MembershipActionKind } from '#shared/membership-actions.ts'
import type { MemberStatus } from '#shared/profile.ts'
import type { MemberRole } from '#shared/roles.ts'

export const ROLE_LABELS: Record<MemberRole, string> = {
  member: 'Member',
  organiser: 'Organiser',
  admin: 'Admin',
}

export const STATUS_LABELS: Record<MemberStatus, string> = {
  pending: 'Awaiting approval',
  active: 'Active',
  suspended: 'Suspended',
  declined: 'Declined',
  former: 'Deleted',
}

/** On buttons. */
export const ACTION_VERBS: Record<MembershipActionKind, string> = {
  approve: 'Approve',
  decline: 'Decline',
  suspend: 'Suspend',
  restore: 'Restore',
  changeRole: 'Change role',
}
