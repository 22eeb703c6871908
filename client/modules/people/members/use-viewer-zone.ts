import { useSuspenseQuery } from '@tanstack/react-query'

import { deviceTimeZone } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'

import { ownProfile } from './own-profile.ts'

/** The time zone of the viewer's profile; until they complete it, their device's. */
export function useViewerZone() {
  const { data } = useSuspenseQuery(ownProfile)
  return data.displayName ? data.timeZone : deviceTimeZone()
}

/** Formats instants in the viewer's time zone; today's without the date. */
export function useMomentLabel() {
  const zone = useViewerZone()
  const today = useClock((now) => dayAt(new Date(now).toISOString(), zone))
  return (instant: string) => formatMoment(instant, zone, today)
}
