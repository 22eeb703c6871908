import { Type } from 'typebox'

import { ImportedProfileSchema, InvitationSchema } from '#shared/accounts/invitations.ts'
import { deleteAll, eachOf } from '#server/store/all-of.ts'
import { exported } from '#server/modules/account-data-part.ts'

import { createInvitationAcceptance } from './acceptance.ts'
import { friendInvitations, invitations } from './collection.ts'
import { createInvitationList } from './list.ts'
import { createInvitationSender, type InvitationSenderDeps } from './sender.ts'
import { requestOf } from './state.ts'

/** Invitations that the member used or asked to use with another address. */
const ExportedInvitationsSchema = Type.Array(
  Type.Object({
    state: InvitationSchema.properties.state,
    sentAt: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    profile: Type.Optional(ImportedProfileSchema),
    request: InvitationSchema.properties.request,
  }),
)

export type InvitationService = ReturnType<typeof createInvitationService>

export function createInvitationService(deps: InvitationSenderDeps) {
  const { store, clock, mailer, operations } = deps
  const sender = createInvitationSender(deps)
  const { audit } = operations
  return {
    sender,
    acceptance: createInvitationAcceptance(deps),
    list: createInvitationList({
      store,
      clock,
      audit,
      urlOf: sender.urlOf,
      sendsEmail: mailer !== undefined,
    }),

    /** The invitations that a member used or asked to use, without those that they sent, which are about others. */
    async *exportOf(memberId: string) {
      for await (const { email, state, sentAt, profile } of eachOf(store, invitations, usedBy(memberId)))
        yield { email, state, sentAt, profile }
      for await (const { state, request } of eachOf(store, invitations, requestedBy(memberId)))
        yield { state, request: request && requestOf(request) }
    },

    async forget(memberId: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(friendInvitations, memberId))
      await deleteAll(store, invitations, usedBy(memberId))
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

export const invitationsAccountData = (service: InvitationService) =>
  exported(
    { name: 'invitations', collections: [invitations, friendInvitations], schema: ExportedInvitationsSchema },
    service,
  )
