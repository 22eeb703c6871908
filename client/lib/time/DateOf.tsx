import { formatDate } from '#client/lib/dates.ts'

import { useViewerZone } from './use-viewer-zone.ts'

/** The day of an instant, on the viewer's own calendar. */
export const DateOf = ({ at }: { at: string }) => <time dateTime={at}>{formatDate(at, useViewerZone())}</time>
