import { expect, test } from 'vitest'

import { NOON } from '#client/testing/error-entries.ts'
import { type Answer, noNetwork, openSender, received, sizes, status } from '#client/testing/open-sender.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'
import { DAY } from '#shared/lib/durations.ts'

import { byteLength } from './entry.ts'

test('an entry is deleted once the server has acknowledged it', async () => {
  const { outbox, sender, calls, fill, server } = openSender()
  fill(2)
  server.answer = (batch) => {
    expect(outbox.size()).toBe(2)
    return received(batch)
  }

  await sender.flush()

  expect(outbox.size()).toBe(0)
  expect(calls).toHaveLength(1)
  expect(calls[0]?.batch).toMatchObject({
    v: 1,
    batchId: expect.stringMatching(/^[\da-f-]{36}$/),
    sentAt: '2027-03-01T12:00:00.000Z',
    tabId: 'tab-1',
    release: '1.2.3',
    build: 'abc',
    dropped: 0,
  })
  expect(calls[0]?.init).toMatchObject({
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
  })
})

test('an empty outbox sends nothing', async () => {
  const { sender, calls } = openSender()
  await sender.flush()
  sender.flushBeforeLeaving()
  expect(calls).toEqual([])
})

test('a batch has at most 50 entries', async () => {
  const { sender, calls, fill } = openSender()
  fill(120)
  await sender.flush()
  expect(sizes(calls)).toEqual([50, 50, 20])
})

test('a batch is at most 60,000 bytes, in UTF-8', async () => {
  const { sender, calls, fill, outbox } = openSender()
  fill(20, { stack: '€'.repeat(4_000) })
  await sender.flush()

  expect(calls.length).toBeGreaterThan(3)
  for (const { body } of calls) expect(byteLength(body)).toBeLessThanOrEqual(CLIENT_ERRORS.batchBytes)
  expect(byteLength(calls[0]?.body ?? '')).toBeGreaterThan(40_000)
  expect(outbox.size()).toBe(0)
})

test.each<[string, Answer]>([
  ['no network', noNetwork],
  ...[408, 425, 429, 500, 502, 503, 504].map((code): [string, Answer] => [String(code), status(code)]),
  ['a page instead of a receipt', () => new Response('<h1>Welcome to our hotel</h1>')],
  ['something else than a receipt', () => Response.json({ ok: true })],
])('every entry stays in the outbox after %s, and is sent later', async (_name, answer) => {
  const { outbox, sender, fill, server, clock, timers, calls } = openSender()
  fill(3)
  server.answer = answer
  await sender.flush()
  expect(outbox.size()).toBe(3)

  server.answer = received
  await sender.flush()
  expect(calls).toHaveLength(1)

  const [timer] = timers
  clock.now += timer?.delay ?? 0
  timer?.run()
  await expect.poll(() => outbox.size()).toBe(0)
})

test('the retry delay doubles from 1 s to 60 s, without a limit of attempts', async () => {
  const { sender, fill, server, clock, timers } = openSender()
  fill(1)
  server.answer = noNetwork
  for (let attempt = 0; attempt < 12; attempt++) {
    await sender.flush()
    clock.now += timers.at(-1)?.delay ?? 0
  }
  expect(timers.map(({ delay }) => delay / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60])
})

test('the retry delay has full jitter', async () => {
  const { sender, fill, server, timers } = openSender({ random: 0.25 })
  fill(1)
  server.answer = noNetwork
  await sender.flush()
  expect(timers[0]?.delay).toBe(250)
})

test.each([
  ['seconds', '120'],
  ['a date', new Date(NOON + 120_000).toUTCString()],
])('Retry-After in %s is respected by every tab and by a page that closes', async (_name, value) => {
  const { sender, fill, server, clock, timers, calls, storage } = openSender()
  fill(1)
  server.answer = status(503, { 'retry-after': value })
  await sender.flush()
  expect(timers[0]?.delay).toBe(120_000)

  server.answer = received
  const otherTab = openSender({ storage })
  otherTab.clock.now = clock.now = NOON + 119_999
  await sender.flush()
  sender.flushBeforeLeaving()
  await otherTab.sender.flush()
  expect([...calls.slice(1), ...otherTab.calls]).toEqual([])

  otherTab.clock.now = NOON + 120_000
  await otherTab.sender.flush()
  expect(otherTab.calls).toHaveLength(1)
})

test('a delay that a changed clock put years ahead is ignored', async () => {
  const { sender, fill, calls, storage } = openSender()
  fill(1)
  storage.write('errorOutboxResumeAt', String(NOON + 365 * DAY))
  await sender.flush()
  expect(calls).toHaveLength(1)
})

test.each([400, 413])(
  'a batch answered with %i is halved and sent again, and an entry refused alone is dropped and counted',
  async (code) => {
    const { outbox, sender, fill, server, calls, dropped } = openSender()
    fill(8)
    const bad = outbox.pending(NOON)[5]?.entry.id
    server.answer = (batch) =>
      batch.entries.some(({ id }) => id === bad) ? new Response(null, { status: code }) : received(batch)

    await sender.flush()

    expect(sizes(calls)).toEqual([8, 4, 4, 2, 1, 1, 2])
    expect(outbox.size()).toBe(0)
    expect(dropped.read()).toEqual({ refused: 1 })
  },
)

test('entries that the server rejects are removed and counted, and the others are received', async () => {
  const { outbox, sender, fill, server, dropped } = openSender()
  fill(3)
  server.answer = () =>
    Response.json({ accepted: 2, duplicate: 0, rejected: [{ index: 1, code: 'bad_entry' }] })
  await sender.flush()
  expect(outbox.size()).toBe(0)
  expect(dropped.read()).toEqual({ rejected: 1 })
})

test('losses and noise are reported once, each by its reason', async () => {
  const { sender, fill, calls, dropped, noise } = openSender()
  dropped.add({ full_outbox: 4, refused: 3 })
  noise.add({ layout: 9 })
  fill(51)
  await sender.flush()
  expect(calls.map(({ batch }) => [batch.dropped, batch.droppedBy, batch.noise])).toEqual([
    [7, { full_outbox: 4, refused: 3 }, { layout: 9 }],
    [0, undefined, undefined],
  ])
})

test('losses whose acknowledgement did not arrive are sent again unchanged and with the same id, also by the next page', async () => {
  const { sender, fill, server, calls, dropped, clock, storage } = openSender()
  dropped.add({ full_outbox: 4 })
  fill(1)
  server.answer = noNetwork
  await sender.flush()
  dropped.add({ full_outbox: 2 })
  clock.now += 60_000
  const next = openSender({ storage })
  next.clock.now = clock.now
  await next.sender.flush()
  next.fill(1)
  await next.sender.flush()
  const [first, again, other] = [...calls, ...next.calls].map(({ batch }) => batch)
  expect([first?.dropped, again?.dropped, other?.dropped]).toEqual([4, 4, 2])
  expect(again?.batchId).toBe(first?.batchId)
  expect(other?.batchId).not.toBe(first?.batchId)
  expect(next.dropped.read()).toEqual({})
})

test('entries are sent at once when the browser is back online', async () => {
  const { sender, fill, server, calls, outbox } = openSender()
  fill(1)
  server.answer = noNetwork
  await sender.flush()
  server.answer = received
  await sender.flushOnline()
  expect(calls).toHaveLength(2)
  expect(outbox.size()).toBe(0)
})

test('a delay that the server asked for applies even when the browser is back online', async () => {
  const { sender, fill, server, calls } = openSender()
  fill(1)
  server.answer = status(503, { 'retry-after': '120' })
  await sender.flush()
  await sender.flushOnline()
  expect(calls).toHaveLength(1)
})

test.each([404, 410])(
  'entries stay in the outbox and nothing more is sent after a response with status %i',
  async (code) => {
    const { outbox, sender, fill, server, calls, timers } = openSender()
    fill(60)
    server.answer = status(code)
    await sender.flush()
    await sender.flush()
    sender.flushBeforeLeaving()
    expect(calls).toHaveLength(1)
    expect(timers).toEqual([])
    expect(outbox.size()).toBe(60)
  },
)

test('this tab waits a second while another tab sends', async () => {
  const heldElsewhere = {
    request: async (_name: string, _options: LockOptions, take: LockGrantedCallback<unknown>) => take(null),
  } as Pick<LockManager, 'request'>
  const { sender, fill, calls, timers } = openSender({ locks: heldElsewhere })
  fill(1)
  await sender.flush()
  expect(calls).toEqual([])
  expect(timers.map(({ delay }) => delay)).toEqual([1_000])
})
