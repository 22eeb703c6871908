import * as m from '#shared/accounts/messages.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { Identity } from '#server/identity/port.ts'
import { sessionFailure, tokenFailure } from '#server/modules/accounts/sessions/failures.ts'
import type { SessionService } from '#server/modules/accounts/sessions/service.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import { forbidden } from '#server/lib/failure.ts'

import { byToken } from './acceptance.ts'
import { invitations } from './collection.ts'
import { assertOpen } from './state.ts'
import { createMailProofs, partsOf } from './tokens.ts'

interface Deps extends Pick<Platform, 'config' | 'store' | 'clock'> {
  identity: Identity
  operations: Operations
  sessions: Pick<SessionService, 'evict'>
}

/** Milliseconds from the creation of an account to the verification of its address by an invitation. */
const CREATED_WITHIN = 10 * MINUTE

export type MailedLinks = ReturnType<typeof createMailedLinks>

/** Emailed invitations verify the address that they were sent to (decision 141). */
export function createMailedLinks({ config, store, clock, identity, operations, sessions }: Deps) {
  const { isProof } = createMailProofs(config.secret)

  /** The account that was just created. @throws Failure 401, 403 */
  async function newAccountOf(idToken: string) {
    try {
      const { uid } = await identity.verifyIdToken(idToken)
      return await identity.lookupUser(uid)
    } catch (error) {
      throw tokenFailure(error)
    }
  }

  return {
    /**
     * Verifies the address of an account that was created with an emailed link. Safe to repeat.
     * @throws Failure 401, 403 unless the link was emailed to the address of this account, which is new, 404, 409, 503
     */
    async verifyAddress({ idToken, token }: { idToken: string; token: string }, requestId: string) {
      const { uid, email = '', disabled, createdAt } = await newAccountOf(idToken)
      const isNew = !disabled && createdAt > clock() - CREATED_WITHIN
      const address = await store.transact(async (tx) => {
        const invitation = await byToken(tx, token)
        assertOpen(invitation, clock())
        const { id, verifiedFor = uid } = invitation
        const isOwn = invitation.email === email.toLowerCase() && verifiedFor === uid
        if (!isNew || !isOwn || !isProof(partsOf(token).proof, invitation))
          throw forbidden('invitation_proves_nothing', m.invitationProvesNothing())
        if (invitation.verifiedFor === undefined) {
          tx.put(invitations, { ...invitation, verifiedFor: uid, version: invitation.version + 1 })
          const fact = { action: 'invitation.address_verified', actor: uid, target: id, requestId }
          await operations.audit.record(fact, tx)
        }
        return invitation.email
      })
      try {
        // With the address, which the account may have left in the meantime.
        await identity.updateUser(uid, { email: address, emailVerified: true })
      } catch (error) {
        throw sessionFailure(error)
      }
      sessions.evict(uid)
    },
  }
}
