import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import webPush from 'web-push'

import type { Notification } from '#shared/notifications/schema.ts'
import { startPushService } from '#server/testing/stand-ins/push-service.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { partOf } from '#server/tools/part-of.ts'

import { createHttpsPost } from './https-post.ts'
import { createPushSender } from './sender.ts'
import { createUnresponsiveEndpoints } from './unresponsive.ts'

const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:hello@guildhall.test' }
const notification: Notification = {
  id: 'offer',
  topic: 'seatOffered',
  text: 'There is a seat for you: Breakfast.',
  subject: { kind: 'event', id: 'breakfast' },
  at: '2026-03-01T12:00:00.000Z',
  unread: true,
}

let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())

/** @param counts numbers of browsers of the members */
function setup(
  counts: Readonly<Record<string, number>>,
  timing: { retryAfter?: number[]; deadline?: number },
) {
  const browsers = new Map(
    Object.entries(counts).map(([member, count]) => [
      member,
      Array.from({ length: count }, () => service.subscribe()),
    ]),
  )
  const warn = vi.fn<(fact: object) => void>()
  const sender = createPushSender({
    config: { vapid, client: { PRODUCT_NAME: 'Guildhall' } },
    logger: { warn },
    push: {
      hasAny: async (member) => browsers.has(member),
      of: async (member) =>
        browsers.get(member)!.map(({ subscription: { endpoint, keys } }) => ({
          id: endpoint,
          member,
          endpoint,
          ...keys,
          session: 'session',
          since: notification.at,
        })),
      remove: async () => {},
    },
    notifications: { unreadOne: async () => notification },
    people: partOf<People>({ members: { accountStates: async () => () => 'active' } }),
    accounts: partOf<Accounts>({
      sessions: { wasEnded: async () => false },
      languages: { languageOf: async () => 'en' },
    }),
    https: createHttpsPost(service.agent),
    ...timing,
  })
  const send = async (member: string) => {
    sender.send(member, notification.id)
    await sender.idle()
  }
  return { browsersOf: (member: string) => browsers.get(member)!, sender, send, warn }
}

const never = (times: number) => Array.from({ length: times }, () => 'never' as const)

test('a message that a busy push service refuses is sent again', async () => {
  const { browsersOf, send, warn } = setup({ ada: 1 }, { retryAfter: [1, 1] })
  const [phone] = browsersOf('ada')
  phone!.answerWith(429, 503)
  await send('ada')
  expect(phone!.requests()).toBe(3)
  expect(warn).not.toHaveBeenCalled()

  phone!.answerWith(500, 500, 500)
  await send('ada')
  expect(phone!.requests()).toBe(6)
  expect(warn).toHaveBeenCalledExactlyOnceWith({ host: 'push.example.test', status: 500 }, 'push failed')
})

test('ten browsers that never answer do not delay the messages of another member', async () => {
  const { browsersOf, sender } = setup({ ada: 10, grace: 1 }, {})
  const [silent, [phone]] = [browsersOf('ada'), browsersOf('grace')]
  for (const each of silent) each.answerWith(...never(30))
  const requestsOfAda = () => silent.reduce((total, each) => total + each.requests(), 0)

  for (let at = 0; at < 30; at += 1) sender.send('ada', notification.id)
  await expect.poll(requestsOfAda).toBe(2)
  sender.send('grace', notification.id)
  // Well before a deadline ends.
  await expect.poll(phone!.requests, { timeout: 5_000 }).toBe(1)
  expect(requestsOfAda()).toBe(2)
  sender.stop()
  await sender.idle()
})

test('a browser that did not respond three times in a row gets no messages for a while', async () => {
  const { browsersOf, send } = setup({ ada: 2 }, { retryAfter: [1, 1], deadline: 2_000 })
  const [silent, phone] = browsersOf('ada')
  silent!.answerWith(...never(10))
  await send('ada')
  const tried = silent!.requests()
  expect(tried).toBeGreaterThan(0)
  await send('ada')
  expect(silent!.requests()).toBe(tried)
  expect(phone!.requests()).toBe(2)
}, 30_000)

test('an answer resets the count of timeouts', () => {
  const { timedOut, answered, isPaused } = createUnresponsiveEndpoints()
  const times = (count: number) => {
    for (let at = 0; at < count; at += 1) timedOut('phone')
    return isPaused('phone')
  }
  expect(times(2)).toBe(false)
  answered('phone')
  expect(times(2)).toBe(false)
  expect(times(1)).toBe(true)
  expect(isPaused('laptop')).toBe(false)
})
