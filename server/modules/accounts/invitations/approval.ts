import * as m from '#shared/accounts/messages.ts'
import type { Invitation } from '#shared/accounts/invitations.ts'
import type { MembershipService } from '#server/modules/accounts/membership/service.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict, notFound, stale } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { invitations } from './collection.ts'
import { accepted, assertOpen, viewOf } from './state.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  membership: MembershipService
}

interface Decision {
  /** Version of the invitation that the admin has seen. */
  version: number
  /** The applicant that the admin has seen. */
  memberId: string
  grant: boolean
}

export type ApprovalDecision = ReturnType<typeof createApproval>

/**
 * Decides whether a person can use an invitation with another address. A person who awaits approval becomes a
 * member; one who could not join can then do so.
 * @throws Failure 404, 409, 412
 */
export const createApproval =
  ({ store, clock, operations, people, membership: memberships }: Deps) =>
  async (actor: Actor, id: string, { version, memberId, grant }: Decision): Promise<Invitation> => {
    const consent = grant ? ('granted' as const) : ('refused' as const)
    const membership = grant ? (await people.membership.memberships([memberId])).found[0] : undefined
    if (membership && !['pending', 'active'].includes(membership.status))
      throw conflict('membership_decided', m.membershipDecided())
    const decided = await store.transact(async (tx) => {
      const before = await tx.get(invitations, id)
      if (!before) throw notFound('invitation')
      if (before.request?.memberId !== memberId) throw conflict('no_request', m.invitationNoRequest())
      if (before.request.consent === consent) return before
      if (before.version !== version) throw stale('invitation')
      assertOpen(before, clock())
      const request = { ...before.request, consent }
      const after = membership
        ? accepted({ ...before, request }, memberId, clock())
        : { ...before, request, version: before.version + 1 }
      tx.put(invitations, after)
      const action = `invitation.consent_${consent}`
      await operations.audit.record(
        { action, actor: actor.id, target: memberId, sessionHash: actor.sessionHash },
        tx,
      )
      return after
    })
    // After a failure in between, repeating the request approves.
    if (membership?.status === 'pending')
      await memberships.act(actor, membership.id, membership.version, { kind: 'approve' })
    return viewOf(decided, clock())
  }
