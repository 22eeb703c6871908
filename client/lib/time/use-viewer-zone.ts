import { useSuspenseQuery } from '@tanstack/react-query'

import { deviceTimeZone } from '#client/lib/dates.ts'
import { ownProfile } from '#client/lib/own-profile.ts'

/** The zone that the viewer named in their profile; until they filled it in, their device's. */
export function useViewerZone() {
  const { data } = useSuspenseQuery(ownProfile)
  return data.displayName ? data.timeZone : deviceTimeZone()
}
