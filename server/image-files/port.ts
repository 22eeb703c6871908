import type { Transaction } from '#server/store/port.ts'

/** Fields of an image's document that hold or locate its bytes: in the document itself, or in a file. */
export interface ImagePlace {
  /** Base64. */
  bytes?: string
  /** The key of the file. */
  file?: string
  /** Size of the file in bytes. */
  size?: number
}

/**
 * Storage for the bytes of images; the store has their documents. Each adapter reads the bytes of a document that
 * has them. `contract.test.ts` tests what an adapter promises.
 */
export interface ImageFiles {
  /**
   * Durable once it resolves. Unless a transaction keeps it within an hour, it is deleted.
   * @throws StoreUnavailable
   */
  add(bytes: Buffer): Promise<ImagePlace>
  /** Called in the transaction that stores the document with this place. */
  keep(tx: Transaction, place: ImagePlace): void
  /**
   * Undefined when the bytes are lost.
   * @throws StoreUnavailable
   */
  read(place: ImagePlace): Promise<Buffer | undefined>
  /** Called in the transaction that deletes the document, or gives it another place. */
  release(tx: Transaction, place: ImagePlace): void
  /**
   * Called by a job: deletes files that were released more than a minute ago, and files that were not kept.
   * @throws StoreUnavailable
   */
  deleteReleased(): Promise<void>
}
