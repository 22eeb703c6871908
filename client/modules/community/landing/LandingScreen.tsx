import { useEffect, useState } from 'react'

import * as m from '#shared/community/messages.ts'
import { request } from '#client/lib/request.ts'
import { pageData, readSettings } from '#client/lib/settings.ts'

import { Landing } from './Landing.tsx'

export function Component() {
  const { PRODUCT_NAME, PRODUCT_SLUG, COMMUNITY } = readSettings()
  return (
    <>
      <title>{m.tabTitle({ product: PRODUCT_NAME })}</title>
      <Landing
        product={{ name: PRODUCT_NAME, slug: PRODUCT_SLUG }}
        host={COMMUNITY?.organisation}
        text={COMMUNITY?.landing}
        events={useNextEvents()}
        feedHost={COMMUNITY?.eventFeeds === false ? undefined : location.host}
      />
    </>
  )
}

/** Starts with the events in the page, so that nothing moves when the app takes over. */
function useNextEvents() {
  const [inPage] = useState(() => pageData('next-events'))
  const [events, setEvents] = useState(inPage ?? [])
  useEffect(() => {
    if (inPage) return
    // The rest of the page is useful without them.
    request('GET /api/public-events').then(
      ({ items }) => setEvents(items),
      () => {},
    )
  }, [inPage])
  return events
}
