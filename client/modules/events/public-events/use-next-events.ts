import { useEffect, useState } from 'react'

import { request } from '#client/lib/request.ts'
import { pageData } from '#client/lib/settings.ts'

/** Starts with the events in the page, so that nothing moves when the app takes over. */
export function useNextEvents() {
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
