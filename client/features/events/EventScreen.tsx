import type { ReactNode } from 'react'

import type { EventDetails } from '#shared/events.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'

import { Attendees } from './Attendees.tsx'
import styles from './details.module.css'
import { EventActions } from './EventActions.tsx'
import { EventHead } from './EventHead.tsx'
import { Hosts } from './Hosts.tsx'
import { VISIBILITY_NAMES } from './labels.ts'
import { When } from './When.tsx'
import { Where } from './Where.tsx'

interface Props {
  event: EventDetails
  /** Beside the title. */
  actions: ReactNode
  /** Below the title. */
  notices: ReactNode
  rsvp: ReactNode
  announcements: ReactNode
}

export const EventScreen = ({ event, actions, notices, rsvp, announcements }: Props) => (
  <>
    <EventHead event={event} actions={actions}>
      {notices}
    </EventHead>
    <div className={styles.columns}>
      <Facts short>
        <Fact name="When">
          <When event={event} />
        </Fact>
        <Fact name="Where">
          <Where event={event} />
        </Fact>
        <Fact name="For">{VISIBILITY_NAMES[event.visibility]}</Fact>
      </Facts>
      <div className={styles.aside}>
        {event.cover && (
          <img className={styles.cover} src={imageUrl(event.cover)} alt="" width={1280} height={720} />
        )}
        <div className={styles.answer}>
          <ComponentCrash>{rsvp}</ComponentCrash>
          {event.status !== 'draft' && <EventActions event={event} />}
        </div>
      </div>
      <div className={styles.main}>
        {announcements}
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
