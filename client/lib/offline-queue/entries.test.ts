import { expect, test } from 'vitest'

import { createMemoryStorage } from '#client/testing/memory-storage.ts'

import { createQueueEntries } from './entries.ts'

test('an entry that becomes too large for storage stays in memory as last written', () => {
  const entries = createQueueEntries({ storage: createMemoryStorage({ quota: 10 }), prefix: 'q:' })
  entries.write('q:1', 'short')
  expect(entries.isVolatile()).toBe(false)
  entries.write('q:1', 'far too long by now')
  expect([entries.keys(), entries.read('q:1'), entries.isVolatile()]).toEqual([
    ['q:1'],
    'far too long by now',
    true,
  ])
  entries.remove('q:1')
  expect([entries.keys(), entries.has('q:1'), entries.isVolatile()]).toEqual([[], false, false])
})

test('keys of other prefixes are left alone', () => {
  const storage = createMemoryStorage()
  storage.write('theme', 'dark')
  const entries = createQueueEntries({ storage, prefix: 'q:' })
  entries.write('q:b', 'B')
  entries.write('q:a', 'A')
  expect(entries.keys()).toEqual(['q:a', 'q:b'])
})
