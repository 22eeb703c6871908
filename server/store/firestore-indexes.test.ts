import { expect, test } from 'vitest'

import { counters, notes } from './contract-fixture.ts'
import { firestoreIndexes } from './firestore-indexes.ts'

const serialised = firestoreIndexes([counters, notes]).indexes.map(({ collectionGroup, fields }) =>
  [collectionGroup, ...fields.map((field) => Object.values(field).join(' '))].join(', '),
)

test('an index of several fields is listed once per direction', () => {
  expect(serialised).toContain('notes, pinned ASCENDING, shelf ASCENDING, rank ASCENDING')
  expect(serialised).toContain('notes, pinned ASCENDING, shelf ASCENDING, rank DESCENDING')
  expect(serialised).toContain('notes, shelf ASCENDING, tags CONTAINS, rank DESCENDING')
})

test('an index without an order is ordered by id', () => {
  expect(serialised).toContain('notes, shelf ASCENDING, id ASCENDING')
  expect(serialised).toContain('notes, tags CONTAINS, id DESCENDING')
})

test('indexes that Firestore maintains automatically are not listed', () => {
  expect(serialised.filter((line) => line.split(', ').length < 3)).toEqual([])
  expect(serialised.some((line) => line.startsWith('counters'))).toBe(false)
})
