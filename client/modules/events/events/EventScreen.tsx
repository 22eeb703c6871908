import { type CSSProperties, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { motifOf } from '#shared/events/motifs.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { imageUrl } from '#shared/lib/image-rules.ts'
import { paths } from '#shared/lib/paths.ts'
import { Badge } from '#client/ui/Badge.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'

import { CalendarAndShare } from './CalendarAndShare.tsx'
import styles from './details.module.css'
import { EventFacts } from './EventFacts.tsx'
import { Attendees, Hosts } from './EventPeople.tsx'
import { colourOf } from './colour-of.ts'

interface Props {
  event: EventDetails
  /** Shown beside the title. */
  actions: ReactNode
  /** Shown below the title. */
  notices: ReactNode
  rsvp: ReactNode
  announcements: ReactNode
  /** The other dates of its series. */
  series: ReactNode
  /** Members to meet there, or to meet again. */
  peopleToMeet: ReactNode
  /** The viewer's tables, and feedback and recap of a past event. */
  afterwards: ReactNode
  discussion: ReactNode
}

export function EventScreen({ event, actions, notices, rsvp, announcements, ...slots }: Props) {
  const [coverTint, setCoverTint] = useState<string>()
  const tint = event.cover ? coverTint : motifOf(event).tint
  return (
    <>
      {tint && <div className={styles.tint} style={{ '--tint': tint } as CSSProperties} />}
      <EventHeader event={event} actions={actions} notices={notices} />
      <div className={styles.columns}>
        <EventFacts event={event} />
        <div className={styles.aside}>
          {event.cover && (
            <img
              className={`${patterns.picture} ${styles.cover}`}
              src={imageUrl(event.cover)}
              alt=""
              width={1280}
              height={720}
              onLoad={(load) => setCoverTint(colourOf(load.currentTarget))}
            />
          )}
          <div className={styles.rsvp}>
            <ComponentCrash>{rsvp}</ComponentCrash>
            {event.status !== 'draft' && <CalendarAndShare event={event} />}
          </div>
        </div>
        <div className={styles.main}>
          <div className={styles.gathering}>
            <Hosts hosts={event.hosts} />
            {event.status !== 'draft' && <Attendees event={event} />}
          </div>
          <ComponentCrash>
            <Suspense>{slots.afterwards}</Suspense>
          </ComponentCrash>
          {announcements}
          {event.description && (
            <section className={styles.section}>
              <h2>{m.eventAbout()}</h2>
              <ComponentCrash>
                <Markdown headingLevel={3}>{event.description}</Markdown>
              </ComponentCrash>
            </section>
          )}
          <ComponentCrash>
            <Suspense>{slots.peopleToMeet}</Suspense>
          </ComponentCrash>
          <ComponentCrash>
            <Suspense>{slots.series}</Suspense>
          </ComponentCrash>
          {slots.discussion && <hr />}
          <ComponentCrash>
            <Suspense>{slots.discussion}</Suspense>
          </ComponentCrash>
        </div>
      </div>
    </>
  )
}

function EventHeader({ event, actions, notices }: Pick<Props, 'event' | 'actions' | 'notices'>) {
  const { title, summary, status, reason, tags } = event
  return (
    <>
      <PageHeader
        back={{ to: paths.events, label: m.eventAll() }}
        title={title}
        lead={summary}
        actions={actions}
      />
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={m.eventTags()}>
          {tags.map((tag) => (
            <li key={tag}>
              <Link viewTransition to={`${paths.events}?${new URLSearchParams({ tag })}`}>
                <Badge>{tag}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className={patterns.notices}>
        {status === 'cancelled' && (
          <Notice tone="warning" title={m.eventCancelled()}>
            {reason}
          </Notice>
        )}
        {notices}
      </div>
    </>
  )
}
