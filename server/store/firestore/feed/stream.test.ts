import * as fc from 'fast-check'
import type { Timestamp } from 'firebase-admin/firestore'
import { expect, test } from 'vitest'

import { HOUR, MINUTE, SECOND } from '#shared/lib/durations.ts'
import { StorePermissionDenied } from '#server/store/port.ts'

import { changesSince } from './messages.ts'
import { startStream } from '#server/testing/stand-ins/listen.ts'

/** A subscription to a collection, with the times up to which it has had everything. */
function subscribe({ stream }: ReturnType<typeof startStream>, name: string) {
  const through: number[] = []
  const subscription = stream.subscribe({
    name,
    begin: (now) => [
      { target: changesSince('projects/p/databases/d', name, now), onDocument() {}, onRemoved() {} },
    ],
    passedOn: (time: Timestamp) => void through.push(time.toMillis()),
  })
  return { ...subscription, through }
}

const messages = ({ logged }: ReturnType<typeof startStream>) => logged.map(({ message }) => message)

test('feeds share one Listen call', async () => {
  const started = startStream()
  const feeds = Array.from({ length: 60 }, (_, at) => subscribe(started, `collection-${at}`))
  await started.advance(SECOND)
  await Promise.all(feeds.map((feed) => feed.current()))
  expect([started.listens.length, started.openCalls()]).toEqual([1, { now: 1, most: 1 }])
})

test('a stream that is always refused calls Listen at most nine times a minute', async () => {
  const started = startStream()
  started.firestore.refusesCalls = true
  const feeds = Array.from({ length: 60 }, (_, at) => subscribe(started, `collection-${at}`))
  await started.advance(HOUR)
  for (let minute = 0; minute < 60; minute += 1) expect(started.perMinute(minute)).toBeLessThanOrEqual(9)
  expect(started.perMinute(59)).toBeGreaterThan(0)
  expect(started.openCalls()).toEqual({ now: 0, most: 0 })
  expect(messages(started)).toEqual(['change feeds refused'])
  await expect(feeds[0]!.current()).rejects.toBeInstanceOf(StorePermissionDenied)
})

test.for([3, 60])(
  'a stream that is refused for %i seconds recovers with one Listen call',
  async (seconds) => {
    const started = startStream()
    started.firestore.refusesCalls = true
    const feeds = [subscribe(started, 'members'), subscribe(started, 'events')]
    await started.advance(seconds * SECOND)
    started.firestore.refusesCalls = false
    await started.advance(21 * SECOND)
    await Promise.all(feeds.map((feed) => feed.current()))
    expect(started.openCalls()).toEqual({ now: 1, most: 1 })
    expect(messages(started)).toEqual(['change feeds refused', 'change feeds accepted again'])
  },
)

test('a single refused feed is retried rarely, and the others stay current', async () => {
  const started = startStream()
  started.firestore.refuses = 'members'
  const [members, events] = [subscribe(started, 'members'), subscribe(started, 'events')]
  await started.advance(5 * MINUTE)
  await events.current()
  await expect(members.current()).rejects.toBeInstanceOf(StorePermissionDenied)
  expect([members.behindFor(), events.behindFor()]).toEqual([5 * MINUTE, 0])
  started.firestore.refuses = undefined
  await started.advance(21 * SECOND)
  await members.current()
  expect(started.listens).toHaveLength(1)
  expect(started.logged.map(({ facts, message }) => [message, (facts as { feeds: string[] }).feeds])).toEqual(
    [
      ['change feeds refused', ['members']],
      ['change feeds accepted again', ['members']],
    ],
  )
})

test('the heartbeat keeps feeds without changes current, and advances their position', async () => {
  const started = startStream()
  const feed = subscribe(started, 'members')
  await started.advance(HOUR)
  expect(started.listens).toHaveLength(1)
  expect(feed.behindFor()).toBe(0)
  expect(Date.now() - feed.through.at(-1)!).toBeLessThan(25 * SECOND)
  expect(messages(started)).toEqual([])
})

test('an open stream without messages is logged and reopened within a minute', async () => {
  const started = startStream()
  const feed = subscribe(started, 'members')
  await started.advance(5 * MINUTE)
  started.firestore.isSilent = true
  await started.advance(MINUTE - SECOND)
  expect(started.logged).toContainEqual({
    message: 'change feeds silent: listening again',
    facts: expect.objectContaining({ feeds: ['members'] }),
  })
  expect(feed.behindFor()).toBeGreaterThan(40 * SECOND)
  started.firestore.isSilent = false
  await started.advance(21 * SECOND)
  await feed.current()
  expect(started.openCalls().now).toBe(1)
})

test('a feed that does not become current on a live stream is logged and restarted', async () => {
  const started = startStream()
  started.firestore.ignores = 'members'
  const [members, events] = [subscribe(started, 'members'), subscribe(started, 'events')]
  await started.advance(MINUTE)
  expect([members.behindFor(), events.behindFor()]).toEqual([MINUTE, 0])
  expect(started.logged[0]).toEqual({
    message: 'change feeds silent: listening again',
    facts: { feeds: ['members'] },
  })
  started.firestore.ignores = undefined
  await started.advance(MINUTE)
  await members.current()
  expect(started.listens).toHaveLength(1)
})

test('the position of a feed does not advance while nothing is delivered', async () => {
  const started = startStream()
  const feed = subscribe(started, 'members')
  await started.advance(MINUTE)
  const last = feed.through.at(-1)!
  started.firestore.isSilent = true
  await started.advance(6 * MINUTE)
  expect(feed.through.at(-1)).toBe(last)
})

const FAULTS = ['refused', 'refused feed', 'ignored feed', 'silent', 'cut', 'none'] as const

test('each feed becomes current again after any sequence of faults, with one Listen call', async () => {
  const fault = fc.tuple(fc.constantFrom(...FAULTS), fc.integer({ min: 10, max: 4 * MINUTE }))
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 8 }), async (faults) => {
      const started = startStream()
      const { firestore } = started
      const feeds = [subscribe(started, 'members'), subscribe(started, 'events')]
      const become = (name: (typeof FAULTS)[number]) => {
        firestore.refusesCalls = name === 'refused'
        firestore.refuses = name === 'refused feed' ? 'members' : undefined
        firestore.ignores = name === 'ignored feed' ? 'members' : undefined
        firestore.isSilent = name === 'silent'
        if (name === 'cut') started.cut()
      }
      for (const [name, duration] of faults) {
        become(name)
        await started.advance(duration)
      }
      become('none')
      await started.advance(2 * MINUTE)
      expect(feeds.map((feed) => feed.behindFor())).toEqual([0, 0])
      expect(started.openCalls()).toEqual({ now: 1, most: 1 })
      for (const { through } of feeds) expect(through).toEqual(through.toSorted((one, other) => one - other))
      const minutes = Math.ceil(faults.reduce((sum, [, duration]) => sum + duration, 2 * MINUTE) / MINUTE)
      for (let minute = 0; minute < minutes; minute += 1)
        expect(started.perMinute(minute)).toBeLessThanOrEqual(12)
      started.stream.close()
    }),
    { numRuns: 1_000 },
  )
})
