import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Preferences, PreferencesEdit } from '#shared/notifications/preferences.ts'
import { OPTIONAL_TOPICS, TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import { NOTIFICATION_TOPICS, type NotificationTopic } from '#shared/operations/notification-topics.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

import { notificationPreferences } from './collection.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

const PATH = '/api/notifications/preferences'

let ada: Person
const running = await startTestApp({ liftRateLimits: true })
beforeAll(async () => {
  await running.services.warmUp()
})
afterAll(() => running.close())
beforeEach(async () => {
  ada = await running.member()
})

const own = async () => (await ada.call('GET', PATH)).json<Preferences>()
const put = (version: number, body: unknown) =>
  ada.call('PUT', PATH, { body, headers: { 'if-match': `"${version}"` } })
const edit = (more: object = {}) => ({ quiet: false, digest: 'off', topics: {}, ...more })
const delivery = async (topic: NotificationTopic) =>
  (await running.services.notifications.preferences.deliveriesOf(topic, [ada.uid])).get(ada.uid)

/** Texts of the member's notifications. */
async function notified(domainEvent: Pick<DomainEvent, 'topic' | 'data'>) {
  const { operations } = running.services
  const { notifications } = running.services.notifications
  await running.store.transact(async (tx) =>
    operations.outbox.notify(tx, {
      ...domainEvent,
      subject: { kind: 'event', id: 'breakfast' },
      dedupeKey: ada.uid,
      recipients: [ada.uid],
    }),
  )
  await notifications.idle()
  return (await notifications.list(ada.uid)).items.map(({ text }) => text)
}

test('each optional topic can be chosen, and has a default', async () => {
  const { topics, ...rest } = await own()
  expect(rest).toEqual({ version: 0, quiet: false, digest: 'off', email: { available: false } })
  expect(Object.keys(topics).toSorted()).toEqual([...OPTIONAL_TOPICS].toSorted())
  expect(topics['prestigeChanged']).toEqual(TOPIC_SETTINGS.prestigeChanged.defaults)
  const always = NOTIFICATION_TOPICS.filter((topic) => !(OPTIONAL_TOPICS as string[]).includes(topic))
  expect(always).toEqual([
    'eventChanged',
    'eventCancelled',
    'removedFromEvent',
    'meetingChanged',
    'memberApproved',
    'memberDeclined',
    'contentHidden',
    'warning',
  ])
})

test('a repeated choice is saved once, and topics without a choice keep their default', async () => {
  const choice = edit({ digest: 'weekly', topics: { newEvent: { email: false }, thanks: { inApp: false } } })
  const saved = await put(0, choice)
  expect(saved.statusCode).toBe(200)
  expect(saved.json()).toEqual(await own())
  expect(await own()).toMatchObject({
    version: 1,
    digest: 'weekly',
    topics: { newEvent: { inApp: true, email: false }, thanks: { inApp: false, email: true } },
  })
  expect((await put(0, choice)).json()).toMatchObject({ version: 1 })
  expect((await put(0, edit())).statusCode).toBe(412)
  expect((await put(1, edit())).json()).toMatchObject({ version: 2, topics: { newEvent: { email: true } } })
})

test.for<[string, unknown]>([
  ['a topic that always arrives', edit({ topics: { eventCancelled: { email: false } } })],
  ['an unknown topic', edit({ topics: { gossip: { email: false } } })],
  ['an unknown channel', edit({ topics: { thanks: { pigeon: true } } })],
  ['an unknown digest', edit({ digest: 'hourly' })],
  ['a word for a switch', edit({ quiet: 'yes' })],
  ['an unknown key', edit({ more: true })],
])('the preferences refuse %s', async ([, body]) => {
  expect((await put(0, body)).statusCode).toBe(400)
  expect(await own()).toMatchObject({ version: 0 })
})

test('an edit says which version it is based on', async () => {
  expect((await ada.call('PUT', PATH, { body: edit() })).statusCode).toBe(428)
})

test('quiet mode still allows cancellations and changes of time', async () => {
  await put(0, edit({ quiet: true }))
  expect(await delivery('seatOffered')).toEqual({ inApp: true, email: false, push: false })
  expect(await delivery('eventCancelled')).toEqual({ inApp: true, email: true, push: true })
})

test('only topics that can wait are in the digest', async () => {
  await put(0, edit({ digest: 'daily' }))
  expect(await delivery('newEvent')).toEqual({ inApp: true, email: true, push: true, digest: 'daily' })
  expect(await delivery('seatOffered')).toEqual({ inApp: true, email: true, push: true })
})

test('a topic that is off in the app is not listed, unless it always arrives', async () => {
  await put(0, edit({ topics: { newEvent: { inApp: false } } }))
  expect(await notified({ topic: 'newEvent', data: { title: 'Harvest' } })).toEqual([])
  expect(await notified({ topic: 'eventCancelled', data: { title: 'Harvest' } })).toEqual([
    'Harvest is cancelled.',
  ])
})

test('choices are in the download and deleted with the account', async () => {
  await put(0, edit({ quiet: true }))
  const exported = await ada.call('POST', '/api/account/export')
  expect(exported.json<{ notificationPreferences: PreferencesEdit }>().notificationPreferences).toMatchObject(
    { quiet: true, digest: 'off' },
  )
  await running.services.notifications.preferences.forget(ada.uid)
  expect(await running.store.get(notificationPreferences, ada.uid)).toBeUndefined()
})
