import { Link } from 'react-router-dom'

import * as m from '#shared/dashboard/messages.ts'
import type { EventFigure, OrganiserFigures } from '#shared/dashboard/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { dayAt } from '#client/lib/time/when.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Table } from '#client/ui/lists/Table.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './figures.module.css'

/** Width of a group in the units of the drawing. */
const GROUP = 72
const BAR = 26
const HEIGHT = 96
/** Space above the bars for their values, and below for the dates. */
const VALUES = 12
const LABELS = 20

/** Fill rates and no-shows of an organiser's latest events, as a chart and as a table. */
export function EventFigures({ events, ofEveryone }: OrganiserFigures) {
  const title = ofEveryone ? m.figuresAll() : m.figuresOwn()
  return (
    <Card title={title}>
      {events.length === 0 ? (
        <p className={patterns.muted}>{ofEveryone ? m.figuresNoneAll() : m.figuresNoneOwn()}</p>
      ) : (
        <div className={styles.figures}>
          <Chart events={events} />
          <details>
            <summary className={styles.summary}>{m.figuresTable()}</summary>
            <Table
              label={title}
              columns={[
                m.figuresEvent(),
                m.figuresDate(),
                m.figuresSeats(),
                m.figuresCheckedIn(),
                m.figuresNoShows(),
              ]}
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
          </details>
        </div>
      )}
    </Card>
  )
}

function Chart({ events }: { events: readonly EventFigure[] }) {
  const width = events.length * GROUP
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 ${-VALUES} ${width} ${VALUES + HEIGHT + LABELS}`}
        className={styles.chart}
        style={{ maxInlineSize: `${width * 1.5}px` }}
        aria-hidden="true"
      >
        <path d={`M0 ${HEIGHT + 0.5}H${width}`} className={styles.axis} />
        {events.map((event, index) => (
          <g key={event.id} transform={`translate(${index * GROUP} 0)`}>
            <Bar x={9} share={fillOf(event)} className={styles.filled} />
            {event.capacity === undefined && (
              <text
                transform={`translate(${9 + BAR / 2 + 3} ${HEIGHT - 4}) rotate(-90)`}
                className={classNames(styles.label, styles.upright)}
              >
                {m.figuresNoLimit()}
              </text>
            )}
            <Bar x={9 + BAR + 2} share={shareOf(event.checkedIn, event.going)} className={styles.came} />
            <text x={GROUP / 2} y={HEIGHT + 14} className={styles.label}>
              {dateOf(event)}
            </text>
          </g>
        ))}
      </svg>
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

/** Renders nothing when the share is unknown. */
function Bar({
  x,
  share,
  className,
}: {
  x: number
  share: number | undefined
  className: string | undefined
}) {
  if (share === undefined) return null
  const height = Math.max(1, share * HEIGHT)
  return (
    <>
      <rect x={x} y={HEIGHT - height} width={BAR} height={height} rx={2} className={className} />
      <text x={x + BAR / 2} y={HEIGHT - height - 4} className={styles.label}>
        {m.figuresPercent({ percent: Math.round(share * 100) })}
      </text>
    </>
  )
}

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
