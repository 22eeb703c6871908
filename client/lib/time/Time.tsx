import { formatDate, formatShortDate, formatRelative, formatTimeIn, justBefore } from './dates.ts'
import { useClock } from './use-clock.ts'
import { useViewerZone } from './use-viewer-zone.ts'
import { zoneLabel } from './zones.ts'

/** The short date of an instant, in the viewer's time zone. */
export const DateOf = ({ at, long = false }: { at: string; long?: boolean }) => (
  <time dateTime={at}>{(long ? formatDate : formatShortDate)(at, useViewerZone())}</time>
)

/** The last day of what ends at an instant, in the viewer's time zone. */
export const LastDay = ({ end, long = false }: { end: string; long?: boolean }) => (
  <DateOf at={justBefore(end)} long={long} />
)

/** How long ago something was. Never in the future, even if this device's clock is behind. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at}>{useClock((now) => formatRelative(at, Math.max(now, Date.parse(at) + 1)))}</time>
)

/** The zone and its current time, updated every second. */
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
