import * as m from '#shared/events/messages.ts'
import { motifOf } from '#shared/events/motifs.ts'
import { seatsLabel } from '#client/modules/events/events/labels.ts'
import { LinkedEvent } from '#client/modules/events/public-events/LinkedEvent.tsx'
import { readMoment } from '#client/lib/time/wall-clock.ts'
import { formatWhen } from '#client/lib/time/when.ts'

import styles from './editor.module.css'
import type { EventDraft } from './fields/event-draft.ts'
import { readDay } from './read-event.ts'

/** The invitation as it will look, beside the form where there is room. */
export function EventPreview({ draft }: { draft: EventDraft }) {
  const { title, summary, tags, cover, format, venue, capacity, timeZone, allDay } = draft
  const times = timesOf(draft)
  const [when] = times ? formatWhen({ ...times, allDay, timeZone }, timeZone) : []
  const place = [venue.name, venue.address.city].filter(Boolean).join(', ')
  const left = Number(capacity)
  return (
    <div className={styles.invitation}>
      <LinkedEvent
        event={{
          id: '',
          title: title || m.editorTitle(),
          summary,
          startsAt: times?.startsAt ?? '',
          endsAt: times?.endsAt ?? '',
          timeZone,
          allDay,
          status: 'published',
          when: when ? (allDay ? when.days : `${when.days}, ${when.times} ${when.zone}`) : '',
          place: format === 'online' || !place ? m.eventFormat({ format }) : place,
          seats: left > 0 ? seatsLabel({ going: 0, waiting: 0, left }) : '',
          cover: cover || undefined,
          ...motifOf({ title, tags }),
        }}
        isPreview
      />
    </div>
  )
}

/** Undefined while a date or time is incomplete. */
function timesOf({ startsAt, endsAt, allDay, timeZone }: EventDraft) {
  const start = allDay ? readDay(startsAt.date, { timeZone }) : readMoment(startsAt, timeZone)
  const end = allDay ? readDay(endsAt.date, { timeZone }, 1) : readMoment(endsAt, timeZone)
  return 'instant' in start && 'instant' in end && start.instant < end.instant
    ? { startsAt: start.instant, endsAt: end.instant }
    : undefined
}
