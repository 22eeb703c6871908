import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

import { CHAPTER, GUEST } from '#shared/lib/paths.ts'
import { request } from '#client/lib/request.ts'
import { readSettings } from '#client/lib/settings.ts'
import { usePageData } from '#client/lib/use-page-data.ts'
import { LandingScreen } from '#client/modules/community/landing/LandingScreen.tsx'
import { PublicChapterScreen } from '#client/app/screens/PublicChapterScreen.tsx'
import { UpcomingEvents } from '#client/modules/events/public-events/UpcomingEvents.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const nextEvents = () => request('GET /api/public-events').then(({ items }) => items)
const landingCommunity = () => request('GET /api/public/landing')

/** Not a `lazyPart`, which visitors of the landing would download. */
const GuestScreen = asScreen(
  lazy(() =>
    import('#client/modules/attendance/guests/load-screen.ts').then(({ loadGuestScreen }) =>
      loadGuestScreen(),
    ),
  ),
)

const Chapter = asScreen(PublicChapterScreen)

/** The landing, or with `?chapter=` a public chapter and with `?guest=` the page of a guest. */
export function Component() {
  const [params] = useSearchParams()
  const slug = params.get(CHAPTER)
  const guest = params.get(GUEST)
  if (guest !== null) return <GuestScreen link={guest} />
  return slug === null ? <Home /> : <Chapter key={slug} slug={slug} />
}

/** The landing with the next public events, and what it shows of the community. */
const Home = asScreen(() => {
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
})
