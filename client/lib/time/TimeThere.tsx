import { formatTimeIn } from '#client/lib/dates.ts'

import { useClock } from './use-clock.ts'
import { useViewerZone } from './use-viewer-zone.ts'
import { zoneLabel } from './zones.ts'

/** The zone, and what its clocks show while one looks. */
export function TimeThere({ timeZone }: { timeZone: string }) {
  const viewerZone = useViewerZone()
  const time = useClock((now) => formatTimeIn(timeZone, now))
  const zone = useClock((now) => zoneLabel(timeZone, new Date(now).toISOString()))
  return (
    <>
      {zone}
      <br />
      {time} {timeZone === viewerZone ? 'now' : 'there now'}
    </>
  )
}
