import { CHECK_IN_CLOSES, CHECK_IN_OPENS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import type { PanelProps } from '#client/features/events/EventPanel.tsx'
import { PanelHeader } from '#client/features/events/EventPanel.tsx'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './check-in.module.css'
import { type CheckInEntry, headcount } from './attendees.ts'
import { LastOutcome } from './LastResult.tsx'
import { People } from './AttendeeList.tsx'
import { Unsettled } from './queue/QueueNotices.tsx'
import { Waiting } from './queue/Waiting.tsx'
import { Scanner } from './scanner/Scanner.tsx'
import { useCheckIn } from './use-check-in.ts'
import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'

/** For whoever stands at the door: by code or by name, with a network or without. */
export const CheckIn = ({ event, onClose }: PanelProps) => (
  <>
    <PanelHeader title="Check-in" event={event} onClose={onClose} />
    <CheckInDevice event={event} />
  </>
)

function CheckInDevice({ event }: { event: EventDetails }) {
  const door = useCheckIn(event.id)
  const { list, people, noted, checkIns } = door
  const opening = useClock((now) => openingAt(event, now))
  return (
    <>
      <div className={styles.news}>
        {opening !== 'open' && <NotNow event={event} opening={opening} />}
        <Waiting eventId={event.id} noted={noted} checkIns={checkIns} listAt={list.dataUpdatedAt} />
        <Unsettled eventId={event.id} checkIns={checkIns} />
      </div>
      <div className={styles.door}>
        <div className={styles.desk}>
          {list.data && <Headcount people={people} />}
          {opening === 'open' && event.format !== 'online' && (
            <Scanner onCode={(code) => void door.read(code)} />
          )}
          <LastOutcome {...door.last} onUndo={door.undo} />
        </div>
        {list.data ? (
          <People
            people={people}
            onArrive={opening === 'open' ? door.arrive : undefined}
            onUndo={door.undo}
          />
        ) : (
          <Missing
            isPending={list.isPending}
            isFetching={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
      </div>
    </>
  )
}

function openingAt({ startsAt, endsAt }: EventDetails, now: number) {
  if (now < Date.parse(startsAt) - CHECK_IN_OPENS) return 'before'
  return now > Date.parse(endsAt) + CHECK_IN_CLOSES ? 'over' : 'open'
}

function NotNow({ event, opening }: { event: EventDetails; opening: 'before' | 'over' }) {
  const words = useMomentLabel()
  if (opening === 'over') return <Notice tone="info">Check-in closed a week after the end.</Notice>
  const opensAt = new Date(Date.parse(event.startsAt) - CHECK_IN_OPENS).toISOString()
  return <Notice tone="info">Check-in opens {words(opensAt)}, twelve hours before the start.</Notice>
}

function Headcount({ people }: { people: readonly CheckInEntry[] }) {
  const { arrived, expected } = headcount(people)
  const guests = people.some((each) => each.guests > 0)
  return (
    <div className={styles.headcount}>
      <p>
        <strong>{arrived}</strong> of {expected} arrived
        {guests && <span className={styles.quiet}> · guests included</span>}
      </p>
      <div className={styles.bar} aria-hidden="true">
        <div style={{ inlineSize: `${expected && (100 * arrived) / expected}%` }} />
      </div>
    </div>
  )
}

interface MissingProps {
  isPending: boolean
  isFetching: boolean
  onRetry: () => void
}

const Missing = ({ isPending, isFetching, onRetry }: MissingProps) =>
  isPending ? (
    <Spinner label="Loading the list" />
  ) : (
    <Notice
      tone="warning"
      actions={
        <Button variant="secondary" busy={isFetching && 'Loading…'} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The list of those who are going could not be loaded.
    </Notice>
  )
