import { useMemo } from 'react'

import { qrDrawing } from './drawing.ts'

/** Shares a chunk with the encoder, which is downloaded when there is a code to show. */
export function QrPicture({ text }: { text: string }) {
  const { size, path } = useMemo(() => qrDrawing(text), [text])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
