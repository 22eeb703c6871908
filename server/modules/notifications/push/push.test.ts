import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'

import type { Push } from '#shared/notifications/push.ts'
import { DAY } from '#shared/lib/durations.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { startPushService, vapidClaims } from '#server/testing/stand-ins/push-service.ts'

import type { ExportedSubscriptions } from './service.ts'

const PATH = '/api/push'
const keys = webPush.generateVAPIDKeys()
const env = {
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
  VAPID_SUBJECT: 'mailto:hello@guildhall.test',
  LANGUAGES: 'en,de',
}

let ada: Person
const service = await startPushService()
const running = await startTestApp({ env, pushAgent: service.agent, liftRateLimits: true })
beforeAll(async () => {
  await running.services.warmUp()
})
afterAll(async () => {
  await running.close()
  service.close()
})
beforeEach(async () => {
  ada = await running.member()
})

type Person = Awaited<ReturnType<TestApp['member']>>

async function subscribe(who: Person) {
  const browser = service.subscribe()
  expect((await who.call('POST', PATH, { body: browser.subscription })).statusCode).toBe(204)
  return browser
}
const own = async (who: Person) => (await who.call('GET', PATH)).json<Push>()

const stored = {
  topic: 'seatOffered',
  subject: { kind: 'event', id: 'breakfast' },
  data: { title: 'Breakfast' },
  at: new Date().toISOString(),
} as const

let dedupeKey = 0
/** Resolves once it is delivered and pushed. */
async function notify(who: Person, more: Partial<DomainEvent> = {}) {
  const { operations } = running.services
  const { notifications: delivered, pushSender } = running.services.notifications
  await running.store.transact(async (tx) =>
    operations.outbox.notify(tx, {
      topic: 'seatOffered',
      subject: { kind: 'event', id: 'breakfast' },
      dedupeKey: String(dedupeKey++),
      recipients: [who.uid],
      data: { title: 'Breakfast' },
      ...more,
    }),
  )
  await delivered.idle()
  await pushSender.idle()
}

test('every browser of the member gets what the list shows, encrypted and signed, and nobody else’s does', async () => {
  const grace = await running.member()
  const [phone, laptop, other] = [await subscribe(ada), await subscribe(ada), await subscribe(grace)]
  await notify(ada)

  const [{ id } = { id: '' }] = (await running.services.notifications.notifications.list(ada.uid)).items
  const message = {
    title: 'Guildhall',
    text: 'There is a seat for you: Breakfast. Claim it before the offer expires.',
    path: '/event/breakfast',
    id,
  }
  expect(phone.messages()).toEqual([message])
  expect(laptop.messages()).toEqual([message])
  expect(other.requests()).toBe(0)

  const { headers, body } = service.received.at(-1)!
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(body.length).toBeLessThan(4_096)
  const claims = vapidClaims(headers.authorization, keys.publicKey)
  expect(claims).toMatchObject({ aud: 'https://push.example.test', sub: 'mailto:hello@guildhall.test' })
  expect(claims!.exp * 1_000).toBeLessThanOrEqual(Date.now() + DAY)
})

test('a message is in the language of its recipient, not of the sender', async () => {
  const browser = await subscribe(ada)
  await ada.call('PUT', '/api/me/language', { body: { language: 'de' } })
  await notify(ada)
  expect(browser.messages()).toMatchObject([
    { text: 'Bei Breakfast ist ein Platz für dich frei. Nimm ihn an, bevor das Angebot abläuft.' },
  ])
})

test('a long text is cut, so that push services take the message', async () => {
  const phone = await subscribe(ada)
  await notify(ada, { topic: 'announcement', data: { title: 'Breakfast', text: '😀'.repeat(2_000) } })
  const [message] = phone.messages()
  expect(message!.text.length).toBeLessThanOrEqual(401)
  expect(message!.text).toMatch(/😀…$/u)
})

test('no message is sent for topics that are off, or for read and invisible notifications', async () => {
  const phone = await subscribe(ada)
  const choose = (version: number, body: object) =>
    ada.call('PUT', '/api/notifications/preferences', {
      body: { quiet: false, digest: 'off', topics: {}, ...body },
      headers: { 'if-match': `"${version}"` },
    })
  await choose(0, { topics: { seatOffered: { push: false } } })
  await notify(ada)
  await choose(1, { quiet: true })
  await notify(ada)
  await choose(2, {})
  expect(phone.requests()).toBe(0)

  const blocked = await running.member()
  await ada.call('PUT', `/api/blocks/${blocked.uid}`)
  const cause = { ...stored, member: ada.uid }
  await running.store.transact(async (tx) => {
    tx.put(notifications, { ...cause, id: 'read' })
    tx.put(notifications, { ...cause, id: 'hidden', unread: true, actor: blocked.uid })
    tx.put(notifications, { ...cause, id: 'of-another', unread: true, member: blocked.uid })
  })
  for (const id of ['read', 'hidden', 'of-another', 'absent'])
    running.services.notifications.pushSender.send(ada.uid, id)
  await running.services.notifications.pushSender.idle()
  expect(phone.requests()).toBe(0)
})

test('an announcement is pushed without its text to a member who blocked its author', async () => {
  const phone = await subscribe(ada)
  const host = await running.member()
  await ada.call('PUT', `/api/blocks/${host.uid}`)
  await notify(ada, { topic: 'announcement', actor: host.uid, data: { title: 'Breakfast', text: 'Room B' } })
  expect(phone.messages().map(({ text }) => text)).toEqual([
    'Breakfast: an announcement from someone you blocked. Open the event to read it.',
  ])
})

test.for([404, 410])('a subscription is deleted when the push service answers %d', async (status) => {
  const phone = await subscribe(ada)
  phone.answerWith(status)
  await notify(ada)
  expect((await own(ada)).browsers).toEqual([])
  await notify(ada)
  expect(phone.requests()).toBe(1)
})

test('a redirect is not followed, and a refused message is not sent again', async () => {
  const phone = await subscribe(ada)
  phone.answerWith(302, 400)
  await notify(ada)
  await notify(ada)
  expect(phone.requests()).toBe(2)
  expect(service.received.map(({ headers }) => headers['host'])).not.toContain('elsewhere.example.test')
  expect((await own(ada)).browsers).toHaveLength(1)
})

test.for([
  ['/api/session/logout', 'the session in which it was switched on is ended'],
  ['/api/session/logout-all', 'the member signs out everywhere'],
] as const)('no message is sent to a browser once %s', async ([path]) => {
  const phone = await subscribe(ada)
  const { uid } = ada
  await ada.call('POST', path)
  await notify(ada)
  expect(phone.requests()).toBe(0)
  expect(await running.services.notifications.push.exportOf(uid)).toEqual([])
})

test('the eleventh browser replaces the first, and each browser can be removed', async () => {
  const first = await subscribe(ada)
  for (let at = 0; at < 10; at += 1) {
    running.advance(1_000)
    await subscribe(ada)
  }
  const { browsers, publicKey } = await own(ada)
  expect(publicKey).toBe(keys.publicKey)
  expect(browsers).toHaveLength(10)
  expect((await ada.call('DELETE', `${PATH}/${browsers[0]!.id}`)).statusCode).toBe(204)
  expect((await ada.call('DELETE', `${PATH}/${browsers[0]!.id}`)).statusCode).toBe(204)
  const grace = await running.member()
  await grace.call('DELETE', `${PATH}/${browsers[1]!.id}`)
  expect((await own(ada)).browsers).toEqual(browsers.slice(1))
  await notify(ada)
  expect(first.requests()).toBe(0)
})

test('the member who signed in to a browser last has its notifications', async () => {
  const phone = await subscribe(ada)
  const grace = await running.member()
  await grace.call('POST', PATH, { body: phone.subscription })
  await notify(ada)
  expect(phone.requests()).toBe(0)
  expect((await own(ada)).browsers).toEqual([])
})

test('the download names the push service, and a deletion forgets the browser', async () => {
  await subscribe(ada)
  const { pushSubscriptions } = (await ada.call('POST', '/api/account/export')).json<{
    pushSubscriptions: ExportedSubscriptions
  }>()
  expect(pushSubscriptions).toEqual([{ service: 'push.example.test', since: expect.any(String) as string }])
  await running.services.notifications.push.forget(ada.uid)
  expect((await own(ada)).browsers).toEqual([])
})

test('push is unavailable without VAPID keys', async () => {
  const without = await startTestApp()
  const member = await without.member()
  expect((await member.call('GET', PATH)).json()).toEqual({ browsers: [] })
  const refused = await member.call('POST', PATH, { body: service.subscribe().subscription })
  expect(refused.json()).toMatchObject({ code: 'push_unavailable' })
  await without.close()
})
