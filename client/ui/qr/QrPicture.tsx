import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** Modules of white around it that scanners need. */
const QUIET_ZONE = 4

/** With the encoder: downloaded when there is a code to show. */
export default function QrPicture({ text }: { text: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: QUIET_ZONE, ecc: 'medium' }), [text])
  return (
    <svg viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges" aria-hidden="true">
      <path d={rows.map(squaresOf).join('')} />
    </svg>
  )
}

/** A square for each dark module. */
const squaresOf = (row: readonly boolean[], y: number) =>
  row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')
