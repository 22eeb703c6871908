import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'

import { collections, views } from '#server/collections.ts'
import { createAccounts } from '#server/modules/accounts/module.ts'
import { createChapters } from '#server/modules/chapters/module.ts'
import { createCommunity } from '#server/modules/community/module.ts'
import { createOperations } from '#server/modules/operations/module.ts'
import { createPeople } from '#server/modules/people/module.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { createInvitationEmails } from '#server/modules/notifications/emails/content/invitations.ts'
import { allOf } from '#server/store/all-of.ts'
import { systemClock } from '#server/lib/clock.ts'
import { type Store, StoreUnavailable } from '#server/store/port.ts'
import { DATABASE_FILE, openSqliteStore } from '#server/store/sqlite/store.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { newRows } from '#server/testing/fixtures/invitation-fixture.ts'

import { invitations } from './collection.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-'))
const secret = 'a secret that only this test knows'
const store = openSqliteStore({ dataDir, secret, collections, views })
const file = new DatabaseSync(join(dataDir, DATABASE_FILE))
afterAll(async () => {
  file.close()
  await store.close()
  rmSync(dataDir, { recursive: true })
})

const admin = { id: 'olga', email: 'olga@guildhall.test', role: 'admin', sessionHash: 'one' } as const

const platform = testPlatform({ store, clock: systemClock })
const mailer = { send: () => Promise.reject(new Error('Nothing is sent here.')), close() {} }

/** Invitations of a server on this store, with the emails that they queue. */
function importing(on: Store) {
  const onStore = { ...platform, store: on, mailer }
  const operations = createOperations(onStore)
  const community = createCommunity(onStore, { operations })
  const people = createPeople(onStore, { operations, community })
  const chapters = createChapters(onStore, { operations, community, people })
  const { invitations: service } = createAccounts(onStore, { operations, community, people, chapters })
  service.sender.onSent(createInvitationEmails({ clock: systemClock, sendsEmail: true }).queueAll)
  return service
}

async function stored() {
  const [invited, queued, audited] = await Promise.all([
    allOf(store, invitations, {}),
    allOf(store, emails, {}),
    allOf(store, auditEntries, {}),
  ])
  return {
    addresses: invited.map(({ email }) => email).toSorted(),
    emailed: queued.map(({ data }) => data['address'] ?? '').toSorted(),
    audited: audited.map(({ after }) => after?.['invited']),
  }
}

test('an import that the store interrupts continues without a loss and without inviting anyone twice', async () => {
  const rows = newRows(300)
  const [first, second, third] = [rows.slice(0, 100), rows.slice(100, 200), rows.slice(200)]
  const confirm = async (batch: typeof rows, on: Store = store) => {
    const { items } = await importing(on).sender.importRows(admin, { rows: batch, preview: false })
    return [...new Set(items.map(({ outcome }) => outcome))]
  }
  const addresses = (batch: typeof rows) => batch.map(({ email }) => email).toSorted()

  expect(await confirm(first)).toEqual(['invited'])
  // The disk fails halfway through the second batch, nothing of which is stored.
  file.exec(`CREATE TRIGGER broken BEFORE INSERT ON invitations
    WHEN (SELECT count(*) FROM invitations) >= 150 BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`)
  await expect(confirm(second)).rejects.toThrow('disk I/O error')
  expect(await stored()).toEqual({ addresses: addresses(first), emailed: addresses(first), audited: [100] })
  file.exec('DROP TRIGGER broken')
  expect(await confirm(second)).toEqual(['invited'])

  // The third batch is stored, but its answer is lost.
  const answerless: Store = {
    ...store,
    async transact(work, options) {
      await store.transact(work, options)
      throw new StoreUnavailable('the connection broke')
    },
  }
  await expect(confirm(third, answerless)).rejects.toThrow('the connection broke')
  expect(await confirm(third)).toEqual(['unchanged'])
  expect(await stored()).toEqual({
    addresses: addresses(rows),
    emailed: addresses(rows),
    audited: [100, 100, 100],
  })
})
