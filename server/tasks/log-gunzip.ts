import type { FileHandle } from 'node:fs/promises'
import { createGunzip, type Gunzip } from 'node:zlib'

const PIECE = 16 * 1024

/**
 * What a file has decompressed, as far as it can be. One that is still being compressed ends early, which is no error.
 * @param bytewiseFrom where the piece begins that could not be decompressed: what is before it has been given already
 * @throws zlib's error, after all that comes before the damage
 */
export async function* decompressed(handle: FileHandle, bytewiseFrom = Infinity): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const output: Buffer[] = []
  // At once: what waits in a stream is lost when it fails.
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
    // zlib gives nothing of a piece that it cannot read to its end.
    yield* decompressed(handle, position)
  } finally {
    gunzip.destroy()
  }
}

/** Until all that is in the piece has been decompressed, or what was compressed ends within it: zeros may come after it. */
async function write(gunzip: Gunzip, piece: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  gunzip.once('error', reject).once('end', resolve)
  gunzip.write(piece, () => resolve())
  await promise
  gunzip.off('error', reject).off('end', resolve)
}

/** Of the content of a compressed file. */
export const isDamage = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
