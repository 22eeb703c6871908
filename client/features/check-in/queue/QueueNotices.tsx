import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import styles from '#client/features/check-in/check-in.module.css'
import { pluralise } from '#client/features/events/labels.ts'
import { eventDetails } from '#client/features/events/queries.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { reachable } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { type CheckIns, checkInsOf } from './check-ins.ts'
import type { QueuedCheckIn, Rejection } from './queue.ts'

interface WaitingProps {
  eventId: string
  /** Of this event. */
  queued: readonly QueuedCheckIn[]
  checkIns: CheckIns
  /** Milliseconds; 0 if the list is not loaded. */
  listUpdatedAt: number
}

/** Milliseconds in which the server usually answers. The notice is not shown before. */
const USUAL_DELAY = 2_000

/** Check-ins that will be sent later. */
export function WaitingCheckIns({ eventId, queued, checkIns, listUpdatedAt }: WaitingProps) {
  const { queue, sender } = checkIns
  const moment = useMomentLabel()
  const isOnline = useSyncExternalStore(reachable.subscribe, reachable.get)
  const isBlocked = useSyncExternalStore(sender.blocked.subscribe, sender.blocked.get).has(eventId)
  const waiting = queued.filter(({ rejected }) => !rejected)
  const late = useClock((now) => waiting.filter(({ at }) => now - Date.parse(at) > USUAL_DELAY).length)
  if ((isOnline && late === 0) || (isBlocked && waiting.length > 0)) return null
  const title = `${pluralise(isOnline ? late : waiting.length, 'change')} waiting to sync`
  return (
    <Notice tone="warning" title={waiting.length > 0 ? title : 'You’re offline.'}>
      {queue.isVolatile()
        ? 'This device is out of storage. Keep this page open until everything is synced. '
        : waiting.length > 0 && 'Everything is saved on this device. '}
      {listUpdatedAt > 0 && `List last updated ${moment(new Date(listUpdatedAt).toISOString())}.`}
    </Notice>
  )
}

interface FailedProps {
  eventId: string
  checkIns: CheckIns
  /** Which event, if the screen does not say so. */
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
  const checkIns = pluralise(waiting.length, 'check-in')
  return (
    <Notice
      tone="danger"
      title={`${checkIns} not saved`}
      actions={
        <>
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            Discard {checkIns}
          </Button>
        </>
      }
    >
      {eventLink}
      <p>{error.detail ?? error.title}</p>
      <details open={waiting.length <= OPEN_UP_TO}>
        <summary>Show names</summary>
        <ul className={styles.names}>
          {waiting.map(({ id, name, at, undo }) => (
            <li key={id}>
              {name ?? 'Someone not on the list'}, {moment(at)}
              {undo && ' (undo)'}
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

const REASONS: Record<Rejection['reason'], string> = {
  noSeat: 'no seat at this event',
  unknownCode: 'not a code for this event',
}

function RejectedNotice({ rejected, eventLink, onDismiss }: RejectedProps) {
  const moment = useMomentLabel()
  return (
    <Notice tone="warning" title="Not checked in">
      {eventLink}
      <ul className={styles.rejected}>
        {rejected.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{nameOf(one)}</strong>, {moment(one.at)}: {one.rejected && REASONS[one.rejected.reason]}
            </span>
            <Button variant="quiet" onClick={() => onDismiss(one)}>
              Dismiss<VisuallyHidden> {nameOf(one)}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const nameOf = ({ name, rejected }: QueuedCheckIn) => rejected?.name ?? name ?? 'Someone'

/** On every screen: sends what is queued, and shows failures of all events but the one whose check-in is open. */
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
  if (!data) return isMissing && <p>At an event that is no longer available.</p>
  return (
    <p>
      At <Link to={paths.event(eventId)}>{data.title}</Link>
    </p>
  )
}
