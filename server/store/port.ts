import type { Static, TObject } from 'typebox'

import { SECOND } from '#shared/lib/durations.ts'
import type { KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import type { ViewReader } from '#server/views/sql.ts'

/**
 * The smallest document store that the features need, restricted to what Firestore can do, so that code which works
 * on one adapter works on all. `contract.ts` tests what an adapter promises.
 */
export interface Store extends Reader {
  /**
   * Runs `work` against a consistent view and commits its writes together, but only if no document and no query
   * result that it read has changed. Otherwise it runs `work` again, a bounded number of times, then throws
   * `StoreContention`. `work` must have no side effects outside `tx`, because it may run more than once. After the
   * deadline it throws `StoreDeadlineExceeded` and commits nothing, or `StoreOutcomeUnknown` when a commit was sent.
   * @param options.deadline milliseconds, `transactionDeadline` by default
   */
  transact<R>(work: (tx: Transaction) => Promise<R>, options?: { deadline?: number }): Promise<R>
  /** Milliseconds for a transaction with all its attempts. `TRANSACTION_DEADLINE` by default. */
  readonly transactionDeadline: number
  /**
   * Runs work with the same id sequentially: within this process in the order of the calls, and across processes
   * where their transactions would wait for each other. It is an optimisation only: after seconds without the lock,
   * work runs all the same.
   * @param id has the format of a document's id
   */
  withLock: KeyedMutex
  /**
   * Tables made from the documents, from which screens are read. They reflect every commit of this process before
   * the call, and with SQLite those of every other process too.
   * @throws StoreUnavailable while the views are being built
   */
  views(): Promise<ViewReader>
  /** Number of documents from which views have been built so far. Undefined once they are complete. */
  viewsBuilt(): number | undefined
  /** Size of the file that contains the views, and with SQLite the documents too. Undefined before it exists. */
  viewsBytes(): number | undefined
  /**
   * Ids of documents that are stored in an older shape, for the batch migration.
   * @param limit 1–500
   */
  outdated(collection: AnyCollection, limit: number): Promise<string[]>
  /**
   * Opens a feed of all documents of a collection and of every later change to it, by any process. Nothing is read
   * before the first `sync`.
   * @throws StoreError when the collection declares no feed
   */
  openFeed<C extends AnyCollection>(
    collection: C,
    listener: FeedListener<DocumentOf<C>>,
    options?: FeedOptions,
  ): Feed
  /**
   * With Firestore, stores the file of views in chunks, from which new replicas start. Called by a job in every
   * process; only one at a time does the work.
   */
  writeSnapshots(): Promise<void>
  /**
   * Milliseconds by collection whose feed is open here: since the feed had every change, or while it has, the delay
   * with which the last heartbeat arrived. Empty with SQLite, where each `sync` reads all changes.
   */
  feedLags(): Readonly<Record<string, number>>
  /**
   * Milliseconds by which this machine's clock is at least ahead of the store's, or behind if negative. 0 with
   * SQLite.
   */
  clockError(): number
  /** Resolves when the store can answer; rejects when it cannot. Used by `/health/ready`. */
  ping(): Promise<void>
  /** Waits for pending work, then releases the file or the connections. */
  close(): Promise<void>
}

/**
 * Changes of one document arrive in the order of their commits, and a state that was soon replaced may be skipped.
 * The same state may arrive twice. The order comes from the store, never from a machine's clock.
 */
export interface FeedListener<T> {
  put(document: T): void
  /** The document was deleted, or never existed. */
  remove(id: string): void
  /** Changes may have been missed: the listener has to forget all documents, each of which is passed on again. */
  reset(): void
}

export interface FeedOptions {
  /**
   * `now` skips documents that were last changed before the first `sync`. Some older changes may still be passed on.
   */
  from?: 'start' | 'now'
}

export interface Feed {
  /**
   * Resolves when the listener has every commit of this process before the call, and with SQLite those of every
   * other process too. The first call reads the whole feed; from then on changes also arrive on their own, within a
   * second. After a failure the next call resumes where it stopped.
   */
  sync(): Promise<void>
  /** No call to the listener comes after it. */
  close(): void
}

export interface Reader {
  get<C extends AnyCollection>(collection: C, id: string): Promise<DocumentOf<C> | undefined>
  /** Returned in the order of `ids`, which may repeat; `undefined` for those that do not exist. At most 500. */
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
 * Writes are buffered until `work` resolves, then applied in the order in which they were made; reads within the
 * transaction see the state before them. A document is written as it is when passed.
 */
export interface Transaction extends Pick<Reader, 'get' | 'getMany' | 'find'> {
  /** Fails the transaction with `AlreadyExists` when the id is taken. */
  create<C extends AnyCollection>(collection: C, document: DocumentOf<C>): void
  put<C extends AnyCollection>(collection: C, document: DocumentOf<C>): void
  delete(collection: AnyCollection, id: string): void
}

/**
 * The fields that every stored document has: an id of 1–128 characters of `A–Z a–z 0–9 _ - : .`, other than `.`,
 * `..` and `__…__`. Reading any other id finds nothing, so an id may come straight from a URL.
 */
export interface StoredDocument {
  id: string
}

export interface Collection<T extends StoredDocument> {
  /** kebab-case plural; the table's and the Firestore collection's name. */
  name: string
  /** Every document is validated against it when put. Nested arrays are refused: Firestore has none. */
  schema: TObject
  indexes: readonly Index[]
  /** Whether a feed of it can be opened, and so whether it can have a view. Each write then costs a little more. */
  hasFeed: boolean
  /** Documents can be created, and never changed or deleted: an adapter refuses `put` and `delete`. */
  appendOnly?: boolean
  /** Starts at 1 and grows with each change of shape; stored beside the document. */
  schemaVersion: number
  /** Brings an older document to the current shape. Called on read and by the batch migration. */
  migrate?: (document: Record<string, unknown>, fromVersion: number) => T
  /**
   * When a document expires (epoch milliseconds). Firestore deletes it within about a day; with SQLite it stays
   * until a job deletes it.
   */
  expiresAt?(document: T): number
  /** Exists only for its type. */
  readonly __document?: T
}
// Method bivariance lets a store take a collection of any document.
//
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
  /**
   * `anyOf` matches arrays with at least one of them; 1–30, on an index without `order`. Each document is found
   * once.
   */
  contains?: { field: string; value: Scalar } | { field: string; anyOf: readonly Scalar[] }
  orderBy?: string
  /** Applies to the field of `orderBy`, which it requires. */
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
  /** Undefined on the last page. Opaque: it may be shown to anyone and trusted from no one. */
  next?: string
}

export function defineCollection<S extends TObject>(definition: {
  name: string
  schema: S
  indexes?: readonly Index[]
  hasFeed?: boolean
  appendOnly?: boolean
  schemaVersion?: number
  migrate?: (document: Record<string, unknown>, fromVersion: number) => Static<S> & StoredDocument
  expiresAt?(document: Static<S> & StoredDocument): number
}): Collection<Static<S> & StoredDocument> {
  return { indexes: [], hasFeed: false, schemaVersion: 1, ...definition }
}

/** Milliseconds of `clockError` from which a clock counts as wrong. */
export const MAX_CLOCK_ERROR = 10 * SECOND

/** Milliseconds, with all attempts: well below the time for which the server keeps a request's connection. */
export const TRANSACTION_DEADLINE = 9 * SECOND

/** Base of the errors that callers may handle. Adapters throw no other errors of their own. */
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
/** A document that does not match its collection's schema: a defect of the caller. */
export class InvalidDocument extends StoreError {}
/** The store cannot answer. `kind` names the reason without any detail, so it may be shown to anyone. */
export class StoreUnavailable extends StoreError {
  readonly kind: UnavailableKind = 'outage'
}
type UnavailableKind =
  | 'outage'
  | 'deadline'
  | 'permission'
  | 'missing_database'
  | 'missing_index'
  | 'quota'
  | 'views'

/** The work took too long. The store may be well. */
export class StoreDeadlineExceeded extends StoreUnavailable {
  override readonly kind = 'deadline'
}
/** The commit was sent, and no answer came: it may have been carried out, and no part of it is still under way. */
export class StoreOutcomeUnknown extends StoreDeadlineExceeded {}
export class StorePermissionDenied extends StoreUnavailable {
  override readonly kind = 'permission'
}
export class MissingDatabase extends StoreUnavailable {
  override readonly kind = 'missing_database'
}
/** The query is declared, but its index does not exist in the store. */
export class MissingIndex extends StoreUnavailable {
  override readonly kind = 'missing_index'
}
/** The file of views is damaged, and they are being made again from documents. */
export class ViewsUnavailable extends StoreUnavailable {
  override readonly kind = 'views'
}
/** Out of space, or of the quota for reads or writes. */
export class StoreQuotaExceeded extends StoreUnavailable {
  override readonly kind = 'quota'
}
