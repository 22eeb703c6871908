import type { Transaction } from '#server/store/port.ts'

/** Where the bytes of an image are, as fields of its document: in the document itself, or in a file. */
export interface ImagePlace {
  /** Base64. */
  bytes?: string
  /** The key of the file. */
  file?: string
  /** Of the file, in bytes. */
  size?: number
}

/**
 * Where the bytes of images are; what images there are is in the store. Each adapter reads the bytes of a document that has
 * them. `contract.test.ts` is what an adapter promises.
 */
export interface ImageFiles {
  /**
   * Durable once it resolves. Unless a transaction keeps it within an hour, it is deleted.
   * @throws StoreUnavailable
   */
  add(bytes: Buffer): Promise<ImagePlace>
  /** In the transaction that stores the document with this place. */
  keep(tx: Transaction, place: ImagePlace): void
  /**
   * Undefined where the bytes are lost.
   * @throws StoreUnavailable
   */
  read(place: ImagePlace): Promise<Buffer | undefined>
  /** In the transaction that deletes the document, or gives it another place. */
  release(tx: Transaction, place: ImagePlace): void
  /**
   * For a job: deletes what was released more than a minute ago, and what was not kept.
   * @throws StoreUnavailable
   */
  deleteReleased(): Promise<void>
}
