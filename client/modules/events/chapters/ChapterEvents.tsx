import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { placeLabel } from '#shared/events/labels.ts'
import type { EventCard } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { chapterEventsPath, newChapterEventPath } from '#shared/lib/paths/chapters.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { eventList } from '#client/modules/events/events/queries.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { LinkRow } from '#client/ui/lists/LinkRow.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'

const SHOWN = 5
const UPCOMING = {
  list: 'upcoming',
  q: '',
  tag: '',
  format: '',
  place: '',
  connections: '',
  from: '',
  to: '',
} as const

interface Props {
  slug: string
  mayCreate: boolean
}

/** The next events of a chapter, for its page. */
export function ChapterEvents({ slug, mayCreate }: Props) {
  const zone = useViewerZone()
  const { data } = useSuspenseInfiniteQuery(eventList({ ...UPCOMING, chapter: slug }, zone))
  return (
    <Stack gap={4}>
      <h2>{m.chapterEvents()}</h2>
      {data.length === 0 ? (
        <p className={patterns.muted}>{m.chapterEventsNone()}</p>
      ) : (
        <ul className={patterns.ruled}>
          {data.slice(0, SHOWN).map((event) => (
            <li key={event.id}>
              <LinkRow to={paths.event(event.id)} title={event.title}>
                {lineOf(event, zone)}
              </LinkRow>
            </li>
          ))}
        </ul>
      )}
      <p>
        {data.length > 0 && (
          <>
            <Link to={chapterEventsPath(slug)}>{m.eventAll()}</Link>
            {'\u00A0· '}
          </>
        )}
        <Link to={`${chapterEventsPath(slug)}&sync=1`}>{m.chapterFollow()}</Link>
      </p>
      {mayCreate && (
        <div className={patterns.actions}>
          <LinkButton variant="secondary" to={newChapterEventPath(slug)}>
            {m.create()}
          </LinkButton>
        </div>
      )}
    </Stack>
  )
}

function lineOf(event: EventCard, zone: string) {
  const [first] = formatWhen(event, zone)
  const when = event.allDay ? first.days : `${first.days}, ${first.times} ${first.zone}`
  return dotted([when, placeLabel(event)])
}
