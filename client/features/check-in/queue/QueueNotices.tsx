import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { eventDetails } from '#client/features/events/queries.ts'
import { ProblemError } from '#client/lib/request.ts'

import { type CheckIns, checkInsOf } from './check-ins.ts'
import { Held } from './Held.tsx'
import styles from './queue.module.css'
import { Refused } from './Refused.tsx'

interface Props {
  eventId: string
  checkIns: CheckIns
  /** Which event, where that is not plain. */
  at?: ReactNode
}

/** What the server did not take of what was noted at a door, until someone has seen to it. */
export function Unsettled({ eventId, checkIns: { queue, sender }, at }: Props) {
  const all = useSyncExternalStore(queue.all.subscribe, queue.all.get)
  const why = useSyncExternalStore(sender.held.subscribe, sender.held.get).get(eventId)
  const noted = all.filter((each) => each.eventId === eventId)
  const waiting = noted.filter(({ refused }) => !refused)
  const refused = noted.filter((each) => each.refused)
  const release = () => sender.release(eventId)
  const discard = () => {
    queue.settle(waiting)
    release()
  }
  return (
    <>
      {why && waiting.length > 0 && (
        <Held waiting={waiting} why={why} at={at} onRetry={release} onDiscard={discard} />
      )}
      {refused.length > 0 && <Refused refused={refused} at={at} onSettle={(one) => queue.settle([one])} />}
    </>
  )
}

/** The same of every door but the one at which the person stands; and sends what can be sent. */
export function UnsettledElsewhere({ uid }: { uid: string }) {
  const checkIns = checkInsOf(useQueryClient(), uid)
  useEffect(() => checkIns.start(), [checkIns])
  const all = useSyncExternalStore(checkIns.queue.all.subscribe, checkIns.queue.all.get)
  const door = useSyncExternalStore(checkIns.door.subscribe, checkIns.door.get)
  const events = new Set(all.map(({ eventId }) => eventId))
  events.delete(door)
  return (
    <div className={styles.elsewhere}>
      {[...events].map((eventId) => (
        <Unsettled key={eventId} eventId={eventId} checkIns={checkIns} at={<AtEvent eventId={eventId} />} />
      ))}
    </div>
  )
}

function AtEvent({ eventId }: { eventId: string }) {
  const { data, error } = useQuery({ ...eventDetails(eventId), throwOnError: false })
  const isGone = error instanceof ProblemError && error.status === 404
  if (!data) return isGone && <p>At an event that is not there any more.</p>
  return (
    <p>
      At <Link to={paths.event(eventId)}>{data.title}</Link>
    </p>
  )
}
