import { randomUUID } from 'node:crypto'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { deliverEverything } from '#server/testing/deliveries.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { notifications, outbox } from './collection.ts'
import { createOutbox } from './outbox.ts'
import type { Happening } from './types.ts'

const store = openTemporaryStore([notifications, outbox])
afterAll(() => store.close())

const { notify, idle } = createOutbox({
  store,
  clock: Date.now,
  log: { error: () => {} },
  accountStates: async () => () => 'active',
  hiddenFrom: async () => new Set(),
  activeIds: async () => [],
  adminIds: async () => [],
  attendeeIds: async () => [],
  deliveriesOf: deliverEverything,
  queueEmails: async () => {},
})

let event = ''
beforeEach(() => {
  event = randomUUID()
})

/** The event is changed for the nth time. */
async function change(sequence: number, when: string, more: Partial<Happening> = {}) {
  const happening: Happening = {
    topic: 'eventChanged',
    subject: { kind: 'event', id: event },
    occurrence: `${event} ${sequence}`,
    sequence,
    recipients: ['ada'],
    data: { title: 'Picnic', when },
    ...more,
  }
  await store.transact(async (tx) => notify(tx, happening))
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

test('an event that is moved, moved back and cancelled has one notification, of how it is now', async () => {
  await change(1, 'at noon')
  await change(2, 'at dusk')
  await change(3, 'at noon')
  expect(await shown()).toEqual([['eventChanged', 'at noon', true]])
  await change(4, '', { topic: 'eventCancelled', occurrence: event })
  expect(await shown()).toEqual([['eventCancelled', '', true]])
})

test('a change that is delivered late, or again, replaces nothing', async () => {
  await change(3, 'at noon')
  await change(2, 'at dusk')
  expect(await shown()).toEqual([['eventChanged', 'at noon', true]])
  await readAll()
  await change(3, 'at noon')
  expect(await shown()).toEqual([['eventChanged', 'at noon', false]])
})

test('after it was read, the next change is unread again', async () => {
  await change(1, 'at noon')
  await readAll()
  await change(2, 'at dawn')
  expect(await shown()).toEqual([['eventChanged', 'at dawn', true]])
})
