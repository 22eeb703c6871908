import * as m from '#shared/admin/messages.ts'
import type { Overview } from '#shared/admin/overview.ts'
import { language } from '#shared/lib/language/current.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { Card } from '#client/ui/Card.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './overview.module.css'

type Week = Overview['weeks'][number]
type Kind = 'joined' | 'active' | 'connected' | 'met'

interface Props {
  kind: Kind

  /** The current week is last. */
  weeks: readonly Week[]
}

/** Width of a week in the units of the drawing. */
const STEP = 24
const BAR = 16
const HEIGHT = 80
/** Space above the bars for their values, and below for the dates. */
const VALUES = 14
const LABELS = 18
/** Weeks between two dates below the bars. */
const DATED = 4

/** One figure per week, as a chart and as a table. */
export function WeekChart({ kind, weeks }: Props) {
  const title = m.chartTitle({ kind })
  const most = Math.max(1, ...weeks.map((week) => week[kind]))
  const width = weeks.length * STEP
  return (
    <Card title={title}>
      <figure className={styles.figure}>
        <svg
          viewBox={`0 ${-VALUES} ${width} ${VALUES + HEIGHT + LABELS}`}
          className={styles.chart}
          aria-hidden="true"
        >
          <path d={`M0 ${HEIGHT + 0.5}H${width}`} className={styles.axis} />
          {weeks.map((week, index) => {
            const height = (week[kind] / most) * HEIGHT
            return (
              <g key={week.startsOn} transform={`translate(${index * STEP} 0)`}>
                <rect
                  x={(STEP - BAR) / 2}
                  y={HEIGHT - height}
                  width={BAR}
                  height={height}
                  rx={2}
                  className={styles.bar}
                />
                {week[kind] > 0 && (
                  <text x={STEP / 2} y={HEIGHT - height - 4} className={styles.label}>
                    {week[kind].toLocaleString(language(), { notation: 'compact' })}
                  </text>
                )}
                {(weeks.length - 1 - index) % DATED === 0 && (
                  <text x={STEP / 2} y={HEIGHT + 14} className={styles.label}>
                    {formatOn(week.startsOn)}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
        <figcaption className={styles.caption}>
          {m.chartText({ kind })}
          <VisuallyHidden>
            {' '}
            {weeks
              .map((week) => m.chartWeek({ date: formatOn(week.startsOn), count: String(week[kind]) }))
              .join(' ')}
          </VisuallyHidden>
        </figcaption>
      </figure>
      <details>
        <summary className={styles.summary}>{m.asTable()}</summary>
        <Table label={title} columns={[m.chartWeekOf(), title]}>
          {weeks.toReversed().map((week) => (
            <tr key={week.startsOn}>
              <th scope="row">{formatOn(week.startsOn)}</th>
              <td>{week[kind]}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Card>
  )
}
