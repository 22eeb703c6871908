import { MEMBER_STATUSES, type MemberStatus } from '#shared/people/profile.ts'
import { can, MEMBER_ROLES, type MemberRole } from '#shared/people/roles.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { bulkMember } from '#server/tools/bulk-members.ts'

import { type CommandCase, ifMatch, onlyAdmins } from './command.ts'
import type { PermissionsFixture } from './fixture.ts'

const NOT_WAITING = '409 not_awaiting_approval'
const NOT_ACTIVE = '409 not_active'
const NOT_SUSPENDED = '409 not_suspended'
const LAST_ADMIN = '409 last_admin'
const DELETED = '409 member_former'
const OWN = '403 own_membership'

type Outcomes = Record<MemberStatus | 'oneself' | 'last admin', string>

/** Outcomes for a target in each status, whatever their role; and for two who are protected by their role. */
const outcomes = (
  pending: string,
  active: string,
  suspended: string,
  declined: string,
  lastAdmin: string,
): Outcomes => ({
  pending,
  active,
  suspended,
  declined,
  former: DELETED,
  oneself: OWN,
  'last admin': lastAdmin,
})

interface MembershipCommand {
  /** The last part of the path. */
  path: string
  body: object
  /** Extracts the change from the answer. */
  changes: 'status' | 'role'
  outcomes: Outcomes
}

const COMMANDS: Record<string, MembershipCommand> = {
  approve: {
    path: 'approval',
    body: {},
    changes: 'status',
    //                 pending       active        suspended    declined      last admin
    outcomes: outcomes('200 active', '200 active', NOT_WAITING, '200 active', '200 active'),
  },
  decline: {
    path: 'refusal',
    body: { note: 'We don’t know you.' },
    changes: 'status',
    outcomes: outcomes('200 declined', NOT_WAITING, NOT_WAITING, '200 declined', NOT_WAITING),
  },
  suspend: {
    path: 'suspension',
    body: { reason: 'Spam' },
    changes: 'status',
    outcomes: outcomes(NOT_ACTIVE, '200 suspended', '200 suspended', NOT_ACTIVE, LAST_ADMIN),
  },
  restore: {
    path: 'restoration',
    body: {},
    changes: 'status',
    outcomes: outcomes(NOT_SUSPENDED, '200 active', '200 active', NOT_SUSPENDED, '200 active'),
  },
  'make a member of': {
    path: 'role',
    body: { role: 'member' },
    changes: 'role',
    outcomes: outcomes(NOT_ACTIVE, '200 member', '200 member', NOT_ACTIVE, LAST_ADMIN),
  },
  'make an organiser of': {
    path: 'role',
    body: { role: 'organiser' },
    changes: 'role',
    outcomes: outcomes(NOT_ACTIVE, '200 organiser', '200 organiser', NOT_ACTIVE, LAST_ADMIN),
  },
  'make an admin of': {
    path: 'role',
    body: { role: 'admin' },
    changes: 'role',
    outcomes: outcomes(NOT_ACTIVE, '200 admin', '200 admin', NOT_ACTIVE, '200 admin'),
  },
}

interface Target {
  name: string
  outcome: keyof Outcomes
  role: MemberRole
  status: MemberStatus
}

const TARGETS: readonly Target[] = [
  ...MEMBER_ROLES.flatMap((role) =>
    MEMBER_STATUSES.map((status): Target => ({ name: `a ${status} ${role}`, outcome: status, role, status })),
  ),
  { name: 'oneself', outcome: 'oneself', role: 'admin', status: 'active' },
  // The caller has asked for the deletion of their account.
  { name: 'the last admin', outcome: 'last admin', role: 'admin', status: 'active' },
]

/** Stores the member that a case is about. @returns their id; the version is 1 */
export async function putTarget(
  { store, admin, clock }: PermissionsFixture,
  { outcome, role, status }: Pick<Target, 'outcome' | 'role' | 'status'>,
) {
  const target = { ...bulkMember(1, clock()), role, status }
  await store.transact(async (tx) => {
    const { deletionDueAt: _, ...caller } = (await tx.get(members, admin.uid))!
    const leaving = outcome === 'last admin' && { deletionDueAt: '2099-01-01T00:00:00.000Z' }
    tx.put(members, { ...caller, ...leaving })
    tx.put(members, target)
  })
  return outcome === 'oneself' ? admin.uid : target.id
}

const single = Object.entries(COMMANDS).flatMap(([name, { path, body, changes, outcomes: expected }]) =>
  TARGETS.map((target): CommandCase => ({
    route: `POST /api/admin/members/{memberId}/${path}`,
    state: `${name} ${target.name}`,
    async prepare(fixture) {
      const id = await putTarget(fixture, target)
      return { url: `/api/admin/members/${id}/${path}`, body, headers: ifMatch(1) }
    },
    expected: onlyAdmins(expected[target.outcome]),
    resultOf: (membership: Record<'status' | 'role', string>) => membership[changes],
  })),
)

/** In a batch, each item has its own outcome: the code of the refusal that the single command gets. */
const batches = (['approve', 'suspend'] as const).flatMap((kind) => {
  const { body, outcomes: expected } = COMMANDS[kind]!
  return TARGETS.filter(({ role }) => can(role, 'administer')).map((target): CommandCase => ({
    route: 'POST /api/admin/members/batch',
    state: `${kind} ${target.name}`,
    async prepare(fixture) {
      const id = await putTarget(fixture, target)
      const action = { kind, ...body }
      return {
        url: '/api/admin/members/batch',
        body: { action, members: [{ id, version: 1 }], preview: false },
      }
    },
    expected: onlyAdmins(
      `200 ${expected[target.outcome].replace(/^200 .*/, 'allowed').replace(/^\d+ /, '')}`,
    ),
    resultOf: ({ items: [item] }: { items: { outcome: string; code?: string }[] }) => item!.code ?? 'allowed',
  }))
})

const signOuts = MEMBER_STATUSES.map((status): CommandCase => ({
  route: 'POST /api/admin/members/{memberId}/sign-out',
  state: `a ${status} member`,
  async prepare(fixture) {
    const id = await putTarget(fixture, { outcome: status, role: 'member', status })
    return { url: `/api/admin/members/${id}/sign-out` }
  },
  expected: onlyAdmins('204'),
}))

export const membershipCommands: CommandCase[] = [...single, ...batches, ...signOuts]
