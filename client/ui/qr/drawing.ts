import { encodeQR } from 'qr'

/** Width of the white margin that scanners need, in modules. */
const QUIET_ZONE = 4

/** A QR code as an SVG path, in a square of `size`. */
export function qrDrawing(text: string) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE, ecc: 'medium' })
  return { size: rows.length, path: rows.map(squaresOf).join('') }
}

/** A square for each dark module. */
const squaresOf = (row: readonly boolean[], y: number) =>
  row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')
