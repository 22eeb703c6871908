import * as m from '#shared/accounts/messages.ts'
import type { MemberStatus } from '#shared/people/profile.ts'
import { hasOtherAdmin, isActiveAdmin, withStatus } from '#shared/people/membership.ts'
import { MEMBER_ROLES, type MemberRole } from '#shared/people/roles.ts'
import type { MembershipRecord } from '#server/modules/people/members/types.ts'
import { conflict, Failure, forbidden, invalidFields } from '#server/lib/failure.ts'

/** An admin's decision about a membership. */
export type MembershipAction =
  | { kind: 'approve'; note?: string }
  | { kind: 'decline'; note?: string }
  /** @param until ISO instant; without it, the suspension lasts until an admin restores the member */
  | { kind: 'suspend'; reason: string; until?: string }
  | { kind: 'restore' }
  | { kind: 'changeRole'; role: MemberRole }

export interface Circumstances {
  actorId: string
  /** Milliseconds. */
  now: number
  /** All currently active admins. */
  admins: readonly Pick<MembershipRecord, 'id' | 'deletionDueAt'>[]
  /** Whether `ADMIN_EMAILS` makes the address an admin at each sign-in, whatever is stored. */
  isConfiguredAdmin: (email: string) => boolean
}

const STATES: Record<
  MembershipAction['kind'],
  { from: readonly MemberStatus[]; code: string; rule: () => string }
> = {
  approve: {
    from: ['pending', 'declined', 'active'],
    code: 'not_awaiting_approval',
    rule: m.membershipSuspended,
  },
  decline: {
    from: ['pending', 'declined'],
    code: 'not_awaiting_approval',
    rule: m.membershipNotWaiting,
  },
  suspend: { from: ['active', 'suspended'], code: 'not_active', rule: m.membershipNotActive },
  restore: {
    from: ['suspended', 'active'],
    code: 'not_suspended',
    rule: m.membershipNotSuspended,
  },
  changeRole: {
    from: ['active', 'suspended'],
    code: 'not_active',
    rule: m.membershipNoRole,
  },
}

/**
 * The membership after the action; the same object if it is already in that state, so that a repeated request
 * changes nothing.
 * @throws Failure 403 for the actor's own membership and from someone who is no longer an admin, 409 where the state
 * does not allow it
 */
export function decide(
  before: MembershipRecord,
  action: MembershipAction,
  circumstances: Circumstances,
): MembershipRecord {
  assertAllowed(before, action, circumstances)
  const after = applied(before, action)
  if (isSame(before, after)) return before
  assertSensible(before, action, circumstances)
  if (isActiveAdmin(before) && !isActiveAdmin(after) && !hasOtherAdmin(circumstances.admins, before.id))
    throw conflict('last_admin', m.membershipLastAdmin())
  return after
}

/** The actions that `decide` would allow, with any text and date. */
export const permittedActions = (member: MembershipRecord, circumstances: Circumstances) =>
  EXAMPLES.filter((action) => {
    try {
      return decide(member, action(circumstances.now, member), circumstances) !== member
    } catch (error) {
      if (error instanceof Failure) return false
      throw error
    }
  }).map((action) => action(circumstances.now, member).kind)

const EXAMPLES: readonly ((now: number, member: MembershipRecord) => MembershipAction)[] = [
  () => ({ kind: 'approve' }),
  (now) => ({ kind: 'decline', note: `${now}` }),
  (now) => ({ kind: 'suspend', reason: `${now}` }),
  () => ({ kind: 'restore' }),
  (_, { role }) => ({ kind: 'changeRole', role: MEMBER_ROLES.find((other) => other !== role)! }),
]

function assertAllowed(
  before: MembershipRecord,
  { kind }: MembershipAction,
  { actorId, admins }: Circumstances,
) {
  if (!admins.some(({ id }) => id === actorId)) throw forbidden('role_required', m.membershipNoAdmin())
  if (before.id === actorId) throw forbidden('own_membership', m.membershipOwn())
  if (before.status === 'former') throw conflict('member_former', m.membershipDeleted())
  const { from, code, rule } = STATES[kind]
  if (!from.includes(before.status)) throw conflict(code, rule())
}

/** Actions that would lock out an admin of the configuration. Their next sign-in makes them active again anyway. */
const ENDS_ADMIN: ReadonlySet<MembershipAction['kind']> = new Set(['changeRole', 'suspend', 'decline'])

function assertSensible(
  before: MembershipRecord,
  action: MembershipAction,
  { now, isConfiguredAdmin }: Circumstances,
) {
  if (action.kind === 'approve' && before.deletionDueAt)
    throw conflict('deletion_requested', m.membershipDeletion())
  if (action.kind === 'suspend' && action.until && Date.parse(action.until) <= now)
    throw invalidFields({ until: m.suspensionEndRule() })
  if (ENDS_ADMIN.has(action.kind) && isConfiguredAdmin(before.email))
    throw conflict('configured_admin', m.membershipConfigured())
}

function applied(before: MembershipRecord, action: MembershipAction): MembershipRecord {
  switch (action.kind) {
    case 'approve':
    case 'restore':
      return withStatus(before, 'active')
    case 'decline':
      return withStatus(before, 'declined', action.note ? { statusReason: action.note } : {})
    case 'suspend':
      return withStatus(before, 'suspended', {
        statusReason: action.reason,
        suspendedUntil: action.until,
      })
    case 'changeRole':
      return { ...before, role: action.role }
  }
}

const isSame = (before: MembershipRecord, after: MembershipRecord) =>
  before.role === after.role &&
  before.status === after.status &&
  before.statusReason === after.statusReason &&
  before.suspendedUntil === after.suspendedUntil
