import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'
import type { Unread } from '#shared/notifications/schema.ts'
import { ORIGIN } from '#server/testing/app.ts'
import { openEventStream } from '#server/testing/event-stream.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'
import type { People } from '#server/modules/people/module.ts'
import { partOf } from '#server/tools/part-of.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { createLiveViews } from './live-views/live-views.ts'
import { createNotificationStreams, type StreamOutput } from './streams.ts'

const STREAM = '/api/notifications/stream'
/** The product's limit, in milliseconds. */
const LIVE_WITHIN = 2_000

let port = 0
const fixture = await startOrganiserFixture()
beforeAll(async () => {
  await fixture.services.warmUp()
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(fixture.app.server)
})
afterAll(() => fixture.close())

type Person = Pick<OrganiserFixture['ada'], 'uid' | 'cookie'>

const open = ({ cookie }: Pick<Person, 'cookie'>, headers: Record<string, string> = {}) =>
  openEventStream<Unread>(
    {
      port,
      headers: {
        host: new URL(ORIGIN).host,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-dest': 'empty',
        'sec-fetch-mode': 'cors',
        [CLIENT_VERSION_HEADER]: String(API_VERSION),
        cookie,
        ...headers,
      },
    },
    STREAM,
  )

let domainEvents = 0
const notify = (who: Person) =>
  fixture.store.transact(async (tx) =>
    fixture.services.operations.outbox.notify(tx, {
      topic: 'eventChanged',
      subject: { kind: 'event', id: 'breakfast' },
      dedupeKey: `breakfast ${domainEvents++}`,
      recipients: [who.uid],
      data: { title: 'Breakfast' },
    }),
  )

test('a notification, and reading it elsewhere, reach every device within two seconds, and nobody else', async () => {
  const { ada, grace } = fixture
  const [phone, laptop, other] = await Promise.all([open(ada), open(ada), open(grace)])
  expect(phone.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  for (const stream of [phone, laptop, other]) await stream.until(({ unread }) => unread === 0)

  const causedAt = performance.now()
  await notify(ada)
  for (const stream of [phone, laptop]) await stream.until(({ unread }) => unread === 1)
  expect(performance.now() - causedAt).toBeLessThan(LIVE_WITHIN)

  const readAt = performance.now()
  await ada.call('POST', '/api/notifications/read', { body: {} })
  for (const stream of [phone, laptop]) await stream.until(({ unread }) => unread === 0)
  expect(performance.now() - readAt).toBeLessThan(LIVE_WITHIN)
  expect(other.events).toEqual([{ unread: 0, role: 'member' }])
  for (const stream of [phone, laptop, other]) stream.close()
})

test('a stream ends within two seconds of the sign-out or the suspension of its member', async () => {
  const [leaving, suspended] = [await fixture.member(), await fixture.member()]
  const streams = [await open(leaving), await open(suspended)]
  for (const stream of streams) await stream.until(({ unread }) => unread === 0)
  const endedAt = performance.now()
  await leaving.call('POST', '/api/session/logout')
  await fixture.changeMember(suspended.uid, { status: 'suspended' })
  await Promise.all(streams.map(({ ended }) => ended))
  expect(performance.now() - endedAt).toBeLessThan(LIVE_WITHIN)
  await expect(open(leaving)).rejects.toThrow('401')
  await expect(open(suspended)).rejects.toThrow('member_suspended')
})

test('the oldest of six streams of a session ends', async () => {
  const member = await fixture.member()
  const oldest = await open(member)
  const others = await Promise.all(Array.from({ length: 5 }, () => open(member)))
  await oldest.ended
  await notify(member)
  const latest = await Promise.all(others.map((stream) => stream.until(({ unread }) => unread > 0)))
  expect(latest).toEqual(others.map(() => ({ unread: 1, role: 'member' })))
  for (const stream of others) stream.close()
})

test('a page of an older build gets the request to reload, as from every call', async () => {
  await expect(open(fixture.ada, { [CLIENT_VERSION_HEADER]: '0' })).rejects.toThrow('503')
})

const viewer = {
  memberId: 'ada',
  sessionId: 'one',
  expiresAt: Infinity,
  views: [],
  isAllowed: async () => true,
}

/** Streams of members without notifications. */
function openStreams() {
  let now = Date.parse('2026-01-05T10:00:00Z')
  const streams = createNotificationStreams({
    clock: () => now,
    notifications: { unread: async () => 0 },
    unreadNotifications: { onChange: () => {}, sync: async () => {} },
    people: partOf<People>({ members: { roleOf: async () => 'member' } }),
    liveViews: createLiveViews({ permittedAmong: async () => new Set() }),
  })
  const output = {
    write: vi.fn<StreamOutput['write']>(),
    backlog: vi.fn<StreamOutput['backlog']>(() => 0),
    end: vi.fn<StreamOutput['end']>(),
    destroy: vi.fn<StreamOutput['destroy']>(),
  }
  return {
    streams,
    output,
    pass(milliseconds: number) {
      now += milliseconds
      vi.advanceTimersByTime(milliseconds)
    },
  }
}

test('a stream is never silent for longer than 25 s, and ends when its session expires', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { streams, output, pass } = openStreams()
    streams.open({ ...viewer, expiresAt: Date.parse('2026-01-05T10:10:00Z') }, output)
    for (let passed = 0; passed < 600 - 25; passed += 25) {
      output.write.mockClear()
      pass(25_000)
      expect(new Set(output.write.mock.calls.flat())).toEqual(new Set([':\n\n']))
    }
    expect(output.end).not.toHaveBeenCalled()
    pass(50_000)
    expect(output.end).toHaveBeenCalledOnce()
    output.write.mockClear()
    pass(25_000)
    expect(output.write).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

test('a thousand streams that open together have neither their heartbeats nor their checks together', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { streams, output, pass } = openStreams()
    const isAllowed = vi.fn<typeof viewer.isAllowed>(async () => true)
    for (let at = 0; at < 1_000; at += 1)
      streams.open({ ...viewer, memberId: `member-${at}`, sessionId: `session-${at}`, isAllowed }, output)
    const seconds = Array.from({ length: 400 }, () => {
      for (const mock of [output.write, isAllowed]) mock.mockClear()
      pass(1_000)
      return [output.write.mock.calls.length, isAllowed.mock.calls.length] as const
    })
    expect(Math.max(...seconds.map(([beats]) => beats))).toBeLessThan(250)
    expect(Math.max(...seconds.map(([, checks]) => checks))).toBeLessThan(50)
  } finally {
    vi.useRealTimers()
  }
})

test('a client that does not read its stream is disconnected', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { streams, output, pass } = openStreams()
    streams.open(viewer, output)
    output.backlog.mockReturnValue(5_000)
    pass(25_000)
    expect(output.destroy).toHaveBeenCalledOnce()
    expect(output.write).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

test('a server that shuts down ends thousands of streams over several seconds, and they stay live until then', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { streams, output } = openStreams()
    for (let at = 0; at < 2_900; at++)
      streams.open({ ...viewer, memberId: `member-${at}`, sessionId: `session-${at}` }, output)
    await vi.waitFor(() => expect(output.write).toHaveBeenCalledTimes(2_900))
    output.write.mockClear()
    const startedAt = performance.now()
    const closed = streams.close()
    expect(output.end).toHaveBeenCalledTimes(100)
    streams.memberChanged('member-2899')
    await vi.waitFor(() => expect(output.write).toHaveBeenCalledOnce())
    expect(output.end.mock.calls.length).toBeLessThan(2_900)
    await closed
    expect(output.end).toHaveBeenCalledTimes(2_900)
    expect(performance.now() - startedAt).toBeGreaterThan(2_000)
  } finally {
    vi.useRealTimers()
  }
})

test('a server that shuts down ends its streams and opens no more', async () => {
  const member = await fixture.member()
  const stream = await open(member)
  await fixture.services.notifications.streams.close()
  await stream.ended
  await expect(open(member)).rejects.toThrow('503')
})
