import * as m from '#shared/events/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { rich, strong } from '#client/ui/rich.tsx'
import { CHECK_IN_CLOSES, CHECK_IN_OPENS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useMomentLabel } from '#client/modules/people/members/use-viewer-zone.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Loading } from '#client/ui/crash/Loading.tsx'

import { AttendeeList } from './AttendeeList.tsx'
import { type CheckInEntry, headcount } from './attendees.ts'
import styles from './check-in.module.css'
import { CheckInFeedback } from './CheckInFeedback.tsx'
import { FailedCheckIns, WaitingCheckIns } from './QueueNotices.tsx'
import { Scanner } from './scanner/Scanner.tsx'
import { useCheckIn } from './use-check-in.ts'

/** The screen of the person at the entrance: check-in by code or by name, online or offline. */
export function CheckIn({ event }: PanelProps) {
  const phase = useClock((now) => phaseAt(event, now))
  const { list, attendees, queued, last, checkIn, scan, undo, checkIns } = useCheckIn(event, phase === 'open')
  return (
    <>
      <PanelHeader title={m.checkInTitle()} event={event} />
      <div className={patterns.notices}>
        {phase !== 'open' && <ClosedNotice event={event} phase={phase} />}
        <WaitingCheckIns
          eventId={event.id}
          queued={queued}
          checkIns={checkIns}
          listUpdatedAt={list.dataUpdatedAt}
        />
        <FailedCheckIns eventId={event.id} checkIns={checkIns} />
      </div>
      <div className={styles.columns}>
        <div className={styles.controls}>
          {list.data && <Headcount attendees={attendees} />}
          {phase === 'open' && event.format !== 'online' && <Scanner onCode={(code) => void scan(code)} />}
          <CheckInFeedback {...last} attendees={attendees} onUndo={undo} />
        </div>
        {list.data ? (
          <AttendeeList
            attendees={attendees}
            onCheckIn={phase === 'open' ? checkIn : undefined}
            onUndo={undo}
          />
        ) : (
          <Loading
            query={list}
            failed={m.eventPeopleFailed()}
            spinner={<Spinner label={m.checkInLoading()} />}
          />
        )}
      </div>
    </>
  )
}

function phaseAt({ startsAt, endsAt }: EventDetails, now: number) {
  if (now < Date.parse(startsAt) - CHECK_IN_OPENS) return 'before'
  return now > Date.parse(endsAt) + CHECK_IN_CLOSES ? 'over' : 'open'
}

function ClosedNotice({ event, phase }: { event: EventDetails; phase: 'before' | 'over' }) {
  const moment = useMomentLabel()
  if (phase === 'over') return <Notice tone="info">{m.checkInClosed({ days: CHECK_IN_CLOSES / DAY })}</Notice>
  const opensAt = new Date(Date.parse(event.startsAt) - CHECK_IN_OPENS).toISOString()
  return <Notice tone="info">{m.checkInOpens({ time: moment(opensAt) })}</Notice>
}

function Headcount({ attendees }: { attendees: readonly CheckInEntry[] }) {
  const { arrived, expected } = headcount(attendees)
  const hasGuests = attendees.some(({ guests }) => guests > 0)
  return (
    <div className={styles.headcount}>
      <p>
        {rich(m.checkInHeadcount({ b: strong, arrived, expected }))}
        {hasGuests && (
          <span className={patterns.muted}>
            {'\u00A0· '}
            {m.checkInHeadcountGuests()}
          </span>
        )}
      </p>
      <div className={styles.bar} aria-hidden="true">
        <div style={{ inlineSize: `${expected && (100 * arrived) / expected}%` }} />
      </div>
    </div>
  )
}
