import { randomUUID } from 'node:crypto'

import { collections } from '#server/collections.ts'
import { members } from '#server/features/members/collection.ts'
import { createMemberService } from '#server/features/members/service.ts'
import { createAuditLog } from '#server/features/audit/service.ts'
import { systemClock } from '#server/lib/clock.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'
import type { Store } from '#server/store/port.ts'
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

async function addMember(store: Store, { uid, email, role, profile }: Person) {
  const service = createMemberService({
    ...deps(store),
    adminEmails: new Set(role === 'admin' ? [email] : []),
  })
  await service.admit({ uid, email })
  const actor = { id: uid, email, role, sessionHash: 'demo' }
  const { displayName, version } = await service.ownProfile(actor)
  if (displayName) return
  await service.edit(actor, version, profile)
  await service.finishOnboarding(actor)
  // Making an organiser is an admin's act in the admin area; here nobody is signed in yet.
  await store.transact(async (tx) => {
    const member = await tx.get(members, uid)
    if (member) tx.put(members, { ...member, role, version: member.version + 1 })
  })
}

const deps = (store: Store) => {
  const shared = { store, clock: systemClock, newId: randomUUID }
  return { ...shared, audit: createAuditLog({ ...shared, log: console }).record }
}

async function addSamples(store: Store) {
  for (const { collection, document } of sampleDocuments(systemClock())) {
    await store.transact(async (tx) => {
      if (!(await tx.get(collection, document.id))) tx.create(collection, document)
    })
  }
}
