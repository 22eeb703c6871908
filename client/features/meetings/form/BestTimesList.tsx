import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { settingsPath } from '#shared/settings-paths.ts'
import type { BestTimes } from '#shared/meetings.ts'
import { OtherClocks } from '#client/features/meetings/OtherClocks.tsx'
import { type PersonZone, slotLabel } from '#client/features/meetings/times.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './form.module.css'

interface Props {
  best: UseQueryResult<BestTimes>
  hasPeople: boolean
  durationMinutes: number
  timeZone: string
  zones: readonly PersonZone[]
  /** Instants that are already proposed. */
  chosen: readonly string[]
  /** Undefined when no more times can be proposed. */
  onAdd: ((instant: string) => void) | undefined
  onRemove: (instant: string) => void
}

export function BestTimesList(props: Props) {
  const { best, hasPeople } = props
  return (
    <div className={styles.group}>
      <h2 className={styles.subtitle}>Best times for everyone</h2>
      {!hasPeople && <p className={patterns.muted}>Add people first to see when everyone has time.</p>}
      {hasPeople && best.isPending && <Spinner label="Looking for times" />}
      {hasPeople && best.isError && (
        <Notice
          tone="warning"
          title="We couldn’t look for common times."
          actions={
            <Button variant="secondary" busy={best.isFetching && 'Loading…'} onClick={() => best.refetch()}>
              Try again
            </Button>
          }
        >
          {explainProblem(best.error).message} You can still propose your own.
        </Notice>
      )}
      {hasPeople && best.data && <Suggestions {...props} times={best.data.items} />}
    </div>
  )
}

function Suggestions({
  times,
  durationMinutes,
  timeZone,
  zones,
  chosen,
  onAdd,
  onRemove,
}: Props & { times: BestTimes['items'] }) {
  if (times.length === 0)
    return (
      <p className={patterns.muted}>
        We found no time that suits everyone in the next weeks. Propose your own below, or check{' '}
        <Link to={settingsPath('availability')}>your availability</Link>.
      </p>
    )
  return (
    <>
      <ul className={styles.found}>
        {times.map(({ startsAt, reason }) => {
          const { days, times: clock } = slotLabel(startsAt, durationMinutes, timeZone)
          const label = `${days}, ${clock}`
          const isChosen = chosen.includes(startsAt)
          return (
            <li key={startsAt}>
              <div className={styles.when}>
                <time dateTime={startsAt}>
                  <span className={styles.day}>{days}</span>, {clock}
                </time>
                <OtherClocks
                  startsAt={startsAt}
                  durationMinutes={durationMinutes}
                  people={zones}
                  viewerZone={timeZone}
                />
                <p className={patterns.small}>{reason}</p>
              </div>
              {(isChosen || onAdd) && (
                <Button
                  variant="secondary"
                  aria-label={isChosen ? `Remove ${label}` : `Add ${label}`}
                  onClick={() => (isChosen ? onRemove(startsAt) : onAdd?.(startsAt))}
                >
                  {isChosen ? 'Remove' : 'Add'}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p className={patterns.small}>
        From everyone’s availability and plans, without showing them. Check{' '}
        <Link to={settingsPath('availability')}>your availability</Link>.
      </p>
    </>
  )
}
