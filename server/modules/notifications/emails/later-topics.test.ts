import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import type { AnyCollection } from '#server/store/port.ts'
import { START, startSenderFixture } from '#server/testing/fixtures/sender-fixture.ts'
import { newTestDatabase } from '#server/testing/temporary-store.ts'

import { emails, refusedAddresses } from './collection.ts'

/** The collection as a later release declares it. */
const laterEmails: AnyCollection = {
  ...emails,
  schema: Type.Object({ ...emails.schema.properties, topic: Type.String() }),
}

test('an email of a topic that only a later release knows is left for it, and does not delay others', async () => {
  const fixture = await startSenderFixture()
  const database = newTestDatabase()
  const [store, laterStore] = [database.open([emails, refusedAddresses]), database.open([laterEmails])]
  onTestFinished(async () => {
    await Promise.all([fixture.close(), store.close(), laterStore.close()])
    database.remove()
  })
  const at = new Date(START - MINUTE).toISOString()
  const email = { member: 'ada', data: {}, at, dueAt: at, state: 'queued', attempts: 0 }
  const unknown = { ...email, id: 'full-moon', topic: 'fullMoon', data: { title: 'full moon' } }
  await laterStore.transact(async (tx) => {
    tx.put(laterEmails, unknown)
    tx.put(laterEmails, { ...email, id: 'offer', topic: 'seatPromoted', data: { title: 'offer' } })
  })
  await fixture.replica({ on: store }).sendDue()
  expect(fixture.received()).toEqual(['offer'])
  expect(await laterStore.get(laterEmails, 'full-moon')).toEqual(unknown)
})
