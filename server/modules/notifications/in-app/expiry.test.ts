import { afterAll, beforeAll, expect, test } from 'vitest'

import { NOTIFICATION_LIFETIME } from '#shared/operations/notification-topics.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

import { type NotificationDocument, notifications } from './collection.ts'

const fixture = await startOrganiserFixture()
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

const agedBy = (age: number) => isoInstant(fixture.clock() - NOTIFICATION_LIFETIME - age)
const job = (name: string) => fixture.services.jobs.find((each) => each.name === name)!.run()

const notification = (id: string, at: string): NotificationDocument => ({
  id,
  topic: 'newEvent',
  subject: { kind: 'event', id },
  data: { title: id },
  at,
  member: fixture.ada.uid,
  unread: true,
})

test('the list and the number leave out what is older than 90 days, before it is deleted', async () => {
  const { ada, store, services } = fixture
  await store.transact(async (tx) => {
    tx.put(notifications, notification('fresh', agedBy(-HOUR)))
    for (let at = 0; at < 30; at++) tx.put(notifications, notification(`old-${at}`, agedBy(HOUR + at)))
  })
  const { items, next } = await services.notifications.notifications.list(ada.uid)
  expect([items.map(({ id }) => id), next]).toEqual([['fresh'], undefined])
  expect((await ada.call('GET', '/api/notifications/unread')).json()).toMatchObject({ unread: 1 })
  fixture.advance(2 * HOUR)
  expect((await ada.call('GET', '/api/notifications/unread')).json()).toMatchObject({ unread: 0 })
})

test('one run deletes all notifications and emails that expired together, and only those', async () => {
  const { store } = fixture
  const member = fixture.ada.uid
  const email = { member, topic: 'newEvent', data: {}, state: 'sent', attempts: 1 } as const
  const ages = Array.from({ length: 1_240 }, (_, at) => agedBy(HOUR + at))
  for (let from = 0; from < ages.length; from += 200)
    await store.transact(async (tx) => {
      for (const [at, when] of ages.slice(from, from + 200).entries()) {
        tx.put(notifications, notification(`many-${from + at}`, when))
        tx.put(emails, { ...email, id: `many-${from + at}`, at: when })
      }
    })
  const young = agedBy(-48 * HOUR)
  await store.transact(async (tx) => {
    tx.put(notifications, notification('young', young))
    tx.put(emails, { ...email, id: 'young', at: young })
  })
  await job('expired notifications')
  await job('expired emails')
  for (const collection of [notifications, emails] as const) {
    expect(await store.count(collection, { where: { member }, orderBy: 'at' })).toBe(1)
    expect(await store.get(collection, 'young')).toBeDefined()
  }
})
