import type { FileHandle } from 'node:fs/promises'
import { createGunzip, type Gunzip } from 'node:zlib'

const PIECE = 16 * 1024

/**
 * Decompresses as much of a file as possible. A file that is still being compressed ends early, which is no error.
 * @param bytewiseFrom start of the piece that could not be decompressed: everything before it has been yielded
 * already
 * @throws zlib's error, after everything before the damage
 */
export async function* decompressed(handle: FileHandle, bytewiseFrom = Infinity): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const output: Buffer[] = []
  // Collected at once: a stream loses buffered chunks when it fails.
  gunzip.on('data', (chunk: Buffer) => output.push(chunk))
  let position = 0
  try {
    for (;;) {
      const length = position < bytewiseFrom ? Math.min(PIECE, bytewiseFrom - position) : 1
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
      if (bytesRead === 0) return
      await write(gunzip, buffer.subarray(0, bytesRead))
      const given = output.splice(0)
      if (position >= bytewiseFrom || bytewiseFrom === Infinity) yield* given
      if (gunzip.readableEnded) return
      position += bytesRead
    }
  } catch (error) {
    if (bytewiseFrom !== Infinity || !isDamage(error)) throw error
    // zlib returns nothing of a piece that it cannot read to its end.
    yield* decompressed(handle, position)
  } finally {
    gunzip.destroy()
  }
}

/** Resolves when the whole piece has been decompressed, or the compressed data ends within it: zeros may follow. */
async function write(gunzip: Gunzip, piece: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  gunzip.once('error', reject).once('end', resolve)
  gunzip.write(piece, () => resolve())
  await promise
  gunzip.off('error', reject).off('end', resolve)
}

/** Whether the content of a compressed file is damaged. */
export const isDamage = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
