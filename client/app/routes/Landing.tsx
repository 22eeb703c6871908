import { readSettings } from '#client/lib/settings.ts'
import { LandingScreen } from '#client/modules/community/landing/LandingScreen.tsx'
import { UpcomingEvents } from '#client/modules/events/public-events/UpcomingEvents.tsx'
import { useNextEvents } from '#client/modules/events/public-events/use-next-events.ts'

/** The landing with the next public events. */
export function Component() {
  const events = useNextEvents()
  const feedHost = readSettings().COMMUNITY?.eventFeeds === false ? undefined : location.host
  return (
    <LandingScreen upcoming={events.length > 0 && <UpcomingEvents events={events} feedHost={feedHost} />} />
  )
}
