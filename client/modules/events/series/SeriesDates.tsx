import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { EventDetails, EventListItem } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { request } from '#client/lib/request.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { dateLabel } from './choices.ts'
import { eventSeries } from './queries.ts'
import styles from './series.module.css'

/** The dates of the event’s series, folded. */
export function SeriesDates({ event }: { event: EventDetails }) {
  const { data: series } = useQuery({ ...eventSeries(event.id), throwOnError: false })
  if (!series || series.items.length < 2) return null
  const drafts = series.items.filter((item) => item.status === 'draft' && canOnEvent(item, 'manage'))
  return (
    <section className={patterns.form} aria-label={m.seriesDatesOf()}>
      <details>
        <summary className={styles.summary}>{m.seriesDatesAll({ count: series.items.length })}</summary>
        <ol className={styles.dates}>
          {series.items.map((item) => (
            <SeriesDate key={item.id} item={item} isShown={item.id === event.id} />
          ))}
        </ol>
      </details>
      {drafts.length > 0 && <PublishDrafts event={event} count={drafts.length} />}
    </section>
  )
}

function SeriesDate({ item, isShown }: { item: EventListItem; isShown: boolean }) {
  const viewerZone = useViewerZone()
  const [{ days, times }] = formatWhen(item, viewerZone)
  const badge = dateLabel(item)
  return (
    <li>
      <Link viewTransition to={paths.event(item.id)} aria-current={isShown ? 'page' : undefined}>
        <time dateTime={item.startsAt}>{days}</time>
      </Link>
      <span className={patterns.muted}>{times}</span>
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
    </li>
  )
}

function PublishDrafts({ event, count }: { event: EventDetails; count: number }) {
  const cache = useQueryClient()
  const publish = useCommand({
    command: () => request('POST /api/events/:eventId/series/publish', { params: { eventId: event.id } }),
    done: ({ published }) =>
      published < count
        ? m.seriesPublishedSome({ count: published })
        : m.seriesPublished({ count: published }),
    onSuccess: () => invalidateEvents(cache),
  })
  return (
    <div>
      <Button
        variant="secondary"
        busy={publish.isPending && m.seriesPublishing()}
        onClick={() => publish.run()}
      >
        {m.seriesPublish({ count })}
      </Button>
    </div>
  )
}
