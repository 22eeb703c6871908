import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Notification } from '#shared/notifications.ts'
import type { Page } from '#shared/page.ts'
import { announcements } from '#server/features/announcements/collection.ts'
import { events } from '#server/features/events/collection.ts'
import { inHours, type OrganiserFixture, startOrganiserFixture } from '#server/testing/organiser-fixture.ts'

import type { Happening } from './types.ts'

let fixture: OrganiserFixture
beforeAll(async () => {
  fixture = await startOrganiserFixture()
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

const record = (topic: Happening['topic'], happening: Omit<Happening, 'topic' | 'recipients'>) =>
  fixture.store.transact(async (tx) =>
    fixture.services.notifications.notify(tx, { ...happening, topic, recipients: [fixture.ada.uid] }),
  )

test('the number is of what the list shows: nothing hidden, and nothing by suspended members', async () => {
  const { ada, grace, store } = fixture
  const event = await fixture.putEvent({ title: 'Breakfast', startsAt: inHours(30) }, [ada.uid])
  const announcement = { id: 'rude', event: event.id, text: 'Rude', at: inHours(0), by: grace.uid }
  await store.transact(async (tx) => tx.put(announcements, announcement))
  const data = { title: 'Breakfast' }
  const other = { kind: 'event', id: 'other' } as const
  await record('eventChanged', { subject: { kind: 'event', id: event.id }, occurrence: 'one', data })
  await record('announcement', {
    subject: other,
    occurrence: 'rude',
    data: { ...data, announcement: 'rude', excerpt: 'Rude' },
  })
  await record('connectionRequest', {
    subject: { kind: 'connection', id: 'from-grace' },
    actor: grace.uid,
    occurrence: 'from-grace',
    data: {},
  })
  await record('eventChanged', { subject: other, occurrence: 'other', data })

  async function expectUnread(count: number) {
    await fixture.services.notifications.idle()
    const { items } = (await ada.call('GET', '/api/notifications')).json<Page<Notification>>()
    expect(items.filter(({ unread }) => unread)).toHaveLength(count)
    expect((await ada.call('GET', '/api/notifications/unread')).json()).toMatchObject({ unread: count })
  }
  await expectUnread(4)
  const hidden = { at: inHours(0), reason: 'Spam' }
  await store.transact(async (tx) => tx.put(events, { ...event, hidden: { event: hidden } }))
  await expectUnread(3)
  await store.transact(async (tx) => tx.put(announcements, { ...announcement, hidden }))
  await expectUnread(2)
  await fixture.changeMember(grace.uid, { status: 'suspended' })
  await expectUnread(1)

  await store.transact(async (tx) => tx.put(events, event))
  await fixture.changeMember(grace.uid, { status: 'active' })
  await expectUnread(3)
  await ada.call('POST', '/api/notifications/read', { body: {} })
  await expectUnread(0)
})
