import { DEFAULT_VISIBILITY, INDUSTRIES } from '#shared/profile.ts'
import { auditEntries } from '#server/features/audit/collection.ts'
import { createAuditLog } from '#server/features/audit/service.ts'
import { members } from '#server/features/members/collection.ts'
import { createMemberReadModel } from '#server/features/members/read-model.ts'
import { createMemberService } from '#server/features/members/service.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf } from '#server/lib/all-of.ts'
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
  const store = openTemporaryStore([auditEntries, members])
  const accountRecords: string[] = []
  const followedUp: string[] = []
  const unreachable = new Set<string>()
  const warnings: object[] = []
  const relationships = new Map<string, RelationshipKind>()
  const blocked = new Set<string>()
  let now = NOW
  let made = 0
  const clock = () => now
  // Ids in the order in which they were made.
  const newId = () => `id-${String((made += 1)).padStart(4, '0')}`
  const audit = createAuditLog({ store, clock, newId, log: { warn: () => {}, error: () => {} } })
  const { lookup } = createMemberReadModel({
    store,
    clock,
    directoryEntryOf: ({ id }) => ({ id, key: id, words: [], facets: {} }),
    topics: { put() {}, remove() {}, save() {}, load() {} },
    everyone: { put() {}, remove() {}, save() {}, load() {} },
    publicProfiles: { put() {}, remove() {}, save() {}, load() {} },
    onMember() {},
  })
  const service = createMemberService({
    store,
    clock,
    newId,
    audit: audit.record,
    lookup,
    notify() {},
    emailChanged() {},
    admissionOf: async () => 'active',
    invitations: { isInvited: async () => false, accept: async () => false },
    visibilityOfNewcomers: async () => DEFAULT_VISIBILITY,
    industries: async () => new Set(INDUSTRIES),
    adminEmails: new Set(['grace@example.org', 'lin@example.org']),
    relationshipKindOf: async (_, id) => relationships.get(id) ?? 'member',
    relationshipKindsOf: async (_, ids) => new Map(ids.map((id) => [id, relationships.get(id) ?? 'member'])),
    hasBlocked: async (blocker, id) => blocked.has(`${blocker} ${id}`),
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
    /** What others are to whoever looks; plain members unless set. */
    relationships,
    /** `<blocker> <blocked>`. */
    blocked,
    pass: (milliseconds: number) => void (now += milliseconds),
    close: () => store.close(),
  }
}
