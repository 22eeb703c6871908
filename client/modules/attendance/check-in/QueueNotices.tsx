import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { SECOND } from '#shared/lib/durations.ts'
import * as words from '#shared/lib/messages.ts'
import { rich, strong } from '#client/ui/rich.tsx'
import type { Content } from '#shared/lib/language/format.ts'
import { paths } from '#shared/lib/paths.ts'
import { eventDetails } from '#client/modules/events/events/queries.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { reachable } from '#client/lib/http.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useMomentLabel } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { hidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './check-in.module.css'
import { type CheckIns, checkInsOf } from './check-ins.ts'
import type { QueuedCheckIn } from './queue.ts'

interface WaitingProps {
  eventId: string
  /** Queued check-ins of this event. */
  queued: readonly QueuedCheckIn[]
  checkIns: CheckIns
  /** Milliseconds; 0 if the list is not loaded. */
  listUpdatedAt: number
}

/** Milliseconds in which the server usually answers. The notice is not shown before. */
const USUAL_DELAY = 2 * SECOND

/** Check-ins that will be sent later. */
export function WaitingCheckIns({ eventId, queued, checkIns, listUpdatedAt }: WaitingProps) {
  const { queue, sender } = checkIns
  const moment = useMomentLabel()
  const isOnline = useSyncExternalStore(reachable.subscribe, reachable.get)
  const isBlocked = useSyncExternalStore(sender.blocked.subscribe, sender.blocked.get).has(eventId)
  const waiting = queued.filter(({ rejected }) => !rejected)
  const late = useClock((now) => waiting.filter(({ at }) => now - Date.parse(at) > USUAL_DELAY).length)
  if ((isOnline && late === 0) || (isBlocked && waiting.length > 0)) return null
  const title = m.checkInWaiting({ count: isOnline ? late : waiting.length })
  return (
    <Notice tone="warning" title={waiting.length > 0 ? title : m.checkInOffline()}>
      {[
        queue.isVolatile() ? m.checkInVolatile() : waiting.length > 0 && m.checkInStored(),
        listUpdatedAt > 0 && m.checkInListUpdated({ time: moment(new Date(listUpdatedAt).toISOString()) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Notice>
  )
}

interface FailedProps {
  eventId: string
  checkIns: CheckIns
  /** Link to the event, if the screen does not name it. */
  eventLink?: ReactNode
}

/** Check-ins that the server did not accept, until they are dismissed. */
export function FailedCheckIns({ eventId, checkIns: { queue, sender }, eventLink }: FailedProps) {
  const all = useSyncExternalStore(queue.all.subscribe, queue.all.get)
  const error = useSyncExternalStore(sender.blocked.subscribe, sender.blocked.get).get(eventId)
  const queued = all.filter((each) => each.eventId === eventId)
  const waiting = queued.filter(({ rejected }) => !rejected)
  const rejected = queued.filter((each) => each.rejected)
  const retry = () => sender.retry(eventId)
  const discard = () => {
    queue.resolve(waiting)
    retry()
  }
  return (
    <>
      {error && waiting.length > 0 && (
        <BlockedNotice
          waiting={waiting}
          error={error}
          eventLink={eventLink}
          onRetry={retry}
          onDiscard={discard}
        />
      )}
      {rejected.length > 0 && (
        <RejectedNotice rejected={rejected} eventLink={eventLink} onDismiss={(one) => queue.resolve([one])} />
      )}
    </>
  )
}

interface BlockedProps {
  waiting: readonly QueuedCheckIn[]
  error: ProblemError
  eventLink?: ReactNode
  onRetry: () => void
  onDiscard: () => void
}

/** A longer list is collapsed, since it would push the screen below out of view. */
const OPEN_UP_TO = 5

/** The server accepts no check-ins for the event at all. */
function BlockedNotice({ waiting, error, eventLink, onRetry, onDiscard }: BlockedProps) {
  const moment = useMomentLabel()
  const count = waiting.length
  return (
    <Notice
      tone="danger"
      title={m.checkInUnsaved({ count })}
      actions={
        <>
          <Button variant="secondary" onClick={onRetry}>
            {words.tryAgain()}
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            {m.checkInDiscard({ count })}
          </Button>
        </>
      }
    >
      {eventLink}
      <p>{error.detail ?? error.title}</p>
      <details open={count <= OPEN_UP_TO}>
        <summary>{m.checkInNames()}</summary>
        <ul className={styles.names}>
          {waiting.map(({ id, name, at, undo }) => (
            <li key={id}>
              {m.checkInUnsavedOne({
                name: name ?? m.checkInSomeoneUnlisted(),
                time: moment(at),
                kind: undo ? 'undo' : 'checkIn',
              })}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  )
}

interface RejectedProps {
  rejected: readonly QueuedCheckIn[]
  eventLink?: ReactNode
  onDismiss: (checkIn: QueuedCheckIn) => void
}

function RejectedNotice({ rejected, eventLink, onDismiss }: RejectedProps) {
  const moment = useMomentLabel()
  return (
    <Notice tone="warning" title={m.checkInRejectedTitle()}>
      {eventLink}
      <ul className={styles.rejected}>
        {rejected.map((one) => (
          <li key={one.id}>
            <span>
              {rich(
                m.checkInRejected({
                  b: strong,
                  name: nameOf(one),
                  time: moment(one.at),
                  reason: one.rejected?.reason ?? '',
                }),
              )}
            </span>
            <Button variant="quiet" onClick={() => onDismiss(one)}>
              {rich(m.checkInDismiss({ hidden, name: nameOf(one) }))}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const nameOf = ({ name, rejected }: QueuedCheckIn) => rejected?.name ?? name ?? m.checkInSomeone()

/** Sends what is queued and, on every screen, shows failures of all events but the one whose check-in is open. */
export function FailedCheckInsElsewhere({ uid }: { uid: string }) {
  const checkIns = checkInsOf(useQueryClient(), uid)
  useEffect(() => checkIns.start(), [checkIns])
  const all = useSyncExternalStore(checkIns.queue.all.subscribe, checkIns.queue.all.get)
  const openEvent = useSyncExternalStore(checkIns.openEvent.subscribe, checkIns.openEvent.get)
  const eventIds = new Set(all.map(({ eventId }) => eventId))
  eventIds.delete(openEvent)
  return (
    <div className={styles.elsewhere}>
      {[...eventIds].map((eventId) => (
        <FailedCheckIns
          key={eventId}
          eventId={eventId}
          checkIns={checkIns}
          eventLink={<EventLink eventId={eventId} />}
        />
      ))}
    </div>
  )
}

function EventLink({ eventId }: { eventId: string }) {
  const { data, error } = useQuery({ ...eventDetails(eventId), throwOnError: false })
  const isMissing = error instanceof ProblemError && error.status === 404
  if (!data) return isMissing && <p>{m.checkInEventUnavailable()}</p>
  return (
    <p>
      {rich(
        m.checkInAtEvent({
          link: linkTo(paths.event(eventId)),
          event: data.title,
        }),
      )}
    </p>
  )
}

const linkTo = (path: string) => (title: Content) => <Link to={path}>{rich(title)}</Link>
