import { StoreContention } from './port.ts'

/** Another transaction of this process is committing a change of what this one has read. It may run again after it. */
export class Overtaken extends StoreContention {
  /** Resolves once the other one has ended. */
  readonly over: Promise<void>

  constructor(over: Promise<void>) {
    super('Another transaction changes what this one has read')
    this.over = over
  }
}

interface Ongoing {
  reads: Set<string>
  /** Once it commits. */
  writes?: ReadonlySet<string>
  /** Rejects with `Overtaken`. */
  overtaken: PromiseWithResolvers<never>
  ended: PromiseWithResolvers<void>
}

export type RightOfWay = ReturnType<typeof createRightOfWay>

/**
 * Firestore locks what a transaction reads. Two that have read the same document and both write it wait for each other,
 * until Firestore ends one of them after seconds. Those of one process are told apart here instead: the first that
 * commits goes ahead, and those that have read what it writes run again after it.
 */
export function createRightOfWay() {
  const all = new Set<Ongoing>()

  /** For an attempt that begins. Documents are named by their paths. */
  return function begin() {
    const own: Ongoing = {
      reads: new Set(),
      overtaken: Promise.withResolvers(),
      ended: Promise.withResolvers(),
    }
    // Nothing may be waiting for it.
    own.overtaken.promise.catch(() => {})
    all.add(own)
    const committerOf = (documents: Iterable<string>) =>
      all.values().find((other) => other !== own && meets(documents, other.writes))

    function assertNotOvertaken() {
      const other = committerOf(own.reads)
      if (other) throw new Overtaken(other.ended.promise)
    }

    return {
      /**
       * Before documents are read: waits for a change of them that is being committed.
       * @throws Overtaken
       */
      async toRead(documents: readonly string[]) {
        assertNotOvertaken()
        for (let other = committerOf(documents); other; other = committerOf(documents)) {
          await Promise.race([other.ended.promise, own.overtaken.promise])
        }
        for (const document of documents) own.reads.add(document)
      },

      /**
       * After a query has read them.
       * @throws Overtaken
       */
      hasRead(documents: readonly string[]) {
        for (const document of documents) own.reads.add(document)
        assertNotOvertaken()
      },

      /**
       * Before a commit: resolves once no other transaction has read what this one writes.
       * @throws Overtaken
       */
      async toCommit(documents: readonly string[]) {
        assertNotOvertaken()
        own.writes = new Set(documents)
        const readers = [...all].filter((other) => other !== own && meets(documents, other.reads))
        for (const reader of readers) {
          // One that commits already comes first, and has read nothing that waits for this one.
          if (!reader.writes) reader.overtaken.reject(new Overtaken(own.ended.promise))
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
