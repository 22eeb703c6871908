import { expect, test } from 'vitest'

import { errorEntry, NOON } from '#client/testing/error-entries.ts'
import { createMemoryStorage } from '#client/testing/memory-storage.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

import { createErrorOutbox } from './outbox.ts'
import { createCounter } from './local-log.ts'

function openOutbox({ storage = createMemoryStorage(), tabId = 'tab-1' } = {}) {
  const dropped = createCounter(storage, 'dropped')
  return { storage, dropped, outbox: createErrorOutbox({ storage, tabId, dropped, makeRoom: () => false }) }
}
const idsIn = (outbox: ReturnType<typeof openOutbox>['outbox'], now = NOON) =>
  outbox.pending(now).map(({ entry }) => entry.id)

test('unsent entries survive the page, oldest first', () => {
  const { storage, outbox } = openOutbox()
  const later = errorEntry({ at: NOON + 2_000 })
  const earlier = errorEntry({ at: NOON + 1_000 })
  outbox.put(later)
  outbox.put(earlier)

  const nextPage = openOutbox({ storage, tabId: 'tab-2' }).outbox

  expect(idsIn(nextPage, NOON + MINUTE)).toEqual([earlier.id, later.id])
})

test('each entry has a key of its own', () => {
  const { storage, outbox } = openOutbox()
  outbox.put(errorEntry())
  outbox.put(errorEntry())

  expect(storage.keys()).toHaveLength(2)
})

test("another tab's entry is not sent while that tab may still add repeats to it", () => {
  const { storage, outbox } = openOutbox()
  const entry = errorEntry()
  outbox.put(entry)
  const other = openOutbox({ storage, tabId: 'tab-2' }).outbox

  const closed = NOON + CLIENT_ERRORS.repeatWindow + CLIENT_ERRORS.saveAfter
  expect(idsIn(other, closed)).toEqual([])
  expect(idsIn(other, closed + 1)).toEqual([entry.id])
  expect(other.ownPending()).toEqual([])
})

test('the 301st entry evicts the oldest, which is counted', () => {
  const { outbox, dropped } = openOutbox()
  const entries = Array.from({ length: 301 }, (_, index) => errorEntry({ at: NOON + index }))
  for (const entry of entries) outbox.put(entry)

  expect(idsIn(outbox)).toEqual(entries.slice(1).map(({ id }) => id))
  expect(dropped.read()).toEqual({ full_outbox: 1 })
})

test('more than 512 KiB evicts the oldest, counted in bytes', () => {
  const { outbox, dropped } = openOutbox()
  for (let index = 0; index < 40; index++) {
    outbox.put(errorEntry({ at: NOON + index, stack: '€'.repeat(8_000) }))
  }

  const bytes = outbox.pending(NOON).reduce((sum, item) => sum + item.bytes, 0)
  expect(bytes).toBeLessThanOrEqual(CLIENT_ERRORS.outboxBytes)
  expect(bytes).toBeGreaterThan(CLIENT_ERRORS.outboxBytes - 25_000)
  expect(dropped.read()).toEqual({ full_outbox: 40 - outbox.size() })
})

test('full storage makes room with the oldest entries', () => {
  const { outbox, dropped } = openOutbox({ storage: createMemoryStorage({ quota: 2_000 }) })
  const entries = Array.from({ length: 12 }, (_, index) => errorEntry({ at: NOON + index }))
  for (const entry of entries) outbox.put(entry)

  const kept = idsIn(outbox)
  expect(kept.length).toBeGreaterThan(3)
  expect(kept).toEqual(entries.slice(-kept.length).map(({ id }) => id))
  expect(dropped.read()).toEqual({ full_storage: 12 - kept.length })
})

test('without storage, unsent entries are kept in memory', () => {
  const { outbox, dropped } = openOutbox({ storage: createMemoryStorage({ quota: 0 }) })
  const entries = [errorEntry(), errorEntry()]
  for (const entry of entries) outbox.put(entry)

  expect(idsIn(outbox)).toEqual(entries.map(({ id }) => id))
  for (const { key } of outbox.pending(NOON)) outbox.remove(key)
  expect(outbox.size()).toBe(0)
  expect(dropped.read()).toEqual({})
})

test('an invalid entry, or one too large for any batch, is evicted instead of blocking the rest', () => {
  const { storage, outbox, dropped } = openOutbox()
  const good = errorEntry()
  outbox.put(good)
  outbox.put(errorEntry({ message: 'x'.repeat(CLIENT_ERRORS.batchBytes) }))
  storage.write('errorOutbox:1:tab-1:junk', '{not json')

  expect(idsIn(outbox)).toEqual([good.id])
  expect(dropped.read()).toEqual({ unsendable: 2 })
})

test('an entry accepts changes until it is being sent or is removed', () => {
  const { outbox } = openOutbox()
  const sent = errorEntry()
  const removed = errorEntry({ at: NOON + 1 })
  outbox.put(sent)
  outbox.put(removed)
  expect(outbox.isOpen(sent)).toBe(true)

  const [first, second] = outbox.pending(NOON)
  outbox.seal(first?.key ?? '')
  outbox.remove(second?.key ?? '')

  expect(outbox.isOpen(sent)).toBe(false)
  expect(outbox.isOpen(removed)).toBe(false)
})

test('changes of an entry are stored together, and before it is sent', () => {
  const { storage, outbox } = openOutbox()
  const entry: ClientErrorEntry = errorEntry()
  outbox.put(entry)
  entry.count = 2
  outbox.change(entry)
  expect(storage.read(storage.keys()[0] ?? '')).not.toContain('count')

  expect(outbox.pending(NOON)[0]?.entry).toMatchObject({ count: 2 })
  outbox.remove(storage.keys()[0] ?? '')
  outbox.change(entry)
  outbox.save()
  expect(outbox.size()).toBe(0)
})
