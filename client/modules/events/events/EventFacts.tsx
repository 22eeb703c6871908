import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { addressLine } from '#client/modules/people/members/countries.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { isSameClock } from '#client/lib/time/zones.ts'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './details.module.css'

interface Props {
  event: EventDetails
}

export const EventFacts = ({ event }: Props) => (
  <Facts short>
    <Fact name={m.eventWhen()}>
      <When event={event} />
    </Fact>
    <Fact name={m.eventWhere()}>
      <Where event={event} />
    </Fact>
    <Fact name={m.chapter()}>{event.hostChapters?.map(({ name }) => name).join(', ')}</Fact>
    <Fact name={m.eventVisibleTo()}>
      {event.joinMode === 'invited' ? m.eventInvitedMembers() : m.eventVisibility(event)}
    </Fact>
  </Facts>
)

function When({ event }: Props) {
  const { startsAt, endsAt, timeZone, allDay, status } = event
  const viewerZone = useViewerZone()
  const countdown = useClock((now) => countdownLabel(event, now))
  const [first, second] = formatWhen(event, viewerZone)
  const isSameTime = timeZone !== viewerZone && isSameClock(timeZone, viewerZone, startsAt, endsAt)
  return (
    <div className={styles.when}>
      <time dateTime={startsAt}>
        <span className={styles.days}>{first.days}</span>
        <span>
          {allDay
            ? m.eventAllDay(first)
            : isSameTime
              ? m.eventTimeSame(first)
              : `${first.times} ${first.zone}`}
        </span>
      </time>
      {second && (
        <time dateTime={startsAt} className={patterns.muted}>
          {second.times} {second.zone}
        </time>
      )}
      {status === 'published' && <span className={patterns.muted}>{countdown}</span>}
    </div>
  )
}

function countdownLabel({ startsAt, endsAt }: EventDetails, now: number) {
  if (Date.parse(startsAt) > now) return m.eventStarts({ inTime: formatRelative(startsAt, now) })
  return Date.parse(endsAt) > now
    ? m.eventEnds({ inTime: formatRelative(endsAt, now) })
    : m.eventEnded({ ago: formatRelative(endsAt, now) })
}

const mapUrl = (place: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`

function Where({ event: { format, venue, joinUrl, status } }: Props) {
  const address = venue && addressLine(venue.address)
  const place = address || venue?.name
  return (
    <Stack gap={1}>
      <span>{m.eventFormat({ format })}</span>
      {venue?.name && <strong>{venue.name}</strong>}
      {address && <span>{address}</span>}
      {place && (
        <a href={mapUrl(place)} rel="noreferrer" target="_blank">
          {venue.name ? m.eventMapOf({ venue: venue.name }) : m.eventMap()}
        </a>
      )}
      {format !== 'inPerson' && (status === 'draft' || status === 'published') && (
        <JoinLink joinUrl={joinUrl} />
      )}
    </Stack>
  )
}

const JoinLink = ({ joinUrl }: { joinUrl: string | undefined }) =>
  joinUrl ? (
    <a href={joinUrl} rel="noreferrer" target="_blank">
      {m.eventJoinOnline()}
    </a>
  ) : (
    <span className={patterns.muted}>{m.eventJoinLinkHidden()}</span>
  )
