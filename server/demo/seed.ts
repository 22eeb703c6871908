import { randomUUID } from 'node:crypto'

import { collections } from '#server/collections.ts'
import { members } from '#server/features/members/collection.ts'
import { createMemberService } from '#server/features/members/service.ts'
import { createAuditLog } from '#server/features/audit/service.ts'
import { isoInstant, systemClock } from '#server/lib/clock.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'
import type { Store } from '#server/store/port.ts'
import type { MemberRole } from '#shared/profile.ts'
import type { AuthEmulator } from '#server/testing/auth-emulator.ts'

import { PEOPLE, type Person } from './people.ts'
import { sampleDocuments } from './sample-documents.ts'

/** Adds what is missing; what people have changed since stays. */
export async function seed(emulator: AuthEmulator, { dataDir, secret }: { dataDir: string; secret: string }) {
  const store = openSqliteStore({ dataDir, secret, collections })
  try {
    for (const person of PEOPLE) {
      await addAccount(emulator, person)
      await addMember(store, person)
    }
    await addSamples(store)
  } finally {
    await store.close()
  }
}

async function addAccount(emulator: AuthEmulator, { uid, email, password, emailVerified, profile }: Person) {
  try {
    await emulator.createUser({ uid, email, password, emailVerified, displayName: profile.displayName })
  } catch (error) {
    if (!/DUPLICATE_LOCAL_ID|EMAIL_EXISTS/.test(String(error))) throw error
  }
}

/** The profile comes last: a member who has one was added whole, and may have changed since. */
async function addMember(store: Store, { uid, email, role, profile }: Person) {
  const service = memberService(store, role === 'admin' ? [email] : [])
  await service.admit({ uid, email })
  const actor = { id: uid, email, role, sessionHash: 'demo' }
  if ((await service.ownProfile(actor)).displayName) return
  await appoint(store, uid, role)
  await service.finishOnboarding(actor)
  const { version } = await service.ownProfile(actor)
  await service.edit(actor, version, profile)
}

function memberService(store: Store, adminEmails: string[]) {
  const deps = { store, clock: systemClock, newId: randomUUID }
  return createMemberService({
    ...deps,
    audit: createAuditLog({ ...deps, log: console }).record,
    adminEmails: new Set(adminEmails),
    closeness: async () => new Map(),
    blockedBy: async () => false,
    useImage: async () => {},
    // No session and no index is older than the demo.
    standingChanged: () => {},
    changed: () => {},
  })
}

/** An admin's act in the admin area; but here nobody has signed in yet. */
const appoint = (store: Store, id: string, role: MemberRole) =>
  store.transact(async (tx) => {
    const member = await tx.get(members, id)
    if (!member || member.role === role) return
    const changedAt = isoInstant(systemClock())
    tx.put(members, { ...member, role, changedAt, version: member.version + 1 })
  })

async function addSamples(store: Store) {
  for (const { collection, document } of sampleDocuments(systemClock())) {
    await store.transact(async (tx) => {
      if (!(await tx.get(collection, document.id))) tx.create(collection, document)
    })
  }
}
