import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'

import type { Declared } from './declaration.ts'
import type { FeedListener, FeedState } from './port.ts'
import type { StoreLog } from './store-log.ts'

const compress = promisify(zstdCompress)
/** Bytes. With Node's small ones, to put them together takes longer than all else. */
const CHUNK_SIZE = 1_048_576
const COMPRESSION = { chunkSize: CHUNK_SIZE, params: { [constants.ZSTD_c_checksumFlag]: 1 } }
/** Before each part, in bytes: its length. */
const LENGTH_SIZE = 4

/** Milliseconds after which documents are read anew, in case something was changed by hand. */
export const REBUILT_AFTER = 30 * 24 * 60 * 60_000

/** @param builtAt when all documents were last read, in milliseconds since 1970 */
export const isRecent = (builtAt: number) => Date.now() - builtAt < REBUILT_AFTER

/** A change of either makes a stored state useless. */
export const versionOf = ({ collection }: Declared, { version }: FeedState) =>
  `${collection.schemaVersion}.${version}`

/** Asks for one part after the other, and compresses each, which lets others have their turn. */
export async function encodeParts(parts: Iterable<unknown>): Promise<Buffer> {
  const encoded: Buffer[] = []
  for (const part of parts) {
    const bytes = await compress(serialize(part), COMPRESSION)
    const length = Buffer.alloc(LENGTH_SIZE)
    length.writeUInt32LE(bytes.length)
    encoded.push(length, bytes)
  }
  return Buffer.concat(encoded)
}

/**
 * In turn, so that only one is in memory as a whole.
 * @throws when the bytes are not those of parts
 */
export function* decodeParts(encoded: Buffer): Generator {
  for (let at = 0; at < encoded.length;) {
    const start = at + LENGTH_SIZE
    at = start + encoded.readUInt32LE(at)
    // What decompresses without blocking holds its input long after the start has returned all garbage to the system.
    yield deserialize(zstdDecompressSync(encoded.subarray(start, at), { chunkSize: CHUNK_SIZE }))
  }
}

interface Loading {
  parts: Iterable<unknown>
  state: FeedState
  listener: Pick<FeedListener<unknown>, 'reset'>
  onUnusable: (error: unknown) => void
}

/** For `onUnusable`: a start without the state takes longer, and more memory for a while. */
export const warnOfUnusable =
  (log: StoreLog, { name }: Declared) =>
  (err: unknown) =>
    log.warn({ err, collection: name }, 'the stored state cannot be used: all documents are read instead')

/** @returns whether the listener has the state; otherwise it has nothing */
export async function loadParts({ parts, state, listener, onUnusable }: Loading) {
  try {
    let at = 0
    for (const part of parts) {
      state.load(part, at++)
      await yieldToOthers()
    }
    return true
  } catch (error) {
    onUnusable(error)
    listener.reset()
    return false
  }
}
