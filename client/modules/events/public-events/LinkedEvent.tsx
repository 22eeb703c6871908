import { type ReactNode, useEffect, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import { requestedEventId } from '#client/modules/accounts/sign-in/destination.ts'
import { request } from '#client/lib/request.ts'
import { pageData } from '#client/lib/settings.ts'

import { EventPicture } from './EventPicture.tsx'
import styles from './LinkedEvent.module.css'
import { OwnTime } from './OwnTime.tsx'

/** The public event whose link led here. Undefined if the requested page is anything else. */
export function useLinkedEvent(): PublicEvent | undefined {
  const [id] = useState(requestedEventId)
  const [event, setEvent] = useState(id ? eventInPage(id) : undefined)
  useEffect(() => {
    if (!id || event) return
    // Events that are not public are not found, so they are not named.
    request('GET /api/public-events/:eventId', { params: { eventId: id } }).then(setEvent, () => {})
  }, [id, event])
  return event
}

function eventInPage(id: string) {
  const linked = pageData('linked-event')
  const next = pageData('next-events')
  return [linked, ...(next ?? [])].find((event) => event?.id === id)
}

type Invited = Omit<PublicEvent, 'format' | 'venue'>

const isOver = ({ status, endsAt }: Invited) => status === 'completed' || Date.parse(endsAt) <= Date.now()

interface Props {
  event: Invited
  /** Links to sign in or to create an account. */
  action?: ReactNode
  /** Offers to RSVP without an account. */
  booking?: ReactNode
  /** Shown above a form that continues on the same page. */
  short?: boolean
  /** Whether it shows an event that is being created, which has no next step. */
  isPreview?: boolean
}

/** Invitation to the event that the link led to. */
export function LinkedEvent({ event, action, booking, short = false, isPreview = false }: Props) {
  const { title, summary, startsAt, status, when, place, seats } = event
  const isOpen = status === 'published' && !isOver(event)
  return (
    <section className={styles.card} aria-label={isPreview ? m.editorLookOf() : m.linkedEvent()}>
      {!short && <EventPicture event={event} className={styles.cover!} />}
      <div className={styles.about}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.when}>
          <OwnTime event={event} />
          <time dateTime={startsAt}>{when}</time>
        </p>
        <p className={styles.facts}>
          <span>{place}</span>
          <span>{isOpen && seats}</span>
        </p>
        {!short && <p className={styles.summary}>{summary}</p>}
        {!isPreview && <p className={styles.next}>{nextStep(event, Boolean(booking))}</p>}
        {action}
        {booking}
      </div>
    </section>
  )
}

function nextStep(event: Invited, takesBookings: boolean) {
  if (event.status === 'cancelled') return m.eventCancelled()
  if (isOver(event)) return m.linkedOver()
  return takesBookings ? m.linkedNextGuest() : m.linkedNext()
}
