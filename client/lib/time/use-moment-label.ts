import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'

/** Puts instants into words where the viewer is; today's without the day. */
export function useMomentLabel() {
  const zone = useViewerZone()
  const today = useClock((now) => dayAt(new Date(now).toISOString(), zone))
  return (instant: string) => formatMoment(instant, zone, today)
}
