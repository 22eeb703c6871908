import { Link } from 'react-router-dom'

import type { EventListItem } from '#shared/events.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { paths } from '#shared/paths.ts'
import { EventTime } from '#client/features/events/EventTime.tsx'
import { rsvpLabel, placeLabel, seatsLabel } from './labels.ts'
import { Badge } from '#client/ui/Badge.tsx'

import styles from './list.module.css'

export function EventRow({ event, viewerZone }: { event: EventListItem; viewerZone: string }) {
  const { id, title, summary, status, cover } = event
  return (
    <article className={styles.row} data-cancelled={status === 'cancelled' || undefined}>
      <div className={styles.about}>
        <h3 className={styles.title}>
          <Link viewTransition to={paths.event(id)}>
            {title}
          </Link>
        </h3>
        <p className={styles.facts}>
          <EventTime span={event} viewerZone={viewerZone} />
        </p>
        <p className={styles.facts}>{placeLabel(event)}</p>
        {summary && <p className={styles.summary}>{summary}</p>}
        <Badges {...event} />
      </div>
      {cover && <img className={styles.cover} src={imageUrl(cover)} alt="" loading="lazy" decoding="async" />}
    </article>
  )
}

function Badges({ status, seats, mine }: EventListItem) {
  const answer = mine && status !== 'cancelled' && rsvpLabel(mine)
  const left = status === 'published' && seatsLabel(seats)
  if (!answer && !left && status === 'published') return null
  return (
    <p className={styles.badges}>
      {status === 'draft' && <Badge tone="gold">Draft</Badge>}
      {status === 'cancelled' && <Badge tone="danger">Cancelled</Badge>}
      {answer && <Badge tone={answer.tone}>{answer.words}</Badge>}
      {left && <span className={styles.seats}>{left}</span>}
    </p>
  )
}
