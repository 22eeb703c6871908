import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { paths } from '#shared/paths.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'

import { CalendarAndShare } from './CalendarAndShare.tsx'
import styles from './details.module.css'
import { EventFacts } from './EventFacts.tsx'
import { Attendees, Hosts } from './EventPeople.tsx'

interface Props {
  event: EventDetails
  /** Beside the title. */
  actions: ReactNode
  /** Below the title. */
  notices: ReactNode
  rsvp: ReactNode
  announcements: ReactNode
  /** Whom to meet there, or again. */
  encounters: ReactNode
}

export const EventScreen = ({ event, actions, notices, rsvp, announcements, encounters }: Props) => (
  <>
    <EventHeader event={event} actions={actions} notices={notices} />
    <div className={styles.columns}>
      <EventFacts event={event} />
      <div className={styles.aside}>
        {event.cover && (
          <img className={styles.cover} src={imageUrl(event.cover)} alt="" width={1280} height={720} />
        )}
        <div className={styles.rsvp}>
          <ComponentCrash>{rsvp}</ComponentCrash>
          {event.status !== 'draft' && <CalendarAndShare event={event} />}
        </div>
      </div>
      <div className={styles.main}>
        {announcements}
        <ComponentCrash>
          <Suspense>{encounters}</Suspense>
        </ComponentCrash>
        {event.description && (
          <section className={styles.section}>
            <h2>About this event</h2>
            <ComponentCrash>
              <Markdown headingLevel={3}>{event.description}</Markdown>
            </ComponentCrash>
          </section>
        )}
        <Hosts hosts={event.hosts} />
        {event.status !== 'draft' && <Attendees event={event} />}
      </div>
    </div>
  </>
)

function EventHeader({ event, actions, notices }: Pick<Props, 'event' | 'actions' | 'notices'>) {
  const { title, summary, status, reason, tags } = event
  // The draft notice disappears when its publish button is used.
  const noticesElement = useFocusFallback<HTMLDivElement>(status)
  return (
    <>
      <Link viewTransition to={paths.events} className={styles.back}>
        All events
      </Link>
      <PageHeader title={title} lead={summary} actions={actions} />
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Link viewTransition to={`${paths.events}?${new URLSearchParams({ tag })}`}>
                <Badge>{tag}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div ref={noticesElement} tabIndex={-1} className={styles.notices}>
        {status === 'cancelled' && (
          <Notice tone="warning" title="This event was cancelled.">
            {reason}
          </Notice>
        )}
        {notices}
      </div>
    </>
  )
}
