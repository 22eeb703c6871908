import type { Batch, BatchResult, MembershipActionEdit } from '#shared/accounts/memberships.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { MembershipRecord } from '#server/modules/people/members/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, normalInstant } from '#server/lib/clock.ts'
import { createConcurrencyLimit } from '#server/lib/concurrency/concurrency-limit.ts'
import { Failure, notFound, stale } from '#server/lib/failure.ts'
import type { Transaction } from '#server/store/port.ts'

import { type Circumstances, decide, permittedActions } from './actions.ts'

interface Deps {
  config: Pick<Platform['config'], 'adminEmails'>
  clock: Clock
  operations: Operations
  people: People
}

interface Decision {
  actor: Actor
  action: MembershipActionEdit
  /** Undefined for any version. */
  version: number | undefined
}

const AUDITED: Record<MembershipActionEdit['kind'], string> = {
  approve: 'member.approved',
  decline: 'member.declined',
  suspend: 'member.suspended',
  restore: 'member.restored',
  changeRole: 'member.role_changed',
}

/** Concurrent transactions per request. */
const CONCURRENCY = 8

export type MembershipService = ReturnType<typeof createMembershipService>

/** Admins' decisions about memberships, one by one or several at once. */
export function createMembershipService({ config, clock, operations, people }: Deps) {
  const { audit, outbox } = operations
  const { memberships, changeMembership } = people.membership
  const circumstancesOf = (actor: Actor, admins: readonly MembershipRecord[]): Circumstances => ({
    actorId: actor.id,
    now: clock(),
    admins,
    isConfiguredAdmin: (email) => config.adminEmails.has(email.toLowerCase()),
  })

  const decided = (
    before: MembershipRecord,
    admins: readonly MembershipRecord[],
    { actor, action, version }: Decision,
  ) => {
    const after = decide(before, trimmed(action), circumstancesOf(actor, admins))
    // A repeated request finds the requested state, whatever the version is since.
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
    await audit.record(
      {
        action: AUDITED[action.kind],
        actor: actorId,
        target: before.id,
        reason: reason || undefined,
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
    outbox.notify(tx, {
      topic,
      subject: { kind: 'membership', id: before.id },
      dedupeKey: `${before.id} ${before.version}`,
      recipients: [before.id],
      data: { note: reason },
    })
  }

  return {
    /** The actions that the actor can take now. @param admins all active admins */
    permittedActions: (actor: Actor, member: MembershipRecord, admins: readonly MembershipRecord[]) =>
      permittedActions(member, circumstancesOf(actor, admins)),

    /** @throws Failure 412 when `version` is no longer the latest, and those of `decide` */
    act: async (actor: Actor, id: string, version: number, action: MembershipActionEdit) =>
      (await act(actor, id, version, action)).membership,

    /** Part of the decision about a report, which `inTransaction` stores. @throws Failure those of `decide` */
    suspend: (
      actor: Actor,
      id: string,
      suspension: { reason: string; until?: string },
      inTransaction: (tx: Transaction) => Promise<void>,
    ) => act(actor, id, undefined, { kind: 'suspend', ...suspension }, inTransaction),

    /** Decides about each member separately: a refusal does not stop the others. */
    async batch(actor: Actor, { action, members, preview }: Batch): Promise<BatchResult> {
      const unique = [...new Map(members.map((member) => [member.id, member])).values()]
      const { found, admins } = await memberships(unique.map(({ id }) => id))
      const limit = createConcurrencyLimit(CONCURRENCY)
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
    return { ...suspension, reason: reasonOf(action), until: until ? normalInstant(until) : undefined }
  }
  if (action.kind !== 'decline') return action
  const { note: _, ...rest } = action
  const note = reasonOf(action)
  return { ...rest, note: note || undefined }
}

const snapshot = ({ role, status, suspendedUntil }: MembershipRecord) => ({
  role,
  status,
  suspendedUntil,
})
