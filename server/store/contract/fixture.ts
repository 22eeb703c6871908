import { Type, type Static } from 'typebox'

import type { View } from '#server/views/view.ts'
import { type AnyCollection, defineCollection, type Store } from '#server/store/port.ts'

/** An empty database for the running test, deleted when it ends. Stores opened from it share its data. */
export interface TestDatabase {
  open(
    collections?: readonly AnyCollection[],
    options?: { deadline?: number; views?: readonly View[] },
  ): Store
}

const NoteSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  shelf: Type.Enum(['red', 'blue']),
  pinned: Type.Boolean(),
  rank: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  tags: Type.Array(Type.String()),
  place: Type.Optional(Type.Object({ city: Type.String() })),
  text: Type.Optional(Type.String()),
  labels: Type.Optional(Type.Record(Type.String(), Type.String())),
})
export type Note = Static<typeof NoteSchema>

const BOTH = { directions: ['asc', 'desc'] } as const

/** A collection with every kind of index. */
export const notes = defineCollection({
  name: 'notes',
  schema: NoteSchema,
  indexes: [
    BOTH,
    { order: 'title', ...BOTH },
    { order: 'rank', ...BOTH },
    { equal: ['shelf'], ...BOTH },
    { equal: ['shelf'], order: 'title', ...BOTH },
    { equal: ['pinned', 'shelf'], order: 'rank', ...BOTH },
    { equal: ['place.city'], order: 'title' },
    { equal: ['pinned'], order: 'title', directions: ['desc'] },
    { contains: 'tags', ...BOTH },
    { contains: 'tags', order: 'title', ...BOTH },
    { equal: ['shelf'], contains: 'tags', order: 'rank', ...BOTH },
  ],
  hasFeed: true,
})

export const counters = defineCollection({
  name: 'counters',
  schema: Type.Object({ id: Type.String(), count: Type.Integer() }),
})

/** The same collection in an earlier and in the current schema version. */
export const oldPeople = defineCollection({
  name: 'people',
  schema: Type.Object({ id: Type.String(), name: Type.String() }),
})
export const people = defineCollection({
  name: 'people',
  schema: Type.Object({ id: Type.String(), first: Type.String(), last: Type.String() }),
  indexes: [{ order: 'last' }],
  schemaVersion: 2,
  migrate({ id, name }) {
    const [first = '', last = ''] = String(name).split(' ')
    return { id: String(id), first, last }
  },
})

export const note = (id: string, more: Partial<Note> = {}): Note => ({
  id,
  title: 'untitled',
  shelf: 'red',
  pinned: false,
  tags: [],
  ...more,
})

export const putNotes = (store: Store, documents: readonly Note[]) =>
  store.transact(async (tx) => documents.forEach((document) => tx.put(notes, document)))

/** A read and a write, which count correctly only if `transact` is atomic. */
export const increment = (store: Store, id: string, between: () => Promise<void> = async () => {}) =>
  store.transact(async (tx) => {
    const count = (await tx.get(counters, id))?.count ?? 0
    await between()
    tx.put(counters, { id, count: count + 1 })
  })
