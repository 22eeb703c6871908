import type { MemberStatus } from '#shared/profile.ts'
import { can, MEMBER_ROLES, type MemberRole } from '#shared/roles.ts'
import { SUSPENSION_END_RULE } from '#shared/membership-actions.ts'
import type { MembershipRecord } from '#server/features/members/types.ts'
import { conflict, Failure, forbidden, invalidFields } from '#server/lib/failure.ts'

/** What an admin decides about a membership. */
export type MembershipAction =
  | { kind: 'approve'; note?: string }
  | { kind: 'decline'; note?: string }
  /** @param until ISO instant; without it, until an admin restores the member */
  | { kind: 'suspend'; reason: string; until?: string }
  | { kind: 'restore' }
  | { kind: 'changeRole'; role: MemberRole }

export interface Circumstances {
  actorId: string
  /** Milliseconds. */
  now: number
  /** Everyone who is an active admin at this moment. */
  admins: readonly Pick<MembershipRecord, 'id' | 'deletionDueAt'>[]
  /** Whether `ADMIN_EMAILS` makes the address an admin at each sign-in, whatever is stored. */
  isConfiguredAdmin: (email: string) => boolean
}

const STATES: Record<
  MembershipAction['kind'],
  { from: readonly MemberStatus[]; code: string; rule: string }
> = {
  approve: {
    from: ['pending', 'declined', 'active'],
    code: 'not_awaiting_approval',
    rule: 'This member is suspended. Restore the membership instead.',
  },
  decline: {
    from: ['pending', 'declined'],
    code: 'not_awaiting_approval',
    rule: 'This person isn’t waiting for approval any more.',
  },
  suspend: { from: ['active', 'suspended'], code: 'not_active', rule: 'This person isn’t an active member.' },
  restore: {
    from: ['suspended', 'active'],
    code: 'not_suspended',
    rule: 'This person isn’t suspended. Approve them instead.',
  },
  changeRole: {
    from: ['active', 'suspended'],
    code: 'not_active',
    rule: 'Approve this person first: only members have a role.',
  },
}

/**
 * The membership after the action; the same object where it already is so, so that a repeated request changes nothing.
 * @throws Failure 403 for the actor's own membership and from someone who is no admin any more, 409 where the state does
 * not allow it
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
  if (isAdmin(before) && !isAdmin(after)) assertAnotherAdmin(before, circumstances)
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
  if (!admins.some(({ id }) => id === actorId)) throw forbidden('role_required', 'You’re no longer an admin.')
  if (before.id === actorId)
    throw forbidden('own_membership', 'You can’t change your own role or status. Ask another admin.')
  if (before.status === 'former') throw conflict('member_former', 'This account has been deleted.')
  const { from, code, rule } = STATES[kind]
  if (!from.includes(before.status)) throw conflict(code, rule)
}

/** What would lock an admin out whom the configuration names. Their next sign-in makes them active again anyway. */
const ENDS_ADMIN: ReadonlySet<MembershipAction['kind']> = new Set(['changeRole', 'suspend', 'decline'])

function assertSensible(
  before: MembershipRecord,
  action: MembershipAction,
  { now, isConfiguredAdmin }: Circumstances,
) {
  if (action.kind === 'approve' && before.deletionDueAt)
    throw conflict('deletion_requested', 'This person has asked for the account to be deleted.')
  if (action.kind === 'suspend' && action.until && Date.parse(action.until) <= now)
    throw invalidFields({ until: SUSPENSION_END_RULE })
  if (ENDS_ADMIN.has(action.kind) && isConfiguredAdmin(before.email))
    throw conflict(
      'configured_admin',
      'The server’s configuration (ADMIN_EMAILS) makes this person an admin, so they can’t be suspended, declined or given another role.',
    )
}

/** Also counts on none who is about to be deleted. */
function assertAnotherAdmin({ id }: MembershipRecord, { admins }: Circumstances) {
  if (!admins.some((admin) => admin.id !== id && !admin.deletionDueAt))
    throw conflict('last_admin', 'The community needs at least one admin. Make someone else an admin first.')
}

const isAdmin = ({ role, status }: MembershipRecord) => can(role, 'administer') && status === 'active'

function applied(before: MembershipRecord, action: MembershipAction): MembershipRecord {
  const { statusReason: _, suspendedUntil: __, ...rest } = before
  switch (action.kind) {
    case 'approve':
    case 'restore':
      return { ...rest, status: 'active' }
    case 'decline':
      return { ...rest, status: 'declined', ...(action.note && { statusReason: action.note }) }
    case 'suspend':
      return {
        ...rest,
        status: 'suspended',
        statusReason: action.reason,
        ...(action.until && { suspendedUntil: action.until }),
      }
    case 'changeRole':
      return { ...before, role: action.role }
  }
}

const isSame = (before: MembershipRecord, after: MembershipRecord) =>
  before.role === after.role &&
  before.status === after.status &&
  before.statusReason === after.statusReason &&
  before.suspendedUntil === after.suspendedUntil
