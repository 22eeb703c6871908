/** A still WebP picture that contains only its pixels. */
export interface WebP {
  width: number
  height: number
  bytes: Buffer
}

interface Chunk {
  name: string
  data: Buffer
}
interface Size {
  width: number
  height: number
}

/** Pictures have at most half as many: VP8X, ICCP, ALPH, VP8, EXIF, XMP. */
const MAX_CHUNKS = 12
const ALPHA_FLAG = 0x10
const ANIMATION_FLAG = 0x02
const VP8_START_CODE = 0x2a019d
const VP8L_SIGNATURE = 0x2f

/**
 * Reads the container itself (RFC 9649) and rewrites it from the pixel chunks alone, which removes colour profiles,
 * EXIF with its GPS position, XMP and anything else that a file may carry or hide after its end. The content of the
 * chunks is left to the browser's decoder.
 * @returns undefined for anything except exactly one still WebP picture
 */
export function readWebP(file: Buffer): WebP | undefined {
  const chunks = chunksOf(file)
  if (!chunks) return undefined
  const all = (name: string) => chunks.filter((chunk) => chunk.name === name)
  if (all('ANIM').length > 0 || all('ANMF').length > 0) return undefined
  const pixels = [...all('VP8 '), ...all('VP8L')]
  const [alpha] = all('ALPH')
  const size = pixels.length === 1 && pixels[0] ? sizeOf(pixels[0]) : undefined
  if (!size || !pixels[0] || !agrees(chunks[0], size)) return undefined
  // Lossless pixels include their transparency.
  const kept = alpha && pixels[0].name === 'VP8 ' ? [header(size), alpha, pixels[0]] : [pixels[0]]
  return { ...size, bytes: written(kept) }
}

/** Whether the header of an extended file announces an animation. */
export const isAnimated = (file: Buffer) =>
  file.length > 20 &&
  ascii(file, 8) === 'WEBP' &&
  ascii(file, 12) === 'VP8X' &&
  (file.readUInt8(20) & ANIMATION_FLAG) !== 0

/** @returns undefined unless chunks fill the file to its very end */
function chunksOf(file: Buffer): Chunk[] | undefined {
  if (file.length < 20 || ascii(file, 0) !== 'RIFF' || ascii(file, 8) !== 'WEBP') return undefined
  if (file.readUInt32LE(4) !== file.length - 8) return undefined
  const chunks: Chunk[] = []
  let at = 12
  while (at < file.length) {
    if (chunks.length === MAX_CHUNKS || at + 8 > file.length) return undefined
    const end = at + 8 + file.readUInt32LE(at + 4)
    if (end > file.length) return undefined
    chunks.push({ name: ascii(file, at), data: file.subarray(at + 8, end) })
    at = end + (end % 2)
  }
  return at === file.length ? chunks : undefined
}

const ascii = (file: Buffer, at: number) => file.toString('latin1', at, at + 4)

function sizeOf({ name, data }: Chunk): Size | undefined {
  const size = name === 'VP8L' ? sizeOfLossless(data) : sizeOfLossy(data)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

/** The header of a VP8 frame (RFC 6386, 9.1): a key frame that is shown. */
function sizeOfLossy(data: Buffer): Size | undefined {
  if (data.length < 10) return undefined
  const tag = data.readUIntLE(0, 3)
  const isShownKeyFrame = (tag & 0b1) === 0 && (tag & 0b1_0000) !== 0
  const firstPartition = tag >> 5
  if (!isShownKeyFrame || firstPartition > data.length - 10) return undefined
  if (data.readUIntLE(3, 3) !== VP8_START_CODE) return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

/** The header of a lossless picture: a signature, then 14 bits each of width and height less one, and a version of 0. */
function sizeOfLossless(data: Buffer): Size | undefined {
  if (data.length < 5 || data[0] !== VP8L_SIGNATURE) return undefined
  const bits = data.readUInt32LE(1)
  if (bits >>> 29 !== 0) return undefined
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** An extended file states its size in its header; a contradiction is refused. */
function agrees(first: Chunk | undefined, { width, height }: Size) {
  if (first?.name !== 'VP8X') return true
  const { data } = first
  return data.length === 10 && data.readUIntLE(4, 3) + 1 === width && data.readUIntLE(7, 3) + 1 === height
}

function header({ width, height }: Size): Chunk {
  const data = Buffer.alloc(10)
  data[0] = ALPHA_FLAG
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return { name: 'VP8X', data }
}

function written(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.flatMap(({ name, data }) => [
    Buffer.from(name, 'latin1'),
    uint32(data.length),
    data,
    Buffer.alloc(data.length % 2),
  ])
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), uint32(body.length), body])
}

function uint32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
