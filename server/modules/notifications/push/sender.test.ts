import { afterAll, expect, test } from 'vitest'

import { createPushFixture } from '#server/testing/fixtures/push-fixture.ts'
import { startPushService } from '#server/testing/stand-ins/push-service.ts'

import { createUnresponsiveEndpoints } from './unresponsive.ts'

const service = await startPushService()
afterAll(() => service.close())

const never = (times: number) => Array.from({ length: times }, () => 'never' as const)

test('a message that a busy push service refuses is sent again', async () => {
  const { browsersOf, send, warn } = createPushFixture(service, { ada: 1 }, { retryAfter: [1, 1] })
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
  const { browsersOf, sender } = createPushFixture(service, { ada: 10, grace: 1 }, {})
  const [silent, [phone]] = [browsersOf('ada'), browsersOf('grace')]
  for (const each of silent) each.answerWith(...never(30))
  const requestsOfAda = () => silent.reduce((total, each) => total + each.requests(), 0)

  for (let at = 0; at < 30; at += 1) sender.send('ada', 'offer')
  await expect.poll(requestsOfAda).toBe(2)
  sender.send('grace', 'offer')
  // Well before a deadline ends.
  await expect.poll(phone!.requests, { timeout: 5_000 }).toBe(1)
  expect(requestsOfAda()).toBe(2)
  sender.stop()
  await sender.idle()
})

test('a browser that did not respond three times in a row gets no messages for a while', async () => {
  const { browsersOf, send } = createPushFixture(service, { ada: 2 }, { retryAfter: [1, 1], deadline: 2_000 })
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
