import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { CLOCK, formatAt } from '#shared/lib/date-style.ts'
import { paths } from '#shared/lib/paths.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { addDays, addMonths, type DayEvent, mondayOf, monthOf, sundayOf } from './calendar-days.ts'
import styles from './EventCalendar.module.css'

interface Props {
  /** Whole weeks. */
  weeks: readonly (readonly string[])[]
  month: string
  /** The chosen day. */
  day: string
  today: string
  zone: string
  byDay: ReadonlyMap<string, readonly DayEvent[]>
  onDay: (day: string) => void
}

const MAX_ENTRIES = 3

/** Letters for which a column of a phone has room. */
const MAX_WEEKDAY = 4

const weekdayOf = (date: string, weekday: 'long' | 'short' | 'narrow') =>
  formatAt(new Date(`${date}T12:00Z`), { weekday, timeZone: 'UTC' })

/** The day that each key moves to (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/). */
const MOVES: Readonly<Record<string, (day: string, isYear: boolean) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: mondayOf,
  End: sundayOf,
  PageUp: (day, isYear) => addMonths(day, isYear ? -12 : -1),
  PageDown: (day, isYear) => addMonths(day, isYear ? 12 : 1),
}

/** Days run from right to left where lines do. */
const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Days as a grid; on a phone one strip that scrolls. Keys move the chosen day, and Enter leads to its events. */
export function MonthGrid({ weeks, month, day, today, zone, byDay, onDay }: Props) {
  const grid = useRef<HTMLTableElement>(null)
  const hasMoved = useRef(false)
  // Short names are whole words in some languages: `segunda`.
  const isLong = weeks[0]?.some((date) => weekdayOf(date, 'short').length > MAX_WEEKDAY)

  useEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)
    if (!grid.current || !cell) return
    // Not scrollIntoView, which would scroll the page too.
    grid.current.scrollTo({ left: cell.offsetLeft - (grid.current.clientWidth - cell.offsetWidth) / 2 })
    if (!hasMoved.current) return
    hasMoved.current = false
    cell.focus({ preventScroll: true })
    // A day of another month may be in a row below the window.
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [day])

  function press(event: KeyboardEvent) {
    if (event.target instanceof HTMLAnchorElement || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      document.querySelector<HTMLElement>('[data-chosen-day]')?.focus()
      return
    }
    const key = (document.dir === 'rtl' && MIRRORED[event.key]) || event.key
    const next = MOVES[key]?.(day, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    hasMoved.current = true
    onDay(next)
  }

  return (
    // The pattern of a grid allows a table (https://www.w3.org/TR/html-aria/#el-table).
    //
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table ref={grid} role="grid" aria-label={m.listDays()} className={styles.grid} onKeyDown={press}>
      <thead>
        <tr className={styles.weekdays}>
          {weeks[0]?.map((date, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <th key={at} scope="col" abbr={weekdayOf(date, 'long')}>
              {weekdayOf(date, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={styles.rows}>
        {weeks.map((week) => (
          <tr key={week[0]} className={styles.row}>
            {week.map((date) => (
              <Cell
                key={date}
                date={date}
                weekday={weekdayOf(date, isLong ? 'narrow' : 'short')}
                isChosen={date === day}
                isToday={date === today}
                isOutside={monthOf(date) !== month}
                zone={zone}
                events={byDay.get(date) ?? []}
                onChoose={() => onDay(date)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  date: string
  /** Its name for narrow columns. */
  weekday: string
  isChosen: boolean
  isToday: boolean
  /** Whether it belongs to the month before or after. */
  isOutside: boolean
  zone: string
  events: readonly DayEvent[]
  onChoose: () => void
}

function Cell({ date, weekday, isChosen, isToday, isOutside, zone, events, onChoose }: CellProps) {
  const name = formatAt(new Date(`${date}T12:00Z`), { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const shown = events.length > MAX_ENTRIES ? MAX_ENTRIES - 1 : MAX_ENTRIES
  return (
    <td
      tabIndex={isChosen ? 0 : -1}
      className={styles.cell}
      data-day={date}
      data-outside={isOutside || undefined}
      aria-selected={isChosen}
      aria-current={isToday ? 'date' : undefined}
      onClick={onChoose}
    >
      <VisuallyHidden>
        {m.listDay({ weekday: weekdayOf(date, 'long'), day: name, count: events.length })}
      </VisuallyHidden>
      <span className={styles.number} aria-hidden="true">
        <span className={styles.letter}>{weekday}</span>
        <span>{Number(date.slice(-2))}</span>
      </span>
      {events.slice(0, shown).map(({ event: { id, title, status, state, startsAt, allDay }, continues }) => (
        // The list of the day has these links for the keyboard.
        <Link
          key={id}
          tabIndex={-1}
          viewTransition
          to={paths.event(id)}
          className={styles.chip}
          data-cancelled={status === 'cancelled' || undefined}
          data-going={state === 'going' || undefined}
          title={title}
        >
          {!allDay && !continues && (
            <span className={patterns.muted}>
              {formatAt(new Date(startsAt), { ...CLOCK, timeZone: zone })}
            </span>
          )}{' '}
          {title}
        </Link>
      ))}
      {events.length > shown && (
        <span className={styles.rest}>{m.listMore({ count: events.length - shown })}</span>
      )}
      {events.length > 0 && (
        <span className={styles.dots} aria-hidden="true">
          {events.slice(0, MAX_ENTRIES).map(({ event: { id } }) => (
            <i key={id} />
          ))}
        </span>
      )}
    </td>
  )
}
