import { DEFAULT_VISIBILITY, INDUSTRIES } from '#shared/profile.ts'
import { auditEntries } from '#server/features/audit/collection.ts'
import { createAuditLog } from '#server/features/audit/service.ts'
import { blocks } from '#server/features/blocks/collection.ts'
import { type ConnectionDocument, connections } from '#server/features/connections/collection.ts'
import { connectionIdOf } from '#server/features/connections/connection-state.ts'
import { members } from '#server/features/members/collection.ts'
import { createMemberService } from '#server/features/members/service.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { RelationshipKind } from '#server/features/connections/types.ts'

import { openTemporaryStore } from './temporary-store.ts'

export const NOW = Date.parse('2026-03-01T12:00:00Z')

const actor = (id: string): Actor => ({ id, email: `${id}@example.org`, role: 'member', sessionHash: 'hash' })
export const ada = actor('ada')
/** Admins by configuration. */
export const grace = actor('grace')
export const lin = actor('lin')
export const user = ({ id, email }: Actor) => ({ uid: id, email })

export type MemberFixture = ReturnType<typeof createMemberFixture>

/** The members' service on a real store, with time moved by hand and what it tells others written down. */
export function createMemberFixture() {
  const store = openTemporaryStore([auditEntries, blocks, connections, members])
  const accountRecords: string[] = []
  const followedUp: string[] = []
  const unreachable = new Set<string>()
  const warnings: object[] = []
  let now = NOW
  let made = 0
  const clock = () => now
  // Ids in the order in which they were made.
  const newId = () => `id-${String((made += 1)).padStart(4, '0')}`
  const audit = createAuditLog({ store, clock, newId, log: { warn: () => {}, error: () => {} } })
  const hasBlocked = async (blocker: string, blocked: string) =>
    (await store.get(blocks, joinedId(blocker, blocked))) !== undefined
  async function relationshipKindOf(viewerId: string, id: string): Promise<RelationshipKind> {
    if ((await hasBlocked(viewerId, id)) || (await hasBlocked(id, viewerId))) return 'hidden'
    const connection = await store.get(connections, connectionIdOf(viewerId, id))
    return connection?.state === 'accepted' ? 'connection' : 'member'
  }
  const service = createMemberService({
    store,
    clock,
    newId,
    audit: audit.record,
    notify() {},
    emailChanged() {},
    admissionOf: async () => 'active',
    invitations: { isInvited: async () => false, accept: async () => false },
    visibilityOfNewcomers: async () => DEFAULT_VISIBILITY,
    industries: async () => new Set(INDUSTRIES),
    adminEmails: new Set(['grace@example.org', 'lin@example.org']),
    relationshipKindOf,
    relationshipKindsOf: async (viewerId, ids) =>
      new Map(
        await Promise.all(ids.map(async (id) => [id, await relationshipKindOf(viewerId, id)] as const)),
      ),
    hasBlocked,
    useImage: async () => {},
    accountChanged: (id) => void accountRecords.push(id),
    async membershipChanged(id) {
      followedUp.push(id)
      if (unreachable.has(id)) throw new Error('The store did not answer')
    },
    log: { warn: (fields) => void warnings.push(fields) },
    timeZoneChanged: async () => {},
    prestigeOf: async () => undefined,
  })
  return {
    store,
    service,
    clock,
    audit,
    /** What was written down of each committed act, in its order: the action and whom it was done to. */
    async facts() {
      const entries = await allOf(store, auditEntries, { orderBy: 'at', direction: 'desc' })
      return entries.toReversed().map(({ action, target }) => `${action} ${target}`)
    },
    accountRecords,
    /** Whose changed memberships were passed on to RSVPs, in order. */
    followedUp,
    /** For whom that fails. */
    unreachable,
    warnings,
    connect: (requester: string, receiver: string) =>
      store.transact(async (tx) => tx.put(connections, connectionBetween(requester, receiver))),
    block: (blocker: string, blocked: string) =>
      store.transact(async (tx) =>
        tx.put(blocks, { id: joinedId(blocker, blocked), blocker, blocked, blockedAt: isoInstant(clock()) }),
      ),
    pass: (milliseconds: number) => void (now += milliseconds),
    close: () => store.close(),
  }
}

const connectionBetween = (requester: string, receiver: string): ConnectionDocument => ({
  id: connectionIdOf(requester, receiver),
  members: [requester, receiver].toSorted(),
  requester,
  receiver,
  requestedAt: isoInstant(NOW),
  note: '',
  state: 'accepted',
  changedAt: isoInstant(NOW),
  changedBy: receiver,
  unanswered: false,
})
