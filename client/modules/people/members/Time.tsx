import * as m from '#shared/people/messages.ts'
import {
  formatDate,
  formatShortDate,
  formatRelative,
  formatTimeIn,
  justBefore,
} from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { zoneLabel } from '#shared/lib/time-zone-labels.ts'

import { useViewerZone } from './use-viewer-zone.ts'

/** The short date of an instant, in the viewer's time zone. */
export const DateOf = ({ at, long = false }: { at: string; long?: boolean }) => (
  <time dateTime={at}>{(long ? formatDate : formatShortDate)(at, useViewerZone())}</time>
)

/** The last day of a span that ends at an instant, in the viewer's time zone. */
export const LastDay = ({ end, long = false }: { end: string; long?: boolean }) => (
  <DateOf at={justBefore(end)} long={long} />
)

/** Relative time in the past. Never in the future, even if this device's clock is behind. */
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
      {(timeZone === viewerZone ? m.timeNow : m.timeThere)({ time })}
    </>
  )
}
