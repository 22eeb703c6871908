import { type ReactNode, useEffect, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { imageUrl } from '#shared/lib/image-rules.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import { requestedEventId } from '#client/modules/accounts/sign-in/destination.ts'
import { request } from '#client/lib/request.ts'
import { pageData } from '#client/lib/settings.ts'
import { ownWhen } from '#client/lib/time/own-when.ts'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './LinkedEvent.module.css'

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

const isOver = ({ status, endsAt }: PublicEvent) => status === 'completed' || Date.parse(endsAt) < Date.now()

interface Props {
  event: PublicEvent
  /** Links to sign in or to create an account. */
  action?: ReactNode
  /** Shown above a form that continues on the same page. */
  short?: boolean
}

/** Invitation to the event that the link led to. */
export function LinkedEvent({ event, action, short = false }: Props) {
  const { title, summary, startsAt, status, when, place, seats, cover } = event
  const own = ownWhen(event)
  const isOpen = status === 'published' && !isOver(event)
  return (
    <section className={styles.card} aria-label={m.linkedEvent()}>
      {cover && !short && (
        <img className={styles.cover} src={imageUrl(cover)} alt="" width={1280} height={720} />
      )}
      <div className={styles.about}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.when}>
          {own && <time dateTime={startsAt}>{own}</time>}
          <time dateTime={startsAt} className={own && patterns.muted}>
            {when}
          </time>
        </p>
        <p className={patterns.muted}>{[place, isOpen && seats].filter(Boolean).join(' · ')}</p>
        {summary && !short && <p>{summary}</p>}
        <p className={styles.next}>{nextStep(event)}</p>
        {action}
      </div>
    </section>
  )
}

function nextStep(event: PublicEvent) {
  if (event.status === 'cancelled') return m.linkedCancelled()
  return isOver(event) ? m.linkedOver() : m.linkedNext()
}
