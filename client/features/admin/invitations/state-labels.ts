import type { InvitationState } from '#shared/invitation-rules.ts'

export const STATE_LABELS: Record<InvitationState, string> = {
  open: 'Open',
  expired: 'Expired',
  accepted: 'Joined',
  revoked: 'Revoked',
}
