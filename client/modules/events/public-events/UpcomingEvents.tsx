import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import type { Content } from '#shared/lib/language/format.ts'
import { EVENT_FEEDS, paths } from '#shared/lib/paths.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import { rich } from '#client/ui/rich.tsx'
import page from '#client/ui/styles/public-page.module.css'

import { EventPicture } from './EventPicture.tsx'
import { OwnTime } from './OwnTime.tsx'
import styles from './UpcomingEvents.module.css'

type ListedEvent = Pick<
  PublicEvent,
  | 'id'
  | 'title'
  | 'summary'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'allDay'
  | 'when'
  | 'place'
  | 'seats'
  | 'cover'
  | 'motif'
  | 'tint'
>

interface Props {
  events: readonly ListedEvent[]
  /** Host in the links to the feeds; undefined without feeds. */
  feedHost: string | undefined
  /** Query of these links: for the events of one chapter. */
  feedQuery?: string
}

/** Public events. */
export const UpcomingEvents = ({ events, feedHost, feedQuery = '' }: Props) => (
  <section className={`${page.band} ${styles.events}`}>
    <h2 className={page.heading}>{m.upcomingTitle()}</h2>
    <ol className={styles.list}>
      {events.map((event) => (
        <Entry key={event.id} event={event} />
      ))}
    </ol>
    {feedHost && (
      <p className={styles.feeds}>
        {rich(
          m.upcomingFollow({
            calendar: linkTo(`webcal://${feedHost}${EVENT_FEEDS.calendar}${feedQuery}`),
            atom: linkTo(EVENT_FEEDS.atom + feedQuery),
          }),
        )}
      </p>
    )}
  </section>
)

const linkTo = (href: string) => (content: Content) => <a href={href}>{rich(content)}</a>

function Entry({ event }: { event: ListedEvent }) {
  const { id, title, summary, startsAt, when, place, seats } = event
  return (
    <li className={styles.item}>
      <div className={styles.when}>
        <OwnTime event={event} />
        <time dateTime={startsAt}>{when}</time>
      </div>
      <div className={styles.about}>
        <h3 className={styles.title}>
          <Link to={paths.event(id)}>{title}</Link>
        </h3>
        <p className={styles.summary}>{summary}</p>
        <p className={styles.facts}>
          <span>{place}</span>
          <span>{seats}</span>
        </p>
      </div>
      <EventPicture event={event} className={styles.cover!} loading="lazy" />
    </li>
  )
}
