import type { Size } from './crop.ts'

/**
 * The dimensions in the header of a JPEG, PNG, GIF or WebP; undefined for other files. Checked before decoding,
 * since a file of a few kilobytes can decompress to more memory than a phone has.
 */
export function pictureSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return sizeOfPng(view) ?? sizeOfGif(view) ?? sizeOfWebp(view) ?? sizeOfJpeg(view)
  } catch (error) {
    // The file ends before its header does.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const startsWith = (view: DataView, text: string, at = 0) =>
  [...text].every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0))

const sizeOfPng = (view: DataView) =>
  startsWith(view, 'PNG', 1) ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined

const sizeOfGif = (view: DataView) =>
  startsWith(view, 'GIF8') ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : undefined

function sizeOfWebp(view: DataView) {
  if (!startsWith(view, 'RIFF') || !startsWith(view, 'WEBP', 8)) return undefined
  if (startsWith(view, 'VP8X', 12)) {
    const read24 = (at: number) => (view.getUint32(at, true) & 0xff_ff_ff) + 1
    return { width: read24(24), height: read24(27) }
  }
  if (startsWith(view, 'VP8L', 12)) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
  }
  return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff }
}

/** Skips the segments before the frame header; they may be long. */
function sizeOfJpeg(view: DataView) {
  if (view.getUint16(0) !== 0xff_d8) return undefined
  let at = 2
  while (at < view.byteLength) {
    const marker = view.getUint16(at)
    if (marker >> 8 !== 0xff) return undefined
    if (isFrameHeader(marker & 0xff)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, except the three codes among them that mark tables. */
const isFrameHeader = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
