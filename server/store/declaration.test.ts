import { type TObject, Type } from 'typebox'
import { expect, test } from 'vitest'

import { notes } from './contract/fixture.ts'
import { declareAll } from './declaration.ts'
import { defineCollection, type Index, StoreError } from './port.ts'

const schema = Type.Object({
  id: Type.String(),
  word: Type.Union([Type.Literal('a'), Type.Null()]),
  mixed: Type.Union([Type.String(), Type.Number()]),
  flag: Type.Optional(Type.Boolean()),
  list: Type.Array(Type.Enum(['x', 'y'])),
  parts: Type.Array(Type.Object({ name: Type.String() })),
  either: Type.Union([Type.Object({ at: Type.Integer() }), Type.Object({ at: Type.Number() })]),
  "it's": Type.String(),
})

const declare = (index: Index, of: TObject = schema) =>
  declareAll([defineCollection({ name: 'things', schema: of, indexes: [index] })])

test.each<[string, Index]>([
  ['a literal or null', { order: 'word' }],
  ['an optional truth value', { equal: ['flag'] }],
  ['the members of an array', { contains: 'list' }],
  ['a field that every alternative has', { order: 'either.at' }],
])('%s can be indexed', (_, index) => {
  expect(() => declare(index)).not.toThrow()
})

test.each<[string, Index]>([
  ['a field that the schema lacks', { order: 'wrod' }],
  ['a field of two types', { order: 'mixed' }],
  ['an array as a whole', { order: 'list' }],
  ['what is no array, by its members', { contains: 'word' }],
  ['an array of objects', { contains: 'parts' }],
  ['a name that would have to be quoted', { order: "it's" }],
  ['the id, which is in every index', { order: 'id' }],
  ['the same field twice', { equal: ['word'], order: 'word' }],
])('%s cannot be indexed', (_, index) => {
  expect(() => declare(index)).toThrow(StoreError)
})

test.each([
  Type.Array(Type.Array(Type.String())),
  Type.Object({ deep: Type.Union([Type.Null(), Type.Array(Type.Array(Type.String()))]) }),
  Type.Array(Type.Object({ deep: Type.Array(Type.Array(Type.String())) })),
])('nested arrays are refused at any depth', (field) => {
  expect(() => declare({}, Type.Object({ id: Type.String(), field }))).toThrow('nested arrays')
})

test('a collection name is unique and in kebab-case', () => {
  expect(() => declareAll([notes, defineCollection({ name: notes.name, schema })])).toThrow('Two collections')
  expect(() => declareAll([defineCollection({ name: 'a"; DROP', schema })])).toThrow(StoreError)
})
