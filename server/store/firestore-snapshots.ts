import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

import type { Firestore, Timestamp } from 'firebase-admin/firestore'

import type { Declared } from './declaration.ts'
import { DELETIONS_KEPT } from './firestore-feed-fields.ts'
import { documentOf, type ReaderDeps } from './firestore-reader.ts'
import type { StoredDocument } from './port.ts'

/**
 * Not a collection of the features: a manifest for each collection that is snapshotted, under its name, and the chunks
 * that it lists.
 */
export const SNAPSHOTS = 'feed-snapshots'
const CHUNKS_AT_ONCE = 8

/** Handled before anything else gets a turn. */
const DOCUMENTS_AT_ONCE = 250

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** All documents of a collection as they were at a time, and some later changes. */
export interface Manifest {
  /** Every change before it is in the chunks. The server's time. */
  through: Timestamp
  /** When all documents were last read anew. */
  builtAt: Timestamp
  /** In the order of their documents' ids. `first` is the least id of a chunk. */
  chunks: { id: string; first: string }[]
  /** Chunks of the manifest before, which processes that start may still be reading. */
  replaced: string[]
}

/** A document with `_version`, as JSON in one line. */
export interface Line {
  id: string
  text: string
}

export const encodeChunk = (lines: readonly Line[]): Promise<Buffer> =>
  compress(lines.map(({ text }) => text).join('\n'))

export async function decodeChunk(data: Uint8Array): Promise<Line[]> {
  const texts = await textsIn(data)
  return texts.map((text) => ({ id: (JSON.parse(text) as { id: string }).id, text }))
}

const textsIn = async (data: Uint8Array) => String(await decompress(data)).split('\n')

/** Whether all deletions since its time are on record. */
export const isUsable = (manifest: Partial<Manifest> | undefined): manifest is Manifest =>
  manifest?.chunks !== undefined &&
  manifest.through !== undefined &&
  Date.now() - manifest.through.toMillis() < DELETIONS_KEPT / 2

interface Deps extends Pick<ReaderDeps, 'observe'> {
  db: Firestore
  /** Calls with the deadline of a read. */
  read: <T>(call: () => Promise<T>) => Promise<T>
}

export type SnapshotReader = ReturnType<typeof createSnapshotReader>

/** Lets a process start without reading a collection document by document. */
export function createSnapshotReader({ db, read, observe }: Deps) {
  const snapshots = db.collection(SNAPSHOTS)

  /** In JSON. Undefined if one of them is gone. */
  async function documentsIn(ids: readonly string[]) {
    const found = await read(() => db.getAll(...ids.map((id) => snapshots.doc(id))))
    observe?.({ documents: ids.length })
    const chunks = found.flatMap((chunk) => (chunk.get('data') as Uint8Array | undefined) ?? [])
    return chunks.length === ids.length ? (await Promise.all(chunks.map(textsIn))).flat() : undefined
  }

  return {
    async latest({ name }: Declared): Promise<Manifest | undefined> {
      const stored = await read(() => snapshots.doc(name).get())
      observe?.({ documents: 1 })
      const manifest = stored.data() as Partial<Manifest> | undefined
      return isUsable(manifest) ? manifest : undefined
    },

    /** @returns whether every chunk was there: a newer snapshot may have replaced some */
    async read(declared: Declared, { chunks }: Manifest, onDocuments: (documents: StoredDocument[]) => void) {
      for (let at = 0; at < chunks.length; at += CHUNKS_AT_ONCE) {
        const texts = await documentsIn(chunks.slice(at, at + CHUNKS_AT_ONCE).map(({ id }) => id))
        if (!texts) return false
        for (let from = 0; from < texts.length; from += DOCUMENTS_AT_ONCE) {
          const batch = texts.slice(from, from + DOCUMENTS_AT_ONCE)
          onDocuments(batch.map((text) => documentOf(declared, JSON.parse(text) as object)))
          await yieldToOthers()
        }
      }
      return true
    },
  }
}
