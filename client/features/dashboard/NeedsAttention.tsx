import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'

import type { Connection } from '#shared/connections.ts'
import type { Dashboard } from '#shared/dashboard.ts'
import type { SeatOffer } from '#shared/events.ts'
import type { AskedIntroduction } from '#shared/member-introductions.ts'
import { paths } from '#shared/paths.ts'
import { formatOn, formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Card } from '#client/ui/Card.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { QuietBellMotif } from '#client/ui/motifs.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'

import styles from './dashboard.module.css'
import { EmptySection } from './EmptySection.tsx'
import { countTasks, MeetingTasks } from './MeetingTasks.tsx'

const REQUESTS_SHOWN = 3

type Props = Pick<Dashboard, 'offers' | 'requests' | 'reminders' | 'meetingTasks' | 'askedIntroductions'> & {
  Request: ComponentType<{ connection: Connection }>
  Question: ComponentType<{ introduction: AskedIntroduction }>
}

export function NeedsAttention(props: Props) {
  const { offers, requests, reminders, meetingTasks, askedIntroductions, Request, Question } = props
  // To answer, or to pick a time for.
  const questions = askedIntroductions.filter(({ state }) => state !== 'waiting')
  const container = useFocusFallback<HTMLDivElement>(requests.length + questions.length)
  const count = offers.length + requests.length + questions.length + reminders.length
  return (
    <Card title="Needs your attention">
      <div ref={container} tabIndex={-1}>
        {count + countTasks(meetingTasks) === 0 ? (
          <EmptySection picture={<QuietBellMotif />}>
            You’re all caught up. Requests, meetings to answer, promises and offered seats appear here.
          </EmptySection>
        ) : (
          <ul className={patterns.ruled}>
            {offers.map((offer) => (
              <li key={offer.event.id}>
                <OfferedSeat {...offer} />
              </li>
            ))}
            <MeetingTasks {...meetingTasks} />
            {requests.slice(0, REQUESTS_SHOWN).map((connection) => (
              <li key={connection.id}>
                <Request connection={connection} />
              </li>
            ))}
            {requests.length > REQUESTS_SHOWN && (
              <li>
                <Link viewTransition to={paths.connectionsTab('received')} className={styles.link}>
                  View all requests
                </Link>
              </li>
            )}
            {questions.map((introduction) => (
              <li key={introduction.id}>
                <Question introduction={introduction} />
              </li>
            ))}
            {reminders.map((reminder) => (
              <li key={reminder.connectionId}>
                <Person
                  name={`Get in touch with ${reminder.member.displayName}`}
                  photo={reminder.member.photo}
                  lines={[`Reminder from your private note · ${formatOn(reminder.getInTouchOn)}`]}
                  to={paths.connection(reminder.connectionId)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

/** Links to the event, where the seat is claimed or passed on. */
function OfferedSeat({ event, until }: SeatOffer) {
  const zone = useViewerZone()
  const deadline = useClock((now) => deadlineLabel(until, zone, now))
  return (
    <Link viewTransition to={paths.event(event.id)} className={styles.entry}>
      <DateBlock instant={event.startsAt} timeZone={event.allDay ? event.timeZone : zone} />
      <span className={styles.entryText}>
        <span className={styles.entryTitle}>There is a seat for you: {event.title}</span>
        <span className={patterns.muted}>{deadline}</span>
      </span>
    </Link>
  )
}

function deadlineLabel(until: string, zone: string, now: number) {
  if (Date.parse(until) <= now) return 'This offer has expired.'
  const today = dayAt(new Date(now).toISOString(), zone)
  return `Claim it by ${formatMoment(until, zone, today)}, ${formatRelative(until, now)}`
}
