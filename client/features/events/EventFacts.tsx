import { FORMAT_NAMES } from '#shared/event-labels.ts'
import type { EventDetails } from '#shared/events.ts'
import { addressLine } from '#client/lib/countries.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { isSameClock } from '#client/lib/time/zones.ts'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/patterns.module.css'

import styles from './details.module.css'
import { VISIBILITY_NAMES } from './labels.ts'

interface Props {
  event: EventDetails
}

export const EventFacts = ({ event }: Props) => (
  <Facts short>
    <Fact name="When">
      <When event={event} />
    </Fact>
    <Fact name="Where">
      <Where event={event} />
    </Fact>
    <Fact name="Open to">{VISIBILITY_NAMES[event.visibility]}</Fact>
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
          {allDay ? `All day, ${first.zone}` : `${first.times} ${first.zone}`}
          {!allDay && isSameTime && ', same as your time'}
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
  if (Date.parse(startsAt) > now) return `Starts ${formatRelative(startsAt, now)}`
  return Date.parse(endsAt) > now
    ? `Happening now, ends ${formatRelative(endsAt, now)}`
    : `Ended ${formatRelative(endsAt, now)}`
}

const mapUrl = (place: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`

function Where({ event: { format, venue, joinUrl, status } }: Props) {
  const address = venue && addressLine(venue.address)
  return (
    <div className={styles.where}>
      <span>{FORMAT_NAMES[format]}</span>
      {venue?.name && <strong>{venue.name}</strong>}
      {address && (
        <>
          <span>{address}</span>
          <a href={mapUrl(address)} rel="noreferrer" target="_blank">
            View on map
          </a>
        </>
      )}
      {format !== 'inPerson' && (status === 'draft' || status === 'published') && (
        <JoinLink joinUrl={joinUrl} />
      )}
    </div>
  )
}

const JoinLink = ({ joinUrl }: { joinUrl: string | undefined }) =>
  joinUrl ? (
    <a href={joinUrl} rel="noreferrer" target="_blank">
      Join online
    </a>
  ) : (
    <span className={patterns.muted}>Only members who are going can see the join link.</span>
  )
