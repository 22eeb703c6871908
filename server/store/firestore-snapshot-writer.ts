import { randomUUID } from 'node:crypto'

import { type DocumentData, FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore'

import type { Declared } from './declaration.ts'
import { deletionsOf } from './firestore-feed-fields.ts'
import { CHANGED_AT_FIELD, COMMIT_FIELD, EXPIRES_AT_FIELD, type ReaderDeps } from './firestore-reader.ts'
import {
  decodeChunk,
  encodeChunk,
  isUsable,
  type Line,
  type Manifest,
  SNAPSHOTS,
} from './firestore-snapshots.ts'

const PAGE = 500
/** A document of Firestore can have 1 MiB. */
const MAX_BYTES = 900_000
/** Of JSON; four times as much as it takes compressed, or so. */
const CHUNK_LENGTH = 2_500_000
const MINUTE = 60_000
/** A change becomes visible at its commit, later than its `_changedAt`, but within a transaction's deadline. */
const OVERLAP = MINUTE
/** How long a process has for a snapshot before another may take over. */
const LEASE = 10 * MINUTE
/** Milliseconds after which documents are read anew, in case something was changed by hand. */
const REBUILT_AFTER = 30 * 24 * 60 * MINUTE
/** Chunks that nothing refers to go by themselves. */
const CHUNKS_KEPT = 2 * REBUILT_AFTER

interface Deps extends Pick<ReaderDeps, 'observe'> {
  db: Firestore
  read: <T>(call: () => Promise<T>) => Promise<T>
  /** Milliseconds from a snapshot to the next one, by whichever process. */
  interval: number
}

interface Lease {
  id: string
  /** What was published last. */
  stored: DocumentData | undefined
}

type Chunk = Manifest['chunks'][number]

/** One process at a time, for each collection. */
export function createSnapshotWriter({ db, read, observe, interval }: Deps) {
  const snapshots = db.collection(SNAPSHOTS)

  const claim = (key: string): Promise<Lease | undefined> =>
    db.runTransaction(async (tx) => {
      const stored = (await tx.get(snapshots.doc(key))).data()
      const leaseUntil = stored?.['leaseUntil'] as Timestamp | undefined
      if (leaseUntil && leaseUntil.toMillis() > Date.now()) return undefined
      const id = randomUUID()
      tx.set(
        snapshots.doc(key),
        { lease: id, leaseUntil: Timestamp.fromMillis(Date.now() + LEASE) },
        { merge: true },
      )
      return { id, stored }
    })

  /** Unless another process has taken over. */
  const publish = (key: string, lease: Lease, manifest: Manifest) =>
    db.runTransaction(async (tx) => {
      const stored = await tx.get(snapshots.doc(key))
      if (stored.get('lease') !== lease.id) return
      tx.set(snapshots.doc(key), { ...manifest, leaseUntil: Timestamp.fromMillis(Date.now() + interval) })
    })

  async function* pages(query: Query) {
    let next = query.limit(PAGE)
    for (;;) {
      const found = await read(() => next.get())
      observe?.({ documents: Math.max(1, found.size) })
      yield found
      const last = found.docs.at(-1)
      if (!last || found.size < PAGE) return
      next = query.startAfter(last).limit(PAGE)
    }
  }

  async function store(lines: readonly Line[]): Promise<Chunk[]> {
    if (lines.length === 0) return []
    const data = await encodeChunk(lines)
    if (data.length > MAX_BYTES && lines.length > 1) {
      const half = lines.length >> 1
      return [...(await store(lines.slice(0, half))), ...(await store(lines.slice(half)))]
    }
    const id = randomUUID()
    const expiresAt = Timestamp.fromMillis(Date.now() + CHUNKS_KEPT)
    await read(() => snapshots.doc(id).set({ data, [EXPIRES_AT_FIELD]: expiresAt }))
    return [{ id, first: lines[0]!.id }]
  }

  async function build({ name }: Declared): Promise<Manifest> {
    const chunks: Chunk[] = []
    let through: Timestamp | undefined
    let lines: Line[] = []
    let length = 0
    for await (const { docs, readTime } of pages(db.collection(name).orderBy(FieldPath.documentId()))) {
      through ??= readTime
      for (const line of docs.map((doc) => lineOf(doc.data()))) {
        lines.push(line)
        length += line.text.length
      }
      if (length < CHUNK_LENGTH) continue
      chunks.push(...(await store(lines)))
      lines = []
      length = 0
    }
    chunks.push(...(await store(lines)))
    return { through: through!, builtAt: through!, chunks, replaced: [] }
  }

  /** By id: the document, or undefined where it was deleted. */
  async function changesSince({ name }: Declared, time: Timestamp) {
    const since = Timestamp.fromMillis(time.toMillis() - OVERLAP)
    const changed = (from: string) =>
      pages(db.collection(from).where(CHANGED_AT_FIELD, '>=', since).orderBy(CHANGED_AT_FIELD))
    const changes = new Map<string, { line: Line | undefined; at: number }>()
    let through = time
    for await (const { docs, readTime } of changed(name)) {
      if (through === time) through = readTime
      for (const doc of docs) changes.set(doc.id, { line: lineOf(doc.data()), at: changedAtOf(doc.data()) })
    }
    for await (const { docs } of changed(deletionsOf(name))) {
      for (const doc of docs) {
        const at = changedAtOf(doc.data())
        if ((changes.get(doc.id)?.at ?? 0) <= at) changes.set(doc.id, { line: undefined, at })
      }
    }
    return { changes, through }
  }

  async function update(declared: Declared, manifest: Manifest): Promise<Manifest> {
    const { changes, through } = await changesSince(declared, manifest.through)
    const byChunk = Map.groupBy([...changes.keys()], (id) =>
      Math.max(
        0,
        manifest.chunks.findLastIndex(({ first }) => first <= id),
      ),
    )
    const chunks: Chunk[] = []
    const replaced: string[] = []
    for (const [at, chunk] of (manifest.chunks.length > 0 ? manifest.chunks : [undefined]).entries()) {
      const ids = byChunk.get(at) ?? []
      if (ids.length === 0) {
        if (chunk) chunks.push(chunk)
        continue
      }
      const lines = new Map((chunk ? await linesOf(chunk) : []).map((line) => [line.id, line]))
      for (const id of ids) {
        const { line } = changes.get(id)!
        if (line) lines.set(id, line)
        else lines.delete(id)
      }
      chunks.push(...(await store([...lines.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)))))
      if (chunk) replaced.push(chunk.id)
    }
    return { ...manifest, through, chunks, replaced }
  }

  async function linesOf({ id }: Chunk) {
    const stored = await read(() => snapshots.doc(id).get())
    observe?.({ documents: 1 })
    return decodeChunk(stored.get('data') as Uint8Array)
  }

  async function deleteChunks(ids: readonly string[]) {
    const batch = db.batch()
    for (const id of ids) batch.delete(snapshots.doc(id))
    await read(() => batch.commit())
  }

  return {
    /**
     * Brings the snapshot of a collection up to date: reads what has changed since the last one, and writes the chunks that
     * it is in.
     */
    async write(declared: Declared) {
      const lease = await claim(declared.name)
      if (!lease) return
      const stored = lease.stored as Manifest | undefined
      const manifest =
        isUsable(stored) && Date.now() - stored.builtAt.toMillis() < REBUILT_AFTER ? stored : undefined
      const written = await (manifest ? update(declared, manifest) : build(declared))
      await publish(declared.name, lease, written)
      if (manifest && manifest.replaced.length > 0) await deleteChunks(manifest.replaced)
    },
  }
}

const changedAtOf = (stored: DocumentData) => (stored[CHANGED_AT_FIELD] as Timestamp).toMillis()

/** Without times of the server, which JSON would change, and which nobody reads here. */
function lineOf(stored: DocumentData): Line {
  const {
    [CHANGED_AT_FIELD]: _changedAt,
    [COMMIT_FIELD]: _commit,
    [EXPIRES_AT_FIELD]: _expiresAt,
    ...document
  } = stored
  return { id: String(document['id']), text: JSON.stringify(document) }
}
