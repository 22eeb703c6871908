import type { Static, TObject } from 'typebox'

import type { KeyedMutex } from '#server/lib/keyed-mutex.ts'
import type { ViewReader } from '#server/views/sql.ts'

/**
 * The smallest document store that the features need, shaped by what Firestore can do, so that what works on
 * one adapter works on all. `contract.ts` is what an adapter promises.
 */
export interface Store extends Reader {
  /**
   * Runs `work` against a consistent view and commits its writes together, only if no document and no query
   * result that it read has changed; otherwise runs it again, a bounded number of times, then throws
   * `StoreContention`. So `work` touches nothing but `tx`: it may run more than once.
   * After the deadline it throws `StoreDeadlineExceeded`, and nothing is committed any more.
   * @param options.deadline milliseconds, `transactionDeadline` by default
   */
  transact<R>(work: (tx: Transaction) => Promise<R>, options?: { deadline?: number }): Promise<R>
  /** Milliseconds for a transaction with all its attempts: `TRANSACTION_DEADLINE`, unless opened with another. */
  readonly transactionDeadline: number
  /**
   * Runs work with the same id one after the other: in this process in the order of the calls, and across processes where
   * their transactions would wait for each other. It saves time and decides nothing: after seconds without the lock, work
   * runs all the same.
   * @param id as of a document
   */
  withLock: KeyedMutex
  /**
   * What screens are answered from: tables made from the documents, as they are after every commit of this process before
   * the call, and with SQLite after those of every other process too.
   * @throws StoreUnavailable while the views are being built
   */
  views(): Promise<ViewReader>
  /** From how many documents views have been built so far, while that goes on. */
  viewsBuilt(): number | undefined
  /** Size of the file that views are in; with SQLite, documents too. Undefined before there is one. */
  viewsBytes(): number | undefined
  /**
   * Ids of documents that are stored in an older shape, for the batch migration.
   * @param limit 1–500
   */
  outdated(collection: AnyCollection, limit: number): Promise<string[]>
  /**
   * Opens a feed of all documents of a collection and of every later change to it, by any process. Nothing is read
   * before the first `sync`.
   * @throws StoreError when the collection does not declare this feed
   */
  openFeed<C extends AnyCollection>(
    collection: C,
    listener: FeedListener<DocumentOf<C>>,
    options?: FeedOptions,
  ): Feed
  /**
   * With Firestore, stores the file of views in chunks, from which new replicas start. For a job of every process: one at a
   * time does it.
   */
  writeSnapshots(): Promise<void>
  /**
   * By collection whose feed is open here: milliseconds from its latest change, by the store's clock, to its arrival, by
   * this machine's; or since the feed was cut. None where nothing has changed for long, and with SQLite, where each
   * `sync` reads what has changed.
   */
  feedLags(): Readonly<Record<string, number>>
  /** Resolves when the store can answer; rejects when it cannot. Used by `/health/ready`. */
  ping(): Promise<void>
  /** Lets what is in flight finish, then frees the file or the connections. */
  close(): Promise<void>
}

/**
 * For one document, changes arrive in the order of their commits, and a state that was soon followed by another may be
 * left out. The same state may arrive twice. The order comes from the store, never from a machine's clock.
 */
export interface FeedListener<T> {
  put(document: T): void
  /** The document was deleted, or never existed. */
  remove(id: string): void
  /** Changes may have been missed, so that every document follows once more: forget all of them. */
  reset(): void
}

export interface FeedOptions {
  /** Only documents with these values, which must never change: one of the collection's `feeds`. */
  where?: Readonly<Record<string, Scalar>>
  /** `now`: leaves out what was last changed before the first `sync`. Some older changes may still be passed on. */
  from?: 'start' | 'now'
}

export interface Feed {
  /**
   * Resolves when the listener has every commit of this process before the call, and with SQLite those of every other
   * process too. The first call reads the whole feed; from then on changes also arrive by themselves, within a second.
   * After a failure the next call resumes where it stopped.
   */
  sync(): Promise<void>
  /** No call to the listener comes after it. */
  close(): void
}

export interface Reader {
  get<C extends AnyCollection>(collection: C, id: string): Promise<DocumentOf<C> | undefined>
  /** In the order of `ids`, which may repeat; `undefined` for those that are absent. At most 500. */
  getMany<C extends AnyCollection>(
    collection: C,
    ids: readonly string[],
  ): Promise<(DocumentOf<C> | undefined)[]>
  /**
   * Strings order by their UTF-8 bytes. Ties in the ordered field break on `id`, in the same direction.
   * A document in which the ordered field is absent or null is not in the result.
   * @throws UnindexedQuery when no index declared on the collection serves the query
   * @throws BadCursor when the cursor was not made by this query
   */
  find<C extends AnyCollection>(collection: C, query: Query<DocumentOf<C>>): Promise<Page<DocumentOf<C>>>
  count<C extends AnyCollection>(
    collection: C,
    query: Omit<Query<DocumentOf<C>>, 'limit' | 'cursor' | 'direction'>,
  ): Promise<number>
}

/**
 * Writes are kept back until `work` resolves, then applied in the order they were made; reads within the
 * transaction see the state before them. What is written is the document as it is when passed.
 */
export interface Transaction extends Pick<Reader, 'get' | 'getMany' | 'find'> {
  /** Fails the transaction with `AlreadyExists` when the id is taken. */
  create<C extends AnyCollection>(collection: C, document: DocumentOf<C>): void
  put<C extends AnyCollection>(collection: C, document: DocumentOf<C>): void
  delete(collection: AnyCollection, id: string): void
}

/**
 * What every stored document has: an id of 1–128 characters of `A–Z a–z 0–9 _ - : .`, other than `.`, `..` and
 * `__…__`. Reading any other id finds nothing, so an id may come straight from a URL.
 */
export interface StoredDocument {
  id: string
}

export interface Collection<T extends StoredDocument> {
  /** kebab-case plural; the table's and the Firestore collection's name. */
  name: string
  /** Every document put is checked against it. Arrays of arrays are refused: Firestore has none. */
  schema: TObject
  indexes: readonly Index[]
  /**
   * The feeds that can be opened, by the fields that they are restricted to: `[[]]` for the whole collection. Each
   * write then costs a little more. A restricted feed needs an index of exactly these fields.
   */
  feeds: readonly (readonly string[])[]
  /** Documents can be created, and never changed or deleted: an adapter refuses `put` and `delete`. */
  appendOnly?: boolean
  /** Starts at 1 and grows with each change of shape; stored beside the document. */
  schemaVersion: number
  /** Brings an older document to the present shape. Called on read and by the batch migration. */
  migrate?: (document: Record<string, unknown>, fromVersion: number) => T
  /**
   * When a document expires (epoch milliseconds). Firestore deletes it by itself within about a
   * day; with SQLite it stays until a job deletes it.
   */
  expiresAt?(document: T): number
  /** Only there for the type. */
  readonly __document?: T
}
// Method bivariance: a store takes a collection of any document.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyCollection = Collection<any>
export type DocumentOf<C extends AnyCollection> = C extends Collection<infer T> ? T : never

/**
 * Serves queries that fix every field of `equal` (and one member of the array `contains`), ordered and
 * ranged by `order`, in the directions declared. Without `order`, the order is by id. Each field has one scalar type in
 * the schema (and may be absent or null). Going through a whole collection by id needs no index.
 */
export interface Index {
  equal?: readonly string[]
  contains?: string
  order?: string
  /** `['asc']` by default. In Firestore each costs an entry per document. */
  directions?: readonly Direction[]
}

export type Direction = 'asc' | 'desc'

export type Scalar = string | number | boolean

/** Fields are named by their path from the document's root: `status`, `address.city`. */
// oxlint-disable-next-line typescript/no-unused-vars
export interface Query<T> {
  where?: Readonly<Record<string, Scalar>>
  /** `anyOf`: has at least one of them; 1–30, on an index without `order`. Each document is found once. */
  contains?: { field: string; value: Scalar } | { field: string; anyOf: readonly Scalar[] }
  orderBy?: string
  /** On the field of `orderBy`, which it requires. */
  range?: { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar }
  /** `asc` by default. */
  direction?: Direction
  /** 1–500. */
  limit: number
  /** `next` of an earlier page of the same query. */
  cursor?: string
}

export interface Page<T> {
  items: T[]
  /** Absent on the last page. Opaque: it may be shown to anyone and trusted from no one. */
  next?: string
}

export function defineCollection<S extends TObject>(definition: {
  name: string
  schema: S
  indexes?: readonly Index[]
  feeds?: readonly (readonly string[])[]
  appendOnly?: boolean
  schemaVersion?: number
  migrate?: (document: Record<string, unknown>, fromVersion: number) => Static<S> & StoredDocument
  expiresAt?(document: Static<S> & StoredDocument): number
}): Collection<Static<S> & StoredDocument> {
  return { indexes: [], feeds: [], schemaVersion: 1, ...definition }
}

/** Milliseconds, with all attempts: well under the time for which the server keeps a request's connection. */
export const TRANSACTION_DEADLINE = 9_000

/** What went wrong, for those who decide by it; every adapter throws these and nothing else of its own. */
export class StoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}
/** The work kept losing against other writers. Safe to try again. */
export class StoreContention extends StoreError {}
export class AlreadyExists extends StoreError {}
export class UnindexedQuery extends StoreError {}
export class BadCursor extends StoreError {}
/** A change or deletion in a collection that is append-only. */
export class AppendOnly extends StoreError {}
/** A document that does not fit its collection's schema: a defect of the caller. */
export class InvalidDocument extends StoreError {}
/** The store cannot answer. `kind` names the reason without any detail, so it may be shown to anyone. */
export class StoreUnavailable extends StoreError {
  readonly kind: UnavailableKind = 'outage'
}
type UnavailableKind = 'outage' | 'deadline' | 'permission' | 'missing_database' | 'missing_index' | 'quota'

/** The work took too long. The store may be well. */
export class StoreDeadlineExceeded extends StoreUnavailable {
  override readonly kind = 'deadline'
}
export class StorePermissionDenied extends StoreUnavailable {
  override readonly kind = 'permission'
}
export class MissingDatabase extends StoreUnavailable {
  override readonly kind = 'missing_database'
}
/** The query is declared, but the store has not been given its index. */
export class MissingIndex extends StoreUnavailable {
  override readonly kind = 'missing_index'
}
/** Out of space, or of what may be read or written for now. */
export class StoreQuotaExceeded extends StoreUnavailable {
  override readonly kind = 'quota'
}
