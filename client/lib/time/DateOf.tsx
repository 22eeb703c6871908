import { formatShortDate } from '#client/lib/dates.ts'

import { useViewerZone } from './use-viewer-zone.ts'

/** The short date of an instant in the viewer's time zone. */
export const DateOf = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatShortDate(at, useViewerZone())}</time>
)
