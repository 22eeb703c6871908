import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/dashboard/messages.ts'
import type { EventFigure, OrganiserFigures } from '#shared/dashboard/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { dayAt } from '#client/lib/time/when.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { Card } from '#client/ui/Card.tsx'
import { Bar, Chart, ChartLabel, ChartTable } from '#client/ui/chart/Chart.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './figures.module.css'

/** Width of a group in the units of the drawing. */
const GROUP = 72
const BAR_WIDTH = 26
const HEIGHT = 96
/** Space above the bars for their values, and below for the dates. */
const VALUES = 12
const LABELS = 20

/** Fill rates and no-shows of an organiser's latest events, as a chart and as a table. */
export function EventFigures({ events, ofEveryone }: OrganiserFigures) {
  const title = ofEveryone ? m.figuresAll() : m.figuresOwn()
  return (
    <Card title={title}>
      <Stack>
        <FigureChart events={events} />
        <ChartTable summary={m.figuresTable()}>
          <Table
            label={title}
            columns={[m.event(), m.figuresDate(), m.figuresSeats(), m.figuresCheckedIn(), m.figuresNoShows()]}
          >
            {events.map((event) => (
              <tr key={event.id}>
                <th scope="row">
                  <Link to={paths.event(event.id)}>{event.title}</Link>
                </th>
                <td>{dateOf(event)}</td>
                <td>{seatsLabel(event)}</td>
                <td>{checkedInLabel(event)}</td>
                <td>{event.checkedIn === 0 ? '–' : event.going - event.checkedIn}</td>
              </tr>
            ))}
          </Table>
        </ChartTable>
      </Stack>
    </Card>
  )
}

function FigureChart({ events }: { events: readonly EventFigure[] }) {
  const width = events.length * GROUP
  return (
    <figure className={styles.figure}>
      <Chart width={width} height={HEIGHT} above={VALUES} below={LABELS} maxInlineSize={`${width * 1.5}px`}>
        {events.map((event, index) => (
          <g key={event.id} transform={`translate(${index * GROUP} 0)`}>
            <ShareBar x={9} share={fillOf(event)} />
            {event.capacity === undefined && (
              <ChartLabel
                transform={`translate(${9 + BAR_WIDTH / 2 + 3} ${HEIGHT - 4}) rotate(-90)`}
                // The rotated label starts at the axis, whatever its length.
                style={{ textAnchor: 'start' }}
              >
                {m.figuresNoLimit()}
              </ChartLabel>
            )}
            <ShareBar x={9 + BAR_WIDTH + 2} share={shareOf(event.checkedIn, event.going)} tone="muted" />
            <ChartLabel x={GROUP / 2} y={HEIGHT + 14}>
              {dateOf(event)}
            </ChartLabel>
          </g>
        ))}
      </Chart>
      <figcaption className={styles.legend}>
        <VisuallyHidden>{events.map(sentenceOf).join(' ')}</VisuallyHidden>
        <span className={styles.key} data-kind="filled" aria-hidden="true">
          {m.figuresFilledKey()}
        </span>
        <span className={styles.key} data-kind="came" aria-hidden="true">
          {m.figuresCameKey()}
        </span>
      </figcaption>
    </figure>
  )
}

interface ShareBarProps extends Pick<ComponentProps<typeof Bar>, 'x' | 'tone'> {
  share: number | undefined
}

/** Renders nothing when the share is unknown. */
const ShareBar = ({ share, ...rest }: ShareBarProps) =>
  share !== undefined && (
    <Bar
      {...rest}
      width={BAR_WIDTH}
      height={Math.max(1, share * HEIGHT)}
      axis={HEIGHT}
      value={m.figuresPercent({ percent: Math.round(share * 100) })}
    />
  )

const shareOf = (part: number, whole: number | undefined) => (whole ? Math.min(1, part / whole) : undefined)

const fillOf = ({ seats, capacity }: EventFigure) => shareOf(seats, capacity)

const dateOf = ({ startsAt, timeZone }: EventFigure) => formatOn(dayAt(startsAt, timeZone))

const seatsLabel = ({ seats, capacity }: EventFigure) =>
  capacity ? m.figuresShare({ part: seats, whole: capacity }) : m.figuresUnlimited({ seats })

const checkedInLabel = ({ checkedIn, going }: EventFigure) =>
  checkedIn === 0 ? m.figuresUnused() : m.figuresShare({ part: checkedIn, whole: going })

const sentenceOf = (event: EventFigure) =>
  m.figuresSentence({
    event: event.title,
    limit: event.capacity ? 'yes' : 'no',
    share: seatsLabel(event),
    seats: event.seats,
    used: event.checkedIn > 0 ? 'yes' : 'no',
    checkedIn: checkedInLabel(event),
  })
