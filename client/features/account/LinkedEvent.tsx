import { useEffect, useState } from 'react'

import { paths } from '#shared/paths.ts'
import type { PublicEvent } from '#shared/public-events.ts'
import { request } from '#client/lib/request.ts'
import { returnPath } from '#client/lib/return-path.ts'
import { pageData } from '#client/lib/settings.ts'
import { Notice } from '#client/ui/Notice.tsx'

/** The public event whose link led here; undefined if the requested page is anything else. */
export function useLinkedEvent(): PublicEvent | undefined {
  const [id] = useState(requestedEventId)
  const [event, setEvent] = useState(id ? eventInPage(id) : undefined)
  useEffect(() => {
    if (!id || event) return
    // Others than public events are not found, and not named.
    request<PublicEvent>(`/api/public-events/${id}`).then(setEvent, () => {})
  }, [id, event])
  return event
}

const EVENT_PATH = new RegExp(`^${paths.event('')}([^/?#]+)`, 'i')

function eventInPage(id: string) {
  const linked = pageData('linked-event') as PublicEvent | undefined
  const next = pageData('next-events') as PublicEvent[] | undefined
  return [linked, ...(next ?? [])].find((event) => event?.id === id)
}

const isOver = ({ status, endsAt }: PublicEvent) => status === 'completed' || Date.parse(endsAt) < Date.now()

const requestedEventId = () => EVENT_PATH.exec(returnPath())?.[1]

/** @param next what the card is for, such as `Sign in` */
export const LinkedEvent = ({ event, next }: { event: PublicEvent; next: string }) => (
  <Notice tone="info" title={event.title}>
    <time dateTime={event.startsAt}>{event.when}</time>
    <br />
    {event.status === 'cancelled'
      ? 'This event was cancelled.'
      : `${next} to see more${isOver(event) ? '' : ' and RSVP'}.`}
  </Notice>
)
