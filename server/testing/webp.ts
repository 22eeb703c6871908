export interface Piece {
  name: string
  data: Buffer
}

/** A WebP file of the pieces, as an encoder would write it. */
export function webpFile(...pieces: Piece[]): Buffer {
  const chunks = pieces.map(({ name, data }) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  })
  const head = Buffer.from('RIFF____WEBP', 'latin1')
  head.writeUInt32LE(4 + Buffer.concat(chunks).length, 4)
  return Buffer.concat([head, ...chunks])
}

/** Lossy pixels: the header of a key frame, then `bytes` of what only a decoder would look at. */
export function lossyPixels(width: number, height: number, bytes = 20): Piece {
  const data = Buffer.alloc(10 + bytes)
  // Shown key frame, and a first partition of eight bytes.
  data.writeUIntLE(0b1_0000 | (8 << 5), 0, 3)
  data.writeUIntLE(0x2a019d, 3, 3)
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  return { name: 'VP8 ', data }
}

export function losslessPixels(width: number, height: number, bytes = 20): Piece {
  const data = Buffer.alloc(5 + bytes)
  data[0] = 0x2f
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return { name: 'VP8L', data }
}

/** What an extended file begins with. */
export function extended(width: number, height: number, flags = 0): Piece {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return { name: 'VP8X', data }
}

export const piece = (name: string, text: string): Piece => ({ name, data: Buffer.from(text, 'latin1') })

/** A real picture of one pixel, lossless. */
export const ONE_PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')

/** Distinct pictures of the same size; the seed is in their bytes. */
export function picture(seed: number, width = 64, height = 64): Buffer {
  const pixels = losslessPixels(width, height)
  pixels.data.writeUInt32LE(seed, 8)
  return webpFile(pixels)
}
