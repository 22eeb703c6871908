import * as m from '#shared/accounts/messages.ts'
import {
  INVITATION_KEPT,
  INVITATION_LIFETIME,
  type InvitationState,
} from '#shared/accounts/invitation-rules.ts'
import type { Invitation } from '#shared/accounts/invitations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'

import type { InvitationDocument } from './collection.ts'

export const stateOf = ({ state, expiresAt }: InvitationDocument, now: number): InvitationState =>
  state === 'open' && Date.parse(expiresAt) <= now ? 'expired' : state

/** Fields of a link that is sent now. */
export const sentNow = (sentBy: string, now: number) => ({
  state: 'open' as const,
  sentAt: isoInstant(now),
  sentBy,
  expiresAt: isoInstant(now + INVITATION_LIFETIME),
  deleteAt: isoInstant(now + INVITATION_LIFETIME + INVITATION_KEPT),
})

/** Ended invitations are kept for a while, so that admins see their outcome. */
export const endedNow = (now: number) => ({ deleteAt: isoInstant(now + INVITATION_KEPT) })

export const accepted = (invitation: InvitationDocument, memberId: string, now: number) => ({
  ...invitation,
  state: 'accepted' as const,
  acceptedBy: memberId,
  ...endedNow(now),
  version: invitation.version + 1,
})

const CLOSED = {
  expired: m.invitationExpiredText,
  accepted: m.invitationUsedText,
  revoked: m.invitationRevokedText,
}

/** @throws Failure 409 */
export function assertOpen(invitation: InvitationDocument, now: number) {
  const state = stateOf(invitation, now)
  if (state !== 'open') throw conflict(`invitation_${state}`, CLOSED[state]())
}

export const viewOf = (document: InvitationDocument, now: number): Invitation => {
  const { id, version, email, profile, sentAt, expiresAt, request } = document
  return {
    id,
    version,
    email,
    displayName: profile.displayName || undefined,
    state: stateOf(document, now),
    sentAt,
    expiresAt,
    request: request && requestOf(request),
  }
}

export type InvitationRequest = NonNullable<InvitationDocument['request']>

export const requestOf = ({ consent: approval, ...request }: InvitationRequest) => ({
  ...request,
  approval,
})
