import { INVITATION_KEPT, INVITATION_LIFETIME, type InvitationState } from '#shared/invitation-rules.ts'
import type { Invitation } from '#shared/invitations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'

import type { InvitationDocument } from './collection.ts'

export const stateOf = ({ state, expiresAt }: InvitationDocument, now: number): InvitationState =>
  state === 'open' && Date.parse(expiresAt) <= now ? 'expired' : state

/** A link that is sent now. */
export const sentNow = (sentBy: string, now: number) => ({
  state: 'open' as const,
  sentAt: isoInstant(now),
  sentBy,
  expiresAt: isoInstant(now + INVITATION_LIFETIME),
  deleteAt: isoInstant(now + INVITATION_LIFETIME + INVITATION_KEPT),
})

/** What is over is kept for a while, so that admins see what became of it. */
export const endedNow = (now: number) => ({ deleteAt: isoInstant(now + INVITATION_KEPT) })

export const accepted = (invitation: InvitationDocument, memberId: string, now: number) => ({
  ...invitation,
  state: 'accepted' as const,
  acceptedBy: memberId,
  ...endedNow(now),
  version: invitation.version + 1,
})

const CLOSED = {
  expired: 'This invitation has expired. Ask for a new one.',
  accepted: 'This invitation has already been used.',
  revoked: 'This invitation was withdrawn.',
}

/** @throws Failure 409 */
export function assertOpen(invitation: InvitationDocument, now: number) {
  const state = stateOf(invitation, now)
  if (state !== 'open') throw conflict(`invitation_${state}`, CLOSED[state])
}

export const viewOf = (document: InvitationDocument, now: number): Invitation => {
  const { id, version, email, profile, sentAt, expiresAt, request } = document
  return {
    id,
    version,
    email,
    ...(profile.displayName && { displayName: profile.displayName }),
    state: stateOf(document, now),
    sentAt,
    expiresAt,
    ...(request && { request }),
  }
}
