import * as m from '#shared/admin/messages.ts'
import type { Overview } from '#shared/admin/overview.ts'
import { formatCompact } from '#shared/lib/language/numbers.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { Card } from '#client/ui/Card.tsx'
import { Bar, Chart, ChartLabel, ChartTable } from '#client/ui/chart/Chart.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

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
const BAR_WIDTH = 16
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
  return (
    <Card title={title}>
      <figure className={styles.figure}>
        <Chart width={weeks.length * STEP} height={HEIGHT} above={VALUES} below={LABELS}>
          {weeks.map((week, index) => (
            <g key={week.startsOn} transform={`translate(${index * STEP} 0)`}>
              <Bar
                x={(STEP - BAR_WIDTH) / 2}
                width={BAR_WIDTH}
                height={(week[kind] / most) * HEIGHT}
                axis={HEIGHT}
                value={week[kind] > 0 && formatCompact(week[kind])}
              />
              {(weeks.length - 1 - index) % DATED === 0 && (
                <ChartLabel x={STEP / 2} y={HEIGHT + 14}>
                  {formatOn(week.startsOn)}
                </ChartLabel>
              )}
            </g>
          ))}
        </Chart>
        <figcaption className={patterns.small}>
          {m.chartText({ kind })}
          <VisuallyHidden>
            {' '}
            {weeks.map((week) => m.chartWeek({ date: formatOn(week.startsOn), count: week[kind] })).join(' ')}
          </VisuallyHidden>
        </figcaption>
      </figure>
      <ChartTable summary={m.asTable()}>
        <Table label={title} columns={[m.chartWeekOf(), title]}>
          {weeks.toReversed().map((week) => (
            <tr key={week.startsOn}>
              <th scope="row">{formatOn(week.startsOn)}</th>
              <td>{week[kind]}</td>
            </tr>
          ))}
        </Table>
      </ChartTable>
    </Card>
  )
}
