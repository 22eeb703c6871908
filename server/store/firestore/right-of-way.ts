import { StoreContention } from '#server/store/port.ts'

/**
 * Another transaction of this process is committing a change of a document that this one has read. This one may run
 * again after it.
 */
export class TransactionPreempted extends StoreContention {
  /** Resolves once the other one has ended. */
  readonly over: Promise<void>

  constructor(over: Promise<void>) {
    super('Another transaction is changing a document that this one has read')
    this.over = over
  }
}

interface Ongoing {
  reads: Set<string>
  /** Set when it commits. */
  writes?: ReadonlySet<string>
  /** Rejects with `TransactionPreempted`. */
  preempted: PromiseWithResolvers<never>
  ended: PromiseWithResolvers<void>
}

export type RightOfWay = ReturnType<typeof createRightOfWay>

/**
 * Firestore locks the documents that a transaction reads. Two that have read the same document and both write it
 * wait for each other, until Firestore ends one of them after seconds. This avoids such waits within a process: the
 * first to commit goes ahead, and those that have read the documents which it writes run again after it.
 */
export function createRightOfWay() {
  const all = new Set<Ongoing>()

  /** Called for each attempt when it begins. Documents are named by their paths. */
  return function begin() {
    const own: Ongoing = {
      reads: new Set(),
      preempted: Promise.withResolvers(),
      ended: Promise.withResolvers(),
    }
    // There may be no one to handle the rejection.
    own.preempted.promise.catch(() => {})
    all.add(own)
    const committerOf = (documents: Iterable<string>) =>
      all.values().find((other) => other !== own && meets(documents, other.writes))

    function assertNotPreempted() {
      const other = committerOf(own.reads)
      if (other) throw new TransactionPreempted(other.ended.promise)
    }

    return {
      /**
       * Called before documents are read: waits for a change of them that is being committed.
       * @throws TransactionPreempted
       */
      async toRead(documents: readonly string[]) {
        assertNotPreempted()
        for (let other = committerOf(documents); other; other = committerOf(documents)) {
          await Promise.race([other.ended.promise, own.preempted.promise])
        }
        for (const document of documents) own.reads.add(document)
      },

      /**
       * Called after a query has read them.
       * @throws TransactionPreempted
       */
      hasRead(documents: readonly string[]) {
        for (const document of documents) own.reads.add(document)
        assertNotPreempted()
      },

      /**
       * Called before a commit: resolves once no other transaction has read the documents that this one writes.
       * @throws TransactionPreempted
       */
      async toCommit(documents: readonly string[]) {
        assertNotPreempted()
        own.writes = new Set(documents)
        const readers = [...all].filter((other) => other !== own && meets(documents, other.reads))
        for (const reader of readers) {
          // One that is already committing comes first, and has read nothing that waits for this one.
          if (!reader.writes) reader.preempted.reject(new TransactionPreempted(own.ended.promise))
        }
        await Promise.all(readers.map((reader) => reader.ended.promise))
      },

      end() {
        all.delete(own)
        own.ended.resolve()
      },
    }
  }
}

const meets = (documents: Iterable<string>, those: ReadonlySet<string> | undefined) =>
  those !== undefined && [...documents].some((document) => those.has(document))
