import { eachOf } from '#server/lib/all-of.ts'

import { invitations } from './collection.ts'
import { createJoining } from './joining.ts'
import { createSending, type SendingDeps } from './sending.ts'

export type InvitationService = ReturnType<typeof createInvitationService>

export function createInvitationService(deps: SendingDeps & Parameters<typeof createJoining>[0]) {
  const { store } = deps
  return {
    ...createSending(deps),
    ...createJoining(deps),

    /** The invitations that a member used or asked to use, without those that they sent: these are about others. */
    async *exportOf(memberId: string) {
      for await (const { email, state, sentAt, profile } of eachOf(store, invitations, usedBy(memberId)))
        yield { email, state, sentAt, profile }
      for await (const { state, request } of eachOf(store, invitations, requestedBy(memberId)))
        yield { state, request }
    },

    async forget(memberId: string): Promise<void> {
      for await (const { id } of eachOf(store, invitations, usedBy(memberId)))
        await store.transact(async (tx) => tx.delete(invitations, id))
      for await (const { id } of eachOf(store, invitations, requestedBy(memberId)))
        await store.transact(async (tx) => {
          const invitation = await tx.get(invitations, id)
          if (invitation?.request?.memberId !== memberId) return
          const { request: _, ...rest } = invitation
          tx.put(invitations, { ...rest, version: invitation.version + 1 })
        })
    },
  }
}

const usedBy = (memberId: string) => ({ where: { acceptedBy: memberId } })
const requestedBy = (memberId: string) => ({ where: { 'request.memberId': memberId } })
