import { Compile } from 'typebox/compile'

import { hasNestedArray, scalarTypeAt, type ScalarType } from './field-type.ts'
import { type AnyCollection, type Direction, type Index, StoreError } from './port.ts'

/** A collection with everything that is derived from its declaration once, when a store opens. */
export interface Declared {
  collection: AnyCollection
  name: string
  /** Compiled on first use: compiling all of them takes a good part of a start. */
  validator: () => ReturnType<typeof Compile>
  indexes: ReadonlyMap<string, DeclaredIndex>
}

export interface DeclaredIndex {
  equal: readonly string[]
  contains: string | undefined
  order: string | undefined
  directions: readonly Direction[]
  types: ReadonlyMap<string, ScalarType>
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
// Paths are written into SQL and Firestore queries as they are.
const PATH = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$/

const WALK_BY_ID: Index = {}

/** @throws StoreError when a declaration could not be kept by every adapter */
function declare(collection: AnyCollection): Declared {
  const { name, schema, indexes } = collection
  if (!NAME.test(name)) throw new StoreError(`${name} is not a valid name for a collection`)
  if (hasNestedArray(schema)) throw new StoreError(`${name} contains nested arrays`)

  const declared = [WALK_BY_ID, ...indexes].map((index) => declareIndex(collection, index))
  const byKey = new Map(declared.map((index) => [indexKey(index), index]))
  let validator: ReturnType<typeof Compile> | undefined
  return {
    collection,
    name,
    validator: () => (validator ??= Compile(schema)),
    indexes: byKey,
  }
}

function declareIndex(
  { name, schema }: AnyCollection,
  { equal = [], contains, order, directions = ['asc'] }: Index,
): DeclaredIndex {
  const types = new Map<string, ScalarType>()
  const add = (path: string, within: 'field' | 'array') => {
    const type = PATH.test(path) ? scalarTypeAt(schema, path, within) : undefined
    if (!type || path === 'id' || types.has(path)) {
      throw new StoreError(`${name} cannot be indexed by ${path}: it is not one scalar field of its own`)
    }
    types.set(path, type)
  }
  for (const path of equal) add(path, 'field')
  if (contains !== undefined) add(contains, 'array')
  if (order !== undefined) add(order, 'field')
  return { equal: equal.toSorted(), contains, order, directions, types }
}

/** A query and an index match only if their keys are equal. `equal` is sorted. */
export const indexKey = ({
  equal,
  contains = '',
  order = '',
}: {
  equal: readonly string[]
  contains?: string | undefined
  order?: string | undefined
}) => `${equal.join(',')};${contains};${order}`

export interface Declarations {
  all: readonly Declared[]
  /** Looks up the declaration by object identity. */
  of(collection: AnyCollection): Declared
  /** @throws StoreError when the collection has no feed */
  withFeed(collection: AnyCollection): Declared
}

export function declareAll(collections: readonly AnyCollection[]): Declarations {
  const declared = new Map(collections.map((collection) => [collection, declare(collection)]))
  const all = [...declared.values()]
  const twice = all.find(({ name }, at) => all.findIndex((other) => other.name === name) !== at)
  if (twice) throw new StoreError(`Two collections are named ${twice.name}`)
  function of(collection: AnyCollection) {
    const found = declared.get(collection)
    if (!found) throw new StoreError(`The store was opened without the collection ${collection.name}`)
    return found
  }
  return {
    all,
    of,
    withFeed(collection) {
      if (!collection.hasFeed) throw new StoreError(`${collection.name} has no feed`)
      return of(collection)
    },
  }
}
