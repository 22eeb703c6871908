import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'

import { deviceTimeZone, formatRange } from '#client/lib/dates.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'

import { FORMAT_NAMES } from './format-names.ts'
import { eventDetails } from './queries.ts'

export function Component() {
  const { eventId = '' } = useParams()
  const { data: event } = useSuspenseQuery(eventDetails(eventId))
  const times = [...new Set([deviceTimeZone(), event.timeZone])]
  return (
    <>
      <ScreenTitle>{event.title}</ScreenTitle>
      <PageHeader title={event.title} lead={event.summary} />
      {event.status === 'cancelled' && <Notice tone="warning">This event is cancelled.</Notice>}
      {times.map((timeZone) => (
        <p key={timeZone}>
          <time dateTime={event.startsAt}>{formatRange(event.startsAt, event.endsAt, timeZone)}</time>
        </p>
      ))}
      <p>{FORMAT_NAMES[event.format]}</p>
    </>
  )
}
