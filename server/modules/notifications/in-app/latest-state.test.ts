import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { deliverEverything } from '#server/testing/fixtures/deliveries.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { createOutbox } from '#server/modules/operations/outbox/service.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { PreferenceService } from '#server/modules/notifications/preferences/service.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'
import { partOf } from '#server/tools/part-of.ts'

import { notifications } from './collection.ts'
import { createDelivery } from './delivery.ts'

const store = openTemporaryStore([notifications, outbox])
afterAll(() => store.close())

const entries = createOutbox({ store, clock: Date.now })
const { notify } = entries
const { idle } = createDelivery({
  store,
  logger: { error: () => {} },
  operations: partOf<Operations>({ outbox: entries }),
  people: partOf<People>({
    members: {
      accountStates: async () => () => 'active',
      activeIds: async () => [],
      adminIds: async () => [],
    },
    blocks: { hiddenFrom: async () => new Set() },
  }),
  chapters: partOf<Chapters>({}),
  events: partOf<Events>({}),
  attendance: partOf<Attendance>({}),
  conversation: partOf<Conversation>({}),
  preferences: partOf<PreferenceService>({ deliveriesOf: deliverEverything }),
  queueEmails: async () => {},
})

let event = ''
beforeEach(() => {
  event = randomUUID()
})

/** Changes the event for the nth time. */
async function change(sequence: number, when: string, more: Partial<DomainEvent> = {}) {
  const domainEvent: DomainEvent = {
    topic: 'eventChanged',
    subject: { kind: 'event', id: event },
    dedupeKey: `${event} ${sequence}`,
    sequence,
    recipients: ['ada'],
    data: { title: 'Picnic', when },
    ...more,
  }
  await store.transact(async (tx) => notify(tx, domainEvent))
  await idle()
}

const all = async () => {
  const where = { member: 'ada' }
  const { items } = await store.find(notifications, { where, orderBy: 'at', direction: 'desc', limit: 100 })
  return items.filter(({ subject }) => subject.id === event)
}
const shown = async () =>
  (await all()).map(({ topic, data, unread }) => [topic, data['when'], unread ?? false])

async function readAll() {
  const found = await all()
  await store.transact(async (tx) => {
    for (const { unread: _, ...read } of found) tx.put(notifications, read)
  })
}

test('an event that is moved, moved back and cancelled has one notification, with its current state', async () => {
  await change(1, 'at noon')
  await change(2, 'at dusk')
  await change(3, 'at noon')
  expect(await shown()).toEqual([['eventChanged', 'at noon', true]])
  await change(4, '', { topic: 'eventCancelled', dedupeKey: event })
  expect(await shown()).toEqual([['eventCancelled', '', true]])
})

test('a change that is delivered late or repeatedly does not replace a newer notification', async () => {
  await change(3, 'at noon')
  await change(2, 'at dusk')
  expect(await shown()).toEqual([['eventChanged', 'at noon', true]])
  await readAll()
  await change(3, 'at noon')
  expect(await shown()).toEqual([['eventChanged', 'at noon', false]])
})

test('the next change makes a read notification unread again', async () => {
  await change(1, 'at noon')
  await readAll()
  await change(2, 'at dawn')
  expect(await shown()).toEqual([['eventChanged', 'at dawn', true]])
})
