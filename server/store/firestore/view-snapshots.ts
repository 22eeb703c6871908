import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type Firestore, Timestamp } from 'firebase-admin/firestore'

import { batchesOf } from '#shared/lib/batches.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { StoreLog } from '#server/store/store-log.ts'

import { DELETIONS_KEPT } from './feed/fields.ts'
import { EXPIRES_AT_FIELD, type ReaderDeps } from './reader.ts'

/** Not a declared collection: a manifest, and the chunks that it lists. */
export const SNAPSHOTS = 'view-snapshots'
const MANIFEST = 'latest'
const SOURCE = 'source'
/** Firestore limits a document to 1 MiB. */
const CHUNK_BYTES = 900_000
const CHUNK_CONCURRENCY = 8
/** Milliseconds that a process has to write a snapshot before another may take over. */
const LEASE = 10 * MINUTE
/** Milliseconds for which a snapshot or a file of views is usable: all deletions since then are on record. */
export const USABLE_FOR = DELETIONS_KEPT / 2

interface Manifest {
  /** Names the process that writes the next snapshot. */
  lease: string
  leaseUntil: Timestamp
  /** Undefined before the first snapshot. */
  savedAt?: Timestamp
  /** Ids of the parts of the file, compressed. */
  chunks?: string[]
  /** Chunks of the previous snapshot, which starting processes may still be reading. */
  replaced?: string[]
}

interface Deps extends Pick<ReaderDeps, 'observe'> {
  db: Firestore
  /** Calls with the deadline of a read. */
  read: <T>(call: () => Promise<T>) => Promise<T>
  /** Milliseconds between snapshots, across all processes. */
  interval: number
  log: StoreLog
}

/** The file of views of one process, from which others start instead of reading all documents. */
export function createViewSnapshots({ db, read, observe, interval, log }: Deps) {
  const snapshots = db.collection(SNAPSHOTS)
  const manifestOf = async () => {
    const stored = await read(() => snapshots.doc(MANIFEST).get())
    observe?.({ documents: 1 })
    return stored.data() as Manifest | undefined
  }

  async function* contentsOf(ids: readonly string[]) {
    for (const some of batchesOf(ids, CHUNK_CONCURRENCY)) {
      const found = await read(() => db.getAll(...some.map((id) => snapshots.doc(id))))
      observe?.({ documents: some.length })
      for (const chunk of found) {
        const data = chunk.get('data') as Uint8Array | undefined
        if (!data) throw new Error('A newer snapshot has replaced it')
        yield data
      }
    }
  }

  /** @returns ids of the chunks */
  async function store(file: string): Promise<string[]> {
    const ids: string[] = []
    async function storeChunk(data: Buffer) {
      const id = randomUUID()
      await read(() => snapshots.doc(id).set({ data, [EXPIRES_AT_FIELD]: after(DELETIONS_KEPT) }))
      ids.push(id)
    }
    await pipeline(
      createReadStream(file),
      createZstdCompress(),
      async (compressed: AsyncIterable<Buffer>) => {
        let rest = Buffer.alloc(0)
        for await (const part of compressed) {
          rest = Buffer.concat([rest, part])
          for (; rest.length >= CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES))
            await storeChunk(rest.subarray(0, CHUNK_BYTES))
        }
        if (rest.length > 0) await storeChunk(rest)
      },
    )
    return ids
  }

  const claim = () =>
    db.runTransaction(async (tx) => {
      const before = (await tx.get(snapshots.doc(MANIFEST))).data() as Manifest | undefined
      if (before && before.leaseUntil.toMillis() > Date.now()) return undefined
      const claimed = { ...before, lease: randomUUID(), leaseUntil: after(LEASE) }
      tx.set(snapshots.doc(MANIFEST), claimed)
      return claimed
    })

  /** Does nothing if another process has taken over. */
  const publish = (manifest: Manifest) =>
    db.runTransaction(async (tx) => {
      const present = await tx.get(snapshots.doc(MANIFEST))
      if (present.get('lease') === manifest.lease) tx.set(snapshots.doc(MANIFEST), manifest)
    })

  async function deleteChunks(ids: readonly string[]) {
    for (const id of ids) await read(() => snapshots.doc(id).delete())
  }

  return {
    /** Identifies the database until its snapshots are deleted: views of another one are useless. */
    source: () =>
      db.runTransaction(async (tx) => {
        const known = (await tx.get(snapshots.doc(SOURCE))).get('name') as string | undefined
        const name = known ?? randomUUID()
        if (known === undefined) tx.set(snapshots.doc(SOURCE), { name })
        return name
      }),

    /** Writes the file of the latest snapshot. @returns whether there was a usable one */
    async restore(file: string): Promise<boolean> {
      const { savedAt, chunks } = (await manifestOf()) ?? {}
      if (!savedAt || !chunks || Date.now() - savedAt.toMillis() > USABLE_FOR) return false
      try {
        const target = createWriteStream(file, { mode: 0o600 })
        await pipeline(Readable.from(contentsOf(chunks)), createZstdDecompress(), target)
        return true
      } catch (err) {
        await rm(file, { force: true })
        log.warn({ err }, 'view snapshot unusable')
        return false
      }
    },

    /**
     * Does nothing while the last snapshot is recent or another process is writing one. @param copy copies the file
     * of views and returns its path
     */
    async save(copy: () => Promise<string>) {
      const claimed = await claim()
      if (!claimed) return
      const savedAt = Timestamp.now()
      const file = await copy()
      try {
        const chunks = await store(file)
        const replaced = claimed.chunks ?? []
        await publish({ ...claimed, leaseUntil: after(interval), savedAt, chunks, replaced })
      } finally {
        await rm(file, { force: true })
      }
      await deleteChunks(claimed.replaced ?? [])
    },
  }
}

const after = (milliseconds: number) => Timestamp.fromMillis(Date.now() + milliseconds)
