import { afterAll, beforeEach, expect, test } from 'vitest'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { messageOf, START, startSenderFixture, userOf } from '#server/testing/fixtures/sender-fixture.ts'
import { emails, refusedAddresses } from '#server/modules/notifications/emails/collection.ts'
import { queueOf, setAside } from '#server/modules/notifications/emails/queries.ts'
import type { EmailCause } from '#server/modules/notifications/emails/types.ts'

const fixture = await startSenderFixture()
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

test('a member’s emails arrive in order and once each, however often they are queued', async () => {
  const { put, replica, received, store } = fixture
  await put('first')
  await put('second')
  await put('first')
  await put('third', 'ben')
  const { sendDue } = replica()
  await sendDue()
  await put('second')
  await sendDue()
  expect(new Set(received())).toEqual(new Set(['first', 'second', 'third']))
  expect(received().indexOf('first')).toBeLessThan(received().indexOf('second'))
  const stored = await store.get(emails, 'first')
  expect(stored).toMatchObject({ state: 'sent', data: {} })
  expect(stored?.dueAt).toBeUndefined()
})

test('urgent emails are sent before an announcement to many, and each member’s emails stay in order', async () => {
  const { put, replica, received } = fixture
  for (let at = 0; at < 12; at++) await put(`to-all-${at}`, `member-${at}`, { topic: 'announcement' })
  await put('offer', 'ada', { topic: 'seatOffered' })
  await put('cancelled', 'member-11', { topic: 'eventCancelled' })
  const { sendDue } = replica()
  // A run ends after some seconds, in which a busy machine may not send everything.
  for (let runs = 0; runs < 4; runs += 1) await sendDue()
  expect(received().slice(0, 3)).toEqual(['offer', 'to-all-11', 'cancelled'])
  expect(received()).toHaveLength(14)
})

test('waiting emails of one member do not delay those of others', async () => {
  const { put, replica, received, server } = fixture
  server.behave({ onText: (address) => (address === userOf('ada').email ? 451 : 'accept') })
  for (let at = 0; at < 130; at++) await put(`to-ada-${at}`)
  await put('to-ben', 'ben')
  await replica().sendDue()
  expect(received()).toEqual(['to-ben'])
})

test('three replicas on one store send each email once', async () => {
  const { put, replica, received } = fixture
  const replicas = [replica(), replica(), replica()]
  for (let at = 0; at < 40; at++) await put(`mail-${at}`, `member-${at % 8}`)
  await Promise.all(replicas.map(({ sendDue }) => sendDue()))
  for (const { sendDue } of replicas) await sendDue()
  expect(received()).toHaveLength(40)
  expect(new Set(received()).size).toBe(40)
})

test('several changes within a minute are sent as one email, and a cancellation replaces them', async () => {
  const { put, replica, received, runOver } = fixture
  const change = (id: string, topic: EmailCause['topic'], event = 'breakfast') =>
    put(id, 'ada', { topic, subject: { kind: 'event', id: event } })
  await change('moved', 'eventChanged')
  await change('moved-back', 'eventChanged')
  await change('other', 'eventChanged', 'supper')
  await change('cancelled', 'eventCancelled', 'supper')
  const sender = replica()
  await sender.sendDue()
  expect(received()).toEqual([])
  await runOver(sender, 30 * SECOND, 70 * SECOND)
  expect(received()).toEqual(['moved-back', 'cancelled'])
})

test('a refused address gets no emails for a day, and other addresses do', async () => {
  const { put, replica, received, stateOf, server, store, advance } = fixture
  server.behave({ onAddress: (address) => (address.startsWith('ada') ? 550 : 'accept') })
  await put('one')
  await put('two')
  await put('three', 'ben')
  const sender = replica()
  await sender.sendDue()
  expect(received()).toEqual(['three'])
  expect(await stateOf('one')).toBe('refused')
  expect(await stateOf('two')).toBe('dropped')
  expect(await store.get(refusedAddresses, 'ada')).toMatchObject({ address: userOf('ada').email, times: 1 })
  server.behave()
  advance(25 * 60 * MINUTE)
  await put('later')
  await sender.sendDue()
  expect(received()).toEqual(['three', 'later'])
  expect(await store.get(refusedAddresses, 'ada')).toBeUndefined()
})

test('an email that the server defers is sent later, before the member’s next one', async () => {
  const { put, replica, received, runOver, server } = fixture
  let answers = 0
  server.behave({ onText: () => ((answers += 1) <= 2 ? 451 : 'accept') })
  await put('one')
  await put('two')
  await runOver(replica(), MINUTE, 2 * MINUTE, MINUTE)
  expect(received()).toEqual(['one', 'two'])
  expect(answers).toBe(4)
})

test('sending pauses while the server defers every email', async () => {
  const { put, replica, server } = fixture
  let asked = 0
  server.behave({
    onAddress: () => {
      asked += 1
      return 450
    },
  })
  for (let at = 0; at < 20; at++) await put(`mail-${at}`, `member-${at}`)
  const { sendDue } = replica()
  await sendDue()
  await sendDue()
  expect(asked).toBe(3)
})

test('after a day without the server, outdated emails are not sent', async () => {
  const { put, replica, received, stateOf, runOver, store, now } = fixture
  let tries = 0
  const sender = replica({
    url: 'smtp://127.0.0.1:1',
    compose: async (email, address) =>
      email.id === 'stale' && now() > START + 60 * MINUTE
        ? { dropped: 'obsolete' }
        : messageOf(email, address),
    wrap: (mailer) => ({ ...mailer, send: (...all) => ((tries += 1), mailer.send(...all)) }),
  })
  await put('stale')
  await put('useful')
  await runOver(sender, ...Array.from({ length: 24 }, () => 60 * MINUTE))
  expect(await stateOf('useful')).toBe('queued')
  // One attempt per pause, however many emails wait.
  expect(tries).toBeLessThan(30)
  await runOver(replica(), 6 * MINUTE)
  expect(received()).toEqual(['useful'])
  expect(await store.get(emails, 'stale')).toMatchObject({ state: 'dropped', reason: 'obsolete' })
})

test('an email that the server rejects is not sent again, and the next one is sent', async () => {
  const { put, replica, received, server, store } = fixture
  server.behave({ onText: () => (server.received().length === 0 ? 554 : 'accept') })
  await put('spam')
  const sender = replica()
  await sender.sendDue()
  expect(await store.get(emails, 'spam')).toMatchObject({ state: 'refused' })
  server.behave()
  await put('fine')
  await sender.sendDue()
  expect(received()).toEqual(['fine'])
})

test('an email that the server may have accepted is not sent again', async () => {
  const { put, replica, received, stateOf, runOver, server } = fixture
  server.behave({ onText: () => 'hang up after the text' })
  await put('cut')
  const sender = replica()
  await sender.sendDue()
  server.behave()
  await runOver(sender, 5 * MINUTE, 60 * MINUTE)
  expect(received()).toEqual(['cut'])
  expect(await stateOf('cut')).toBe('unknown')
})

test.for(['stall', 'hang up'] as const)(
  'an email whose text did not reach the server is sent again after a %s at the address',
  async (behaviour) => {
    const { put, replica, received, runOver, server, openMailer } = fixture
    server.behave({ onAddress: () => behaviour })
    await put('tried')
    const sender = replica({ mailer: openMailer(server.url, 300) })
    await sender.sendDue()
    expect(received()).toEqual([])
    server.behave()
    await runOver(sender, MINUTE)
    expect(received()).toEqual(['tried'])
  },
)

test('an email that fails to be composed is given up after five tries, and the others are sent', async () => {
  const { put, replica, received, stateOf, runOver } = fixture
  let tries = 0
  const sender = replica({
    compose: async (email, address) => {
      if (email.id !== 'poisoned') return messageOf(email, address)
      tries += 1
      throw new Error('a defect')
    },
  })
  await put('poisoned')
  await put('waits-for-it')
  await put('of-someone-else', 'ben')
  await runOver(sender, ...Array.from({ length: 40 }, () => MINUTE))
  expect(tries).toBe(5)
  expect(received()).toEqual(['of-someone-else', 'waits-for-it'])
  expect(await stateOf('poisoned')).toBe('failed')
  await put('waits')
  const views = await fixture.store.views()
  expect(queueOf(views)).toEqual({
    queued: 1,
    queuedSince: expect.any(String),
    dueSince: expect.any(String),
  })
  expect(setAside(views)).toMatchObject([{ topic: 'seatPromoted', reason: 'notWritten' }])
})

test('a member with an unverified address or without an account gets no email', async () => {
  const { put, replica, received, stateOf } = fixture
  const sender = replica({
    identity: {
      lookupUsers: async () => new Map([['ada', { ...userOf('ada'), emailVerified: false }]]),
    },
  })
  await put('unverified')
  await put('without-an-account', 'ben')
  await sender.sendDue()
  expect(received()).toEqual([])
  expect(await stateOf('unverified')).toBe('dropped')
  expect(await stateOf('without-an-account')).toBe('dropped')
})
