import { useSearchParams } from 'react-router-dom'

import { CHAPTER } from '#shared/lib/paths.ts'
import { request } from '#client/lib/request.ts'
import { readSettings } from '#client/lib/settings.ts'
import { usePageData } from '#client/lib/use-page-data.ts'
import { LandingScreen } from '#client/modules/community/landing/LandingScreen.tsx'
import { PublicChapterScreen } from '#client/app/screens/PublicChapterScreen.tsx'
import { UpcomingEvents } from '#client/modules/events/public-events/UpcomingEvents.tsx'

const nextEvents = () => request('GET /api/public-events').then(({ items }) => items)
const landingCommunity = () => request('GET /api/public/landing')

/** The landing, or with `?chapter=` a public chapter. */
export function Component() {
  const [params] = useSearchParams()
  const slug = params.get(CHAPTER)
  return slug === null ? <Landing /> : <PublicChapterScreen slug={slug} />
}

/** The landing with the next public events, and what it shows of the community. */
function Landing() {
  const events = usePageData('next-events', nextEvents) ?? []
  const community = usePageData('landing-community', landingCommunity)
  const { COMMUNITY, HOST } = readSettings()
  const feedHost = COMMUNITY?.eventFeeds === false ? undefined : HOST
  return (
    <LandingScreen
      upcoming={events.length > 0 && <UpcomingEvents events={events} feedHost={feedHost} />}
      community={community}
    />
  )
}
