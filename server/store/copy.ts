import { createHash } from 'node:crypto'

import { Type, type Static } from 'typebox'

import { MINUTE } from '#shared/lib/durations.ts'

import { type AnyCollection, BadCursor, defineCollection, type Store, StoreError } from './port.ts'

/** The copy cannot be made, or the target holds something else. The message says what to do. */
export class CopyRefused extends StoreError {}

interface CopyOptions {
  from: Store
  /** Opened with `storeCopies` in addition to the other collections. */
  to: Store
  /** Identifies `from`, so that only a copy of the same store is resumed. */
  source: string
  collections: readonly AnyCollection[]
  onProgress?: (collection: string, documents: number, of: number) => void
}

const StoreCopySchema = Type.Object({
  id: Type.String(),
  source: Type.String(),
  /** Names of the collections that are copied. */
  done: Type.Array(Type.String()),
  /** Position at which the next collection resumes. */
  cursor: Type.Optional(Type.String()),
  /** Number of its documents that are copied. */
  documents: Type.Integer({ minimum: 0 }),
})
type StoreCopy = Static<typeof StoreCopySchema>

/**
 * Progress of a copy. Exists in the target only while it is being filled; written with each batch, so that the copy
 * can be resumed.
 */
export const storeCopies = defineCollection({ name: 'store-copies', schema: StoreCopySchema })

const CURRENT = 'current'
/** Pictures are the largest documents: 170 KB each. */
const PAGE = 50
/** Characters of JSON: Firestore takes at most 10 MiB in a commit, index entries included. */
const MAX_BATCH_CHARACTERS = 3_000_000
/** Milliseconds. Generous, since no request waits for it. */
const DEADLINE = MINUTE

/**
 * Fills an empty store with the documents of another, in their present schema version. Neither may be in use. After an
 * interruption, the same call resumes where it stopped.
 * @throws CopyRefused
 */
export async function copyStore(options: CopyOptions): Promise<void> {
  let copy = await startOrResume(options)
  for (const collection of options.collections) {
    if (!copy.done.includes(collection.name)) copy = await copyCollection(options, collection, copy)
  }
  await verify(options)
  await options.to.transact(async (tx) => tx.delete(storeCopies, CURRENT))
}

async function startOrResume({ to, source, collections }: CopyOptions): Promise<StoreCopy> {
  const unfinished = await to.get(storeCopies, CURRENT)
  if (unfinished?.source === source) return unfinished
  if (unfinished)
    throw new CopyRefused(`The target has an unfinished copy of ${unfinished.source}. Empty it first.`)
  for (const collection of collections) {
    const { items } = await to.find(collection, { limit: 1 })
    if (items.length > 0) throw new CopyRefused(`The target is not empty: it has ${collection.name}.`)
  }
  const copy = { id: CURRENT, source, done: [], documents: 0 }
  await to.transact(async (tx) => tx.create(storeCopies, copy))
  return copy
}

async function copyCollection(
  options: CopyOptions,
  collection: AnyCollection,
  copy: StoreCopy,
): Promise<StoreCopy> {
  const { from, to, onProgress } = options
  const { name } = collection
  const total = await from.count(collection, {})
  let { documents } = copy
  let page = await pageAfter(from, collection, copy.cursor)
  for (;;) {
    documents += page.items.length
    const after: StoreCopy = page.next
      ? { ...copy, cursor: page.next, documents }
      : { id: CURRENT, source: copy.source, done: [...copy.done, name], documents: 0 }
    const batches = inBatches(page.items)
    for (const [at, batch] of batches.entries()) {
      await to.transact(
        async (tx) => {
          for (const document of batch) tx.put(collection, document)
          if (at === batches.length - 1) tx.put(storeCopies, after)
        },
        { deadline: DEADLINE },
      )
    }
    onProgress?.(name, documents, total)
    if (!page.next) return after
    page = await pageAfter(from, collection, page.next)
  }
}

async function pageAfter(from: Store, collection: AnyCollection, cursor: string | undefined) {
  try {
    return await from.find(collection, { limit: PAGE, cursor })
  } catch (error) {
    if (!(error instanceof BadCursor)) throw error
    throw new CopyRefused('SERVER_SECRET is not the one that the copy was started with.', { cause: error })
  }
}

/** Splits into batches: at least one, which may be empty. */
function inBatches<T>(documents: readonly T[]): T[][] {
  const batches: T[][] = [[]]
  let size = 0
  for (const document of documents) {
    const { length } = JSON.stringify(document)
    if (size > 0 && size + length > MAX_BATCH_CHARACTERS) {
      batches.push([])
      size = 0
    }
    batches.at(-1)!.push(document)
    size += length
  }
  return batches
}

async function verify({ from, to, collections }: CopyOptions) {
  const different: string[] = []
  for (const collection of collections) {
    const [source, target] = await Promise.all([digestOf(from, collection), digestOf(to, collection)])
    if (source.documents !== target.documents) {
      different.push(`${collection.name} (${source.documents} documents, ${target.documents} in the target)`)
    } else if (source.checksum !== target.checksum) {
      different.push(`${collection.name} (not the same documents)`)
    }
  }
  if (different.length === 0) return
  throw new CopyRefused(
    `The target differs in ${different.join(', ')}: a store was written to meanwhile. Empty the target and copy again.`,
  )
}

/** All stores order by id in the same way. */
async function digestOf(store: Store, collection: AnyCollection) {
  const hash = createHash('sha256')
  let documents = 0
  let cursor: string | undefined
  do {
    const page = await pageAfter(store, collection, cursor)
    for (const document of page.items) hash.update(`${JSON.stringify(document, sortKeys)}\n`)
    documents += page.items.length
    cursor = page.next
  } while (cursor !== undefined)
  return { documents, checksum: hash.digest('hex') }
}

/** Firestore does not keep the order of keys. */
const sortKeys = (_key: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
