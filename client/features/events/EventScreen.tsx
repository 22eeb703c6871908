import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { paths } from '#shared/paths.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { AnswerCard } from './answering/AnswerCard.tsx'
import { CheckInCode } from './check-in-code/CheckInCode.tsx'
import { Announcements } from './details/Announcements.tsx'
import { Attendees } from './details/Attendees.tsx'
import styles from './details/details.module.css'
import { EventHead } from './details/EventHead.tsx'
import { Hosts } from './details/Hosts.tsx'
import { Keep } from './details/Keep.tsx'
import { When } from './details/When.tsx'
import { Where } from './details/Where.tsx'
import { ManageMenu } from './lifecycle/ManageMenu.tsx'
import { draftNameOf, isKept } from './editor/draft/kept-drafts.ts'
import { panelsOf, UnsavedEvent } from './manage.tsx'
import { eventDetails } from './queries.ts'
import { VISIBILITY_NAMES } from './words.ts'

export function Component() {
  const { eventId = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { data: event } = useSuspenseQuery(eventDetails(eventId))
  const [, panel] = panelsOf(event).find(([name]) => name === params.get('manage')) ?? []
  return (
    <>
      <ScreenTitle>{panel ? `${panel.label} · ${event.title}` : event.title}</ScreenTitle>
      {panel ? (
        <panel.Panel event={event} onClose={() => void navigate(paths.event(event.id))} />
      ) : (
        <Details event={event} />
      )}
    </>
  )
}

const Details = ({ event }: { event: EventDetails }) => (
  <>
    <EventHead event={event} actions={event.managed && <ManageMenu event={event} />}>
      {event.managed && isKept(draftNameOf(event.id)) && <UnsavedEvent event={event} />}
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
          <ComponentCrash>
            <AnswerCard event={event}>
              <CheckInCode event={event} />
            </AnswerCard>
          </ComponentCrash>
          {event.status !== 'draft' && <Keep event={event} />}
        </div>
      </div>
      <div className={styles.main}>
        <Announcements event={event} />
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
