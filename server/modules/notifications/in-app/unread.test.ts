import { afterAll, beforeAll, expect, test } from 'vitest'

import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'
import { PAGE_SIZE } from '#shared/lib/page.ts'
import type { Notification, Unread } from '#shared/notifications/schema.ts'
import type { Page } from '#shared/lib/page.ts'
import { announcements } from '#server/modules/conversation/organiser-messages/collection.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { ORIGIN } from '#server/testing/app.ts'
import { openEventStream } from '#server/testing/event-stream.ts'
import { inHours, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { notifications } from './collection.ts'

const fixture = await startOrganiserFixture()
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

const record = (topic: DomainEvent['topic'], domainEvent: Omit<DomainEvent, 'topic' | 'recipients'>) =>
  fixture.store.transact(async (tx) =>
    fixture.services.operations.outbox.notify(tx, { ...domainEvent, topic, recipients: [fixture.ada.uid] }),
  )

test('the unread count excludes hidden notifications and those by suspended members, as the list does', async () => {
  const { ada, grace, store } = fixture
  const event = await fixture.putEvent({ title: 'Breakfast', startsAt: inHours(30) }, [ada.uid])
  const announcement = { id: 'rude', event: event.id, text: 'Rude', at: inHours(0), by: grace.uid }
  await store.transact(async (tx) => tx.put(announcements, announcement))
  const data = { title: 'Breakfast' }
  const other = { kind: 'event', id: 'other' } as const
  await record('eventChanged', { subject: { kind: 'event', id: event.id }, dedupeKey: 'one', data })
  await record('announcement', {
    subject: other,
    dedupeKey: 'rude',
    data: { ...data, announcement: 'rude', excerpt: 'Rude' },
  })
  await record('connectionRequest', {
    subject: { kind: 'connection', id: 'from-grace' },
    actor: grace.uid,
    dedupeKey: 'from-grace',
    data: {},
  })
  await record('eventChanged', { subject: other, dedupeKey: 'other', data })

  async function expectUnread(count: number) {
    await fixture.services.notifications.notifications.idle()
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

test('an open stream gets the count without hidden content and blocked or suspended members within two seconds', async () => {
  const { store, services, app } = fixture
  await services.warmUp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const [reader, author, rude] = [await fixture.member(), await fixture.member(), await fixture.member()]
  const event = await fixture.putEvent({ title: 'Lunch', startsAt: inHours(30) }, [reader.uid])
  const announcement = { id: 'loud', event: event.id, text: 'Loud', at: inHours(0), by: author.uid }
  await store.transact(async (tx) => tx.put(announcements, announcement))
  const subject = { kind: 'event', id: event.id } as const
  const data = { title: 'Lunch' }
  const request = (from: string) => ({
    topic: 'connectionRequest' as const,
    subject: { kind: 'connection', id: from } as const,
    actor: from,
    dedupeKey: from,
    data: {},
  })
  const domainEvents: Omit<DomainEvent, 'recipients'>[] = [
    { topic: 'eventChanged', subject, dedupeKey: 'lunch', data },
    {
      topic: 'announcement',
      subject: { kind: 'event', id: 'another' },
      dedupeKey: 'loud',
      data: { ...data, announcement: 'loud', excerpt: 'Loud' },
    },
    request(author.uid),
    request(rude.uid),
  ]
  await store.transact(async (tx) => {
    for (const each of domainEvents)
      services.operations.outbox.notify(tx, { ...each, recipients: [reader.uid] })
  })
  await services.notifications.notifications.idle()

  const stream = await openEventStream<Unread>(
    {
      port: portOf(app.server),
      headers: {
        host: new URL(ORIGIN).host,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-dest': 'empty',
        'sec-fetch-mode': 'cors',
        [CLIENT_VERSION_HEADER]: String(API_VERSION),
        cookie: reader.cookie,
      },
    },
    '/api/notifications/stream',
  )
  async function expectUnread(count: number) {
    const since = performance.now()
    await stream.until(({ unread }) => unread === count)
    expect(performance.now() - since).toBeLessThan(2_000)
  }
  await expectUnread(4)
  const hidden = { at: inHours(0), reason: 'Spam' }
  await store.transact(async (tx) => tx.put(events, { ...event, hidden: { event: hidden } }))
  await expectUnread(3)
  await store.transact(async (tx) => tx.put(announcements, { ...announcement, hidden }))
  await expectUnread(2)
  await fixture.changeMember(author.uid, { status: 'suspended' })
  await expectUnread(1)
  await reader.call('PUT', `/api/blocks/${rude.uid}`)
  await expectUnread(0)
  await fixture.changeMember(author.uid, { status: 'active' })
  await expectUnread(1)
  await services.notifications.notifications.forget(author.uid)
  await expectUnread(0)
  stream.close()
})

test('a page of notifications is full, however many recent ones the member can’t see', async () => {
  const [reader, suspended] = [await fixture.member(), await fixture.member()]
  const put = (id: string, at: string, actor: { actor?: string }) => ({
    id,
    topic: 'thanks' as const,
    subject: { kind: 'meeting' as const, id },
    data: { text: id },
    at,
    member: reader.uid,
    ...actor,
  })
  await fixture.store.transact(async (tx) => {
    for (let at = 0; at < PAGE_SIZE + 2; at++) {
      tx.put(notifications, put(`own-${at}`, inHours(-100 - at), {}))
      tx.put(notifications, put(`suspended-${at}`, inHours(-at), { actor: suspended.uid }))
    }
  })
  await fixture.changeMember(suspended.uid, { status: 'suspended' })
  const path = '/api/notifications'
  const page = (await reader.call('GET', path)).json<Page<Notification>>()
  expect(page.items).toHaveLength(PAGE_SIZE)
  const last = (await reader.call('GET', `${path}?cursor=${page.next}`)).json<Page<Notification>>()
  expect(last.items.map(({ id }) => id)).toEqual([`own-${PAGE_SIZE}`, `own-${PAGE_SIZE + 1}`])
  expect(last.next).toBeUndefined()
  expect((await reader.call('GET', `${path}?cursor=${page.next}x`)).statusCode).toBe(400)
})
