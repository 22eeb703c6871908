import { randomUUID } from 'node:crypto'

import { afterAll, expect, test } from 'vitest'

import { DEFAULT_SETTINGS } from '#shared/community/settings.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { createAuditLog } from '#server/modules/operations/audit/service.ts'
import type { Actor } from '#server/modules/actor.ts'
import { newTestDatabase } from '#server/testing/temporary-store.ts'
import { partOf } from '#server/tools/part-of.ts'

import { communitySettings } from './collection.ts'
import { createCommunitySettings } from './service.ts'

const database = newTestDatabase()
const open = () => database.open([auditEntries, communitySettings])
const stores = [open(), open()] as const
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  database.remove()
})

const log = { warn: () => undefined, error: () => undefined }
const [one, other] = stores.map((store) =>
  createCommunitySettings({
    store,
    clock: Date.now,
    audit: createAuditLog({ store, clock: Date.now, newId: randomUUID, logger: log }),
  }),
) as [ReturnType<typeof createCommunitySettings>, ReturnType<typeof createCommunitySettings>]
const admin = partOf<Actor>({ id: 'anna', sessionHash: 'hash' })

test('a changed setting, and its change back, reaches the other replica through the change feed', async () => {
  await Promise.all([one.start(), other.start()])
  const policyOf = async (replica: typeof one) => (await replica.current('joining')).value.policy
  const approval = { ...DEFAULT_SETTINGS.joining, policy: 'approval' as const }
  await one.save(admin, 'joining', 0, approval)
  expect(await policyOf(one)).toBe('approval')
  await expect.poll(() => policyOf(other), { timeout: 10_000 }).toBe('approval')
  // Each continues from the other's saved version.
  await other.save(admin, 'joining', 1, DEFAULT_SETTINGS.joining)
  await expect.poll(() => policyOf(one), { timeout: 10_000 }).toBe('open')
  await expect(one.save(admin, 'joining', 1, approval)).rejects.toMatchObject({ status: 412 })
})
