import type { Invitation } from '#shared/invitations.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { MembershipRecord } from '#server/features/members/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict, notFound, stale } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { invitations } from './collection.ts'
import { accepted, assertOpen, viewOf } from './state.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  /** Undefined for someone who is no member. */
  membershipOf: (id: string) => Promise<MembershipRecord | undefined>
  /** Makes a person who awaits approval an active member. */
  approve: (actor: Actor, membership: MembershipRecord) => Promise<unknown>
}

interface Decision {
  /** Of the invitation that the admin has seen. */
  version: number
  /** Who asks, as the admin has seen. */
  memberId: string
  grant: boolean
}

/**
 * Decides whether someone can use an invitation with another address. Whoever awaits approval becomes a member; someone
 * who could not join can now.
 * @throws Failure 404, 409, 412
 */
export const createConsent =
  ({ store, clock, audit, membershipOf, approve }: Deps) =>
  async (actor: Actor, id: string, { version, memberId, grant }: Decision): Promise<Invitation> => {
    const consent = grant ? ('granted' as const) : ('refused' as const)
    const membership = grant ? await membershipOf(memberId) : undefined
    if (membership && !['pending', 'active'].includes(membership.status))
      throw conflict(
        'membership_decided',
        'An admin has already decided against this person’s membership. Change that decision first.',
      )
    const decided = await store.transact(async (tx) => {
      const before = await tx.get(invitations, id)
      if (!before) throw notFound('invitation')
      if (before.request?.memberId !== memberId)
        throw conflict('no_request', 'This person isn’t asking for this invitation any more.')
      if (before.request.consent === consent) return before
      if (before.version !== version) throw stale('invitation')
      assertOpen(before, clock())
      const request = { ...before.request, consent }
      const after = membership
        ? accepted({ ...before, request }, memberId, clock())
        : { ...before, request, version: before.version + 1 }
      tx.put(invitations, after)
      const action = `invitation.consent_${consent}`
      await audit({ action, actor: actor.id, target: memberId, sessionHash: actor.sessionHash }, tx)
      return after
    })
    // After a failure in between, repeating the request approves.
    if (membership?.status === 'pending') await approve(actor, membership)
    return viewOf(decided, clock())
  }
