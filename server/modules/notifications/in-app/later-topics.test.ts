import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'

import { collections } from '#server/collections.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { AnyCollection } from '#server/store/port.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { startTestApp } from '#server/testing/app.ts'
import { newTestDatabase } from '#server/testing/temporary-store.ts'

import { notifications } from './collection.ts'

/** The collection as a later release declares it. */
const withAnyTopic = (collection: typeof notifications | typeof outbox): AnyCollection => ({
  ...collection,
  schema: Type.Object({ ...collection.schema.properties, topic: Type.String() }),
})
const later = { notifications: withAnyTopic(notifications), outbox: withAnyTopic(outbox) }

test('a replica leaves notifications of a topic that only a later release knows to that release', async () => {
  const database = newTestDatabase()
  const store = database.open(collections)
  const laterStore = database.open(Object.values(later))
  const { services, member, logs, close } = await startTestApp({ store })
  onTestFinished(async () => {
    await close()
    await laterStore.close()
    database.remove()
  })
  await services.warmUp()
  const ada = await member()
  const domainEvent = {
    id: 'full-moon',
    topic: 'fullMoon',
    subject: { kind: 'event', id: 'moon' },
    data: {},
    at: isoInstant(Date.now()),
  }
  const waiting = { ...domainEvent, recipients: [ada.uid], deliveredTo: '', leasedUntil: isoInstant(0) }
  await laterStore.transact(async (tx) => {
    tx.put(later.outbox, waiting)
    tx.put(later.notifications, { ...domainEvent, member: ada.uid, unread: true })
  })

  await services.notifications.notifications.idle()
  await services.notifications.notifications.deliverDue()
  expect(await laterStore.get(later.outbox, 'full-moon')).toEqual(waiting)
  const answer = await ada.call('GET', '/api/notifications')
  expect([answer.statusCode, answer.json<{ items: [] }>().items]).toEqual([200, []])
  expect(logs().filter(({ level }) => level === 'error')).toEqual([])
})
