import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import type { Content } from '#shared/lib/language/format.ts'
import type { BestTimes } from '#shared/meetings/schema.ts'
import { OtherClocks } from '#client/modules/meetings/meetings/OtherClocks.tsx'
import { type PersonZone, slotLabel } from '#client/modules/meetings/meetings/times.ts'
import { Button } from '#client/ui/Button.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Loading } from '#client/ui/crash/Loading.tsx'

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
      <h2 className={styles.subtitle}>{m.bestTitle()}</h2>
      {!hasPeople && <p className={patterns.muted}>{m.bestNobody()}</p>}
      {hasPeople && (
        <Loading query={best} failed={m.bestFailed()} spinner={<Spinner label={m.bestLooking()} />} />
      )}
      {hasPeople && best.data && <Suggestions {...props} times={best.data.items} />}
    </div>
  )
}

const availabilityLink = (content: Content) => <Link to={settingsPath('availability')}>{rich(content)}</Link>

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
    return <p className={patterns.muted}>{rich(m.bestNone({ link: availabilityLink }))}</p>
  return (
    <>
      <ul className={styles.found}>
        {times.map(({ startsAt, reason }) => {
          const { days, times: clock } = slotLabel(startsAt, durationMinutes, timeZone)
          const time = m.slot({ days, times: clock })
          const isChosen = chosen.includes(startsAt)
          return (
            <li key={startsAt}>
              <div className={styles.when}>
                <time dateTime={startsAt}>
                  {rich(
                    m.slot({
                      days: <span className={styles.day}>{days}</span>,
                      times: <span className={styles.clock}>{clock}</span>,
                    }),
                  )}
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
                  aria-label={isChosen ? m.bestRemoveTime({ time }) : m.bestAddTime({ time })}
                  onClick={() => (isChosen ? onRemove(startsAt) : onAdd?.(startsAt))}
                >
                  {isChosen ? words.remove() : words.add()}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p className={patterns.small}>{rich(m.bestSource({ link: availabilityLink }))}</p>
    </>
  )
}
