import { expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { errorEntry, NOON } from '#client/testing/error-entries.ts'
import { openSender, sizes } from '#client/testing/open-sender.ts'

import { createErrorOutbox } from './outbox.ts'
import { createCounter } from './local-log.ts'
import { byteLength } from './entry.ts'

test('a closing page sends only its own entries, with at most 60,000 bytes in flight', () => {
  const { sender, fill, calls, storage } = openSender()
  const foreign = createErrorOutbox({
    storage,
    tabId: 'tab-0',
    dropped: createCounter(storage, 'dropped'),
    makeRoom: () => false,
  })
  foreign.put(errorEntry({ at: NOON - MINUTE, message: 'from another tab' }))
  fill(40, { stack: 'x'.repeat(3_000) })

  sender.flushBeforeLeaving()

  const sent = calls.flatMap(({ batch }) => batch.entries)
  expect(sent.length).toBeGreaterThan(10)
  expect(sent.length).toBeLessThan(40)
  expect(sent.map(({ message }) => message)).not.toContain('from another tab')
  expect(calls.reduce((sum, { body }) => sum + byteLength(body), 0)).toBeLessThanOrEqual(60_000)
})

test('a closing page splits entries that exceed one batch', () => {
  const { sender, fill, calls } = openSender()
  fill(60)
  sender.flushBeforeLeaving()
  expect(sizes(calls)).toEqual([50, 10])
  expect(calls.every(({ init }) => init.keepalive)).toBe(true)
})

test('a page that is hidden and then closed sends once', async () => {
  const { sender, fill, calls, outbox } = openSender()
  fill(2)
  sender.flushBeforeLeaving()
  sender.flushBeforeLeaving()
  expect(calls).toHaveLength(1)
  await expect.poll(() => outbox.size()).toBe(0)
})

test('a beacon is sent if keepalive is missing, and its entries stay until acknowledged', async () => {
  const { sender, fill, calls, beacons, outbox } = openSender({ withBeacon: true })
  fill(2)
  sender.flushBeforeLeaving()
  expect(beacons).toHaveLength(1)
  expect(JSON.parse(beacons[0] ?? '')).toMatchObject({ v: 1, entries: [{}, {}] })
  expect(outbox.size()).toBe(2)

  await sender.flush()
  expect(calls[0]?.init.keepalive).toBe(false)
  expect(outbox.size()).toBe(0)
})
