import { useEffect, useState } from 'react'

import type { PublicEvent } from '#shared/public-events.ts'
import { request } from '#client/lib/request.ts'
import { pageData, readSettings } from '#client/lib/settings.ts'

import { Landing } from './Landing.tsx'

export function Component() {
  const { PRODUCT_NAME, PRODUCT_SLUG, COMMUNITY } = readSettings()
  return (
    <>
      <title>{`${PRODUCT_NAME}: a members’ network`}</title>
      <Landing
        product={{ name: PRODUCT_NAME, slug: PRODUCT_SLUG }}
        text={COMMUNITY?.landing}
        events={useNextEvents()}
      />
    </>
  )
}

/** Those in the page at first, so that nothing moves when the app takes over. */
function useNextEvents() {
  const [inPage] = useState(() => pageData('next-events') as PublicEvent[] | undefined)
  const [events, setEvents] = useState(inPage ?? [])
  useEffect(() => {
    if (inPage) return
    // The rest of the page is worth reading without them.
    request<{ items: PublicEvent[] }>('/api/public-events').then(
      ({ items }) => setEvents(items),
      () => {},
    )
  }, [inPage])
  return events
}
