import type { Batch, BatchResult, MembershipActionEdit } from '#shared/admin-members.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { MembershipRecord } from '#server/features/members/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, normalInstant } from '#server/lib/clock.ts'
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts'
import { Failure, notFound, stale } from '#server/lib/failure.ts'
import type { Transaction } from '#server/store/port.ts'

import { decide } from './actions.ts'

type Change = (
  before: MembershipRecord,
  admins: readonly MembershipRecord[],
  tx: Transaction,
) => Promise<MembershipRecord>

interface Deps {
  clock: Clock
  audit: RecordAudit
  notify: Notify
  isConfiguredAdmin: (email: string) => boolean
  memberships: (ids: readonly string[]) => Promise<{
    found: (MembershipRecord | undefined)[]
    admins: readonly MembershipRecord[]
  }>
  changeMembership: (id: string, change: Change) => Promise<MembershipRecord>
}

interface Decision {
  actor: Actor
  action: MembershipActionEdit
  /** Undefined: whatever it is. */
  version: number | undefined
}

const AUDITED: Record<MembershipActionEdit['kind'], string> = {
  approve: 'member.approved',
  decline: 'member.declined',
  suspend: 'member.suspended',
  restore: 'member.restored',
  changeRole: 'member.role_changed',
}

/** Transactions of one request that run at once. */
const AT_ONCE = 8

/** What admins decide about memberships, one by one or several at once. */
export function createMembershipActions(deps: Deps) {
  const { clock, audit, notify, isConfiguredAdmin, memberships, changeMembership } = deps

  const decided = (
    before: MembershipRecord,
    admins: readonly MembershipRecord[],
    { actor, action, version }: Decision,
  ) => {
    const after = decide(before, trimmed(action), {
      actorId: actor.id,
      now: clock(),
      admins,
      isConfiguredAdmin,
    })
    // A repeated request finds what it asked for, whatever the version is since.
    if (after !== before && version !== undefined && before.version !== version) throw stale('member')
    return after
  }

  async function act(
    actor: Actor,
    id: string,
    version: number | undefined,
    action: MembershipActionEdit,
    inTransaction?: (tx: Transaction) => Promise<void>,
  ) {
    let changed = false
    const membership = await changeMembership(id, async (before, admins, tx) => {
      await inTransaction?.(tx)
      const after = decided(before, admins, { actor, action, version })
      changed = after !== before
      if (changed) await record(actor, action, before, after, tx)
      return after
    })
    return { membership, changed }
  }

  async function record(
    { id: actorId, sessionHash }: Actor,
    action: MembershipActionEdit,
    before: MembershipRecord,
    after: MembershipRecord,
    tx: Transaction,
  ) {
    const reason = reasonOf(action)
    await audit(
      {
        action: AUDITED[action.kind],
        actor: actorId,
        target: before.id,
        ...(reason && { reason }),
        before: snapshot(before),
        after: snapshot(after),
        sessionHash,
      },
      tx,
    )
    const topic = ({ approve: 'memberApproved', decline: 'memberDeclined' } as const)[
      action.kind as 'approve'
    ]
    if (!topic) return
    notify(tx, {
      topic,
      subject: { kind: 'membership', id: before.id },
      occurrence: `${before.id} ${before.version}`,
      recipients: [before.id],
      data: { note: reason },
    })
  }

  return {
    /** @throws Failure 412 when `version` is no longer the latest, and as `decide` */
    act: async (actor: Actor, id: string, version: number, action: MembershipActionEdit) =>
      (await act(actor, id, version, action)).membership,

    /** As part of the decision about a report, which `inTransaction` stores. @throws Failure as `decide` */
    suspend: (
      actor: Actor,
      id: string,
      suspension: { reason: string; until?: string },
      inTransaction: (tx: Transaction) => Promise<void>,
    ) => act(actor, id, undefined, { kind: 'suspend', ...suspension }, inTransaction),

    /** Each member on their own: one who is refused does not stop the others. */
    async batch(actor: Actor, { action, members, preview }: Batch): Promise<BatchResult> {
      const unique = [...new Map(members.map((member) => [member.id, member])).values()]
      const { found, admins } = await memberships(unique.map(({ id }) => id))
      const limit = createConcurrencyLimit(AT_ONCE)
      const items = unique.map(({ id, version }, at) => {
        const before = found[at]
        return outcomeOf(id, before?.displayName ?? '', () => {
          if (!before) throw notFound('member')
          if (preview) return decided(before, admins, { actor, action, version }) !== before
          return limit(async () => (await act(actor, id, version, action)).changed)
        })
      })
      return { items: await Promise.all(items) }
    },
  }
}

async function outcomeOf(
  id: string,
  name: string,
  work: () => Promise<boolean> | boolean,
): Promise<BatchResult['items'][number]> {
  try {
    return { id, displayName: name, outcome: (await work()) ? 'done' : 'unchanged' }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code } = error
    const message = error.more.fields ? Object.values(error.more.fields).join(' ') : error.message
    return { id, displayName: name, outcome: 'refused', code, message }
  }
}

const reasonOf = (action: MembershipActionEdit) => {
  if (action.kind === 'suspend') return action.reason.trim()
  return action.kind === 'approve' || action.kind === 'decline' ? (action.note ?? '').trim() : ''
}

function trimmed(action: MembershipActionEdit): MembershipActionEdit {
  if (action.kind === 'suspend') {
    const { until, ...suspension } = action
    return { ...suspension, reason: reasonOf(action), ...(until && { until: normalInstant(until) }) }
  }
  if (action.kind !== 'decline') return action
  const { note: _, ...rest } = action
  const note = reasonOf(action)
  return { ...rest, ...(note && { note }) }
}

const snapshot = ({ role, status, suspendedUntil }: MembershipRecord) => ({
  role,
  status,
  ...(suspendedUntil && { suspendedUntil }),
})
