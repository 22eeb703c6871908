import { Type } from 'typebox'
import { expect, test } from 'vitest'

import { collections } from '#server/collections.ts'
import { counters, notes } from '#server/store/contract/fixture.ts'
import { defineCollection } from '#server/store/port.ts'

import { firestoreIndexes } from './indexes.ts'

/** Firestore's limits for field overrides, and for composite indexes in a project without billing. */
const MAX_INDEXES = 200

const tickets = defineCollection({
  name: 'tickets',
  schema: Type.Object({ id: Type.String(), until: Type.String() }),
  indexes: [{ order: 'until', directions: ['desc'] }],
  expiresAt: ({ until }) => Date.parse(until),
  schemaVersion: 2,
})

const { indexes, fieldOverrides } = firestoreIndexes([counters, notes, tickets])
const serialised = indexes.map(({ collectionGroup, fields }) =>
  [collectionGroup, ...fields.map((field) => Object.values(field).join(' '))].join(', '),
)
const overridesOf = (name: string) =>
  fieldOverrides
    .filter(({ collectionGroup }) => collectionGroup === name)
    .map((override) =>
      [
        override.fieldPath,
        ...override.indexes.map(({ order }) => order),
        ...(override.ttl ? ['TTL'] : []),
      ].join(' '),
    )

test('an index of several fields is listed once per direction in which it is used', () => {
  expect(serialised).toContain('notes, pinned ASCENDING, shelf ASCENDING, rank ASCENDING')
  expect(serialised).toContain('notes, pinned ASCENDING, shelf ASCENDING, rank DESCENDING')
  expect(serialised).toContain('notes, shelf ASCENDING, tags CONTAINS, rank DESCENDING')
  expect(serialised.filter((line) => line.includes('place.city'))).toEqual([
    'notes, place.city ASCENDING, title ASCENDING',
  ])
})

test('an index without an order is ordered by id', () => {
  expect(serialised).toContain('notes, shelf ASCENDING, id ASCENDING')
  expect(serialised).toContain('notes, tags CONTAINS, id DESCENDING')
})

test('an index of a single field is not listed as a composite index', () => {
  expect(serialised.filter((line) => line.split(', ').length < 3)).toEqual([])
  expect(serialised.some((line) => line.startsWith('counters'))).toBe(false)
})

test('only fields that are queried alone have their own index', () => {
  expect(overridesOf('counters')).toEqual(['*'])
  expect(overridesOf('notes')).toEqual([
    '*',
    'id DESCENDING',
    'title ASCENDING DESCENDING',
    'rank ASCENDING DESCENDING',
    '_changedAt ASCENDING',
  ])
})

test('expired documents and deletion records have a TTL, and documents of an earlier version are indexed', () => {
  expect(overridesOf('tickets')).toEqual(['*', 'until DESCENDING', '_version ASCENDING', '_expiresAt TTL'])
  expect(overridesOf('deletions')).toEqual(['*', '_changedAt ASCENDING', '_expiresAt TTL'])
  expect(overridesOf('view-snapshots')).toEqual(['*', '_expiresAt TTL'])
})

test('records of deletions have the same few indexes, however many collections there are', () => {
  expect(fieldOverrides.filter(({ collectionGroup }) => collectionGroup.includes('deletions'))).toHaveLength(
    3,
  )
})

test('Firestore refuses an override of all fields that mentions expiry', () => {
  expect(fieldOverrides.filter((override) => override.fieldPath === '*' && 'ttl' in override)).toEqual([])
})

test('the indexes of the product are within the limits of Firestore', () => {
  const all = firestoreIndexes(collections)
  expect(all.indexes.length).toBeLessThan(MAX_INDEXES)
  expect(all.fieldOverrides.length).toBeLessThan(MAX_INDEXES)
})
