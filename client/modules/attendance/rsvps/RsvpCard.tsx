import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'

import { rich } from '#client/ui/rich.tsx'
import * as m from '#shared/events/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import { seatsLabel } from '#client/modules/events/events/labels.ts'
import { eventTurnout } from '#client/modules/events/events/queries.ts'
import { rsvpPhase } from '#client/modules/events/events/rsvp-phase.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { dotted } from '#client/ui/text/dotted.ts'

import { CheckInCode } from './CheckInCode.tsx'
import { ClosedRsvpForm, RsvpForm } from './RsvpForm.tsx'
import styles from './rsvp.module.css'

interface Props {
  event: EventDetails
  /** Members to meet there, shown to members who have just got a seat. */
  peopleToMeet?: ReactNode
}

export function RsvpCard({ event, peopleToMeet }: Props) {
  const phase = useClock((now) => rsvpPhase(event, now))
  const { data: me } = useQuery({ ...ownProfile, throwOnError: false })
  const isHost = event.hosts.some(({ id }) => id === me?.id)
  if (phase === 'cancelled') return null
  return (
    <Card title={isHost && phase !== 'over' ? m.rsvpTitleHost() : m.rsvpTitle({ phase })}>
      <JoinNow event={event} />
      {phase !== 'over' && <InvitedBy event={event} />}
      {phase === 'draft' && <p>{m.rsvpDraft()}</p>}
      {phase === 'open' &&
        (isHost ? <HostRsvp event={event} /> : <OpenRsvp event={event} peopleToMeet={peopleToMeet} />)}
      {phase === 'early' && (
        <ClosedRsvpForm event={event}>
          <OpeningTime opensAt={event.rsvpOpensAt!} />
        </ClosedRsvpForm>
      )}
      {phase === 'closed' && (!isHost || event.mine) && (
        <ClosedRsvpForm event={event}>
          <p>{m.rsvpClosed()}</p>
        </ClosedRsvpForm>
      )}
      {phase === 'over' &&
        (canOnEvent(event, 'edit') ? <PastManaged event={event} /> : <PastRsvp event={event} />)}
      {phase !== 'over' && <SeatsLine event={event} />}
      <CheckInCode event={event} />
    </Card>
  )
}

function InvitedBy({ event: { invitation, mine } }: { event: EventDetails }) {
  if (!invitation || mine) return null
  return <p>{invitation.by ? m.rsvpInvitedBy({ name: invitation.by.displayName }) : m.rsvpInvited()}</p>
}

// Loaded on demand, because most events belong to no series.
const SeriesRsvp = lazyPart(() => import('#client/modules/attendance/series/SeriesRsvp.tsx'), 'SeriesRsvp')
const SeriesMembership = lazyPart(
  () => import('#client/modules/attendance/series/SeriesRsvp.tsx'),
  'SeriesMembership',
)

function OpenRsvp({ event, peopleToMeet }: Props) {
  const [isForAll, setForAll] = useState(false)
  const form = <RsvpForm event={event} peopleToMeet={peopleToMeet} />
  if (event.seriesId === undefined) return form
  return (
    <>
      <Suspense>
        <SeriesRsvp event={event} isForAll={isForAll} onChoose={setForAll} />
      </Suspense>
      {!isForAll && form}
      <Suspense>
        <SeriesMembership event={event} />
      </Suspense>
    </>
  )
}

/** The time at which RSVPs open, with a countdown. */
function OpeningTime({ opensAt }: { opensAt: string }) {
  const viewerZone = useViewerZone()
  const inTime = useClock((now) => formatRelative(opensAt, now))
  return (
    <p>
      {rich(
        m.rsvpOpening({
          moment: <time dateTime={opensAt}>{formatMoment(opensAt, viewerZone)}</time>,
          inTime,
        }),
      )}
    </p>
  )
}

/** Milliseconds before the start. */
const JOIN_WITHIN = 15 * MINUTE

/** The join link of an online event, shortly before and during it. */
function JoinNow({ event: { joinUrl, status, startsAt, endsAt } }: { event: EventDetails }) {
  const isTime = useClock((now) => Date.parse(startsAt) - JOIN_WITHIN <= now && now < Date.parse(endsAt))
  if (!joinUrl || status !== 'published' || !isTime) return null
  return (
    <LinkButton to={joinUrl} rel="noreferrer" target="_blank">
      {m.rsvpJoinNow()}
    </LinkButton>
  )
}

/** A host is expected anyway. A host who wants a seat can still RSVP. */
function HostRsvp({ event }: { event: EventDetails }) {
  if (event.mine) return <RsvpForm event={event} />
  return (
    <>
      <p>{m.rsvpHost()}</p>
      <details>
        <summary className={patterns.summary}>{m.rsvpHostSeat()}</summary>
        <RsvpForm event={event} />
      </details>
    </>
  )
}

function PastRsvp({ event: { mine } }: { event: EventDetails }) {
  if (mine?.checkedInAt) return <p>{m.rsvpPastAttended()}</p>
  return <p>{mine?.state === 'going' ? m.rsvpPastGoing() : m.rsvpPastNotGoing()}</p>
}

/** The turnout of the event, for people who manage it. */
function PastManaged({ event }: { event: EventDetails }) {
  const { data } = useQuery({ ...eventTurnout(event.id), throwOnError: false })
  return (
    <>
      {data && (
        <dl className={styles.turnout}>
          <Figure
            name={data.noShows === undefined ? m.rsvpGoing() : m.rsvpTurnout({ figure: 'came' })}
            value={data.came}
          />
          {data.noShows !== undefined && (
            <Figure name={m.rsvpTurnout({ figure: 'noShows' })} value={data.noShows} />
          )}
          <Figure name={m.rsvpTurnout({ figure: 'newConnections' })} value={data.newConnections} />
        </dl>
      )}
      {data && data.noShows === undefined && <p className={patterns.small}>{m.rsvpNoCheckIn()}</p>}
      <div className={patterns.actions}>
        {data && data.came > 0 && <LinkButton to="?manage=announce&thanks=1">{m.thank()}</LinkButton>}
        <LinkButton variant="secondary" to="?manage=roster">
          {m.rsvpRoster()}
        </LinkButton>
      </div>
    </>
  )
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatNumber(value)}</dd>
  </div>
)

/** The seats of the event, and the RSVP deadline. */
function SeatsLine({ event: { seats, capacity, rsvpDeadline } }: { event: EventDetails }) {
  const viewerZone = useViewerZone()
  const isEmpty = capacity !== undefined && seats.left === capacity
  const parts = [
    capacity !== undefined &&
      (isEmpty ? m.rsvpSeats({ count: capacity }) : m.rsvpGoingOf({ going: seats.going, capacity })),
    !isEmpty && seatsLabel(seats),
    rsvpDeadline && m.rsvpDeadline({ moment: formatMoment(rsvpDeadline, viewerZone) }),
  ]
  const line = dotted(parts)
  return line && <p className={patterns.muted}>{line}</p>
}
