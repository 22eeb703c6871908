import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { placeLabel } from '#shared/events/labels.ts'
import { type EventView, MAX_CALENDAR_EVENTS } from '#shared/events/rules.ts'
import type { CalendarEvent } from '#shared/events/schema.ts'
import { formatAt } from '#shared/lib/date-style.ts'
import { paths } from '#shared/lib/paths.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { dayAt, formatWhen } from '#client/lib/time/when.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { icon } from '#client/ui/icons/icon.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { dotted } from '#client/ui/text/dotted.ts'
import { capitalised } from '#client/lib/time/dates.ts'
import { dayLabel } from '#client/modules/events/events/days.ts'
import { NoMatches } from '#client/modules/events/events/EventList.tsx'
import { rsvpLabel } from '#client/modules/events/events/labels.ts'
import { type EventFilter, eventCalendar } from '#client/modules/events/events/queries.ts'
import { useIsHosting } from '#client/modules/events/events/use-event-state.ts'
import { Loading } from '#client/ui/crash/Loading.tsx'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import {
  addDays,
  addMonths,
  type DayEvent,
  eventsByDay,
  mondayOf,
  monthIn,
  monthOf,
  spanLabel,
  weekFrom,
  weeksOf,
} from './calendar-days.ts'
import styles from './EventCalendar.module.css'
import { dayIn } from './use-event-filter.ts'
import { MonthGrid } from './MonthGrid.tsx'

interface Props {
  view: Exclude<EventView, 'list'>
  filter: EventFilter
  isFiltered: boolean
}

const WEEKS = 4

/** A month, or some weeks. The days are in the URL. */
export function EventCalendar({ view, ...props }: Props) {
  const zone = useViewerZone()
  // Changes only at midnight.
  const today = useClock((now) => dayAt(new Date(now).toISOString(), zone))
  return view === 'month' ? (
    <Month {...props} zone={zone} today={today} />
  ) : (
    <Weeks {...props} zone={zone} today={today} />
  )
}

type ViewProps = Omit<Props, 'view'> & { zone: string; today: string }

function Month({ filter, isFiltered, zone, today }: ViewProps) {
  const [params, change] = useUrlParams()
  const chosen = dayIn(params.get('day'))
  const month = monthIn(params.get('month'), chosen || today)
  const day = chosen && monthOf(chosen) === month ? chosen : monthOf(today) === month ? today : `${month}-01`
  const weeks = weeksOf(month)

  /** Days do not add history entries; months do. */
  const show = (next: string) => change({ day: next, month: monthOf(next) }, monthOf(next) === month)

  const firstDay = `${month}-01`
  return (
    <Calendar
      filter={filter}
      zone={zone}
      days={weeks.flat()}
      isFiltered={isFiltered}
      title={capitalised(
        formatAt(new Date(`${firstDay}T12:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
      )}
      steps={{ previous: m.listPreviousMonth(), next: m.listNextMonth() }}
      onStep={(by) => show(addMonths(firstDay, by))}
      onToday={() => show(today)}
    >
      {(byDay) => (
        <>
          <MonthGrid
            weeks={weeks}
            month={month}
            day={day}
            today={today}
            zone={zone}
            byDay={byDay}
            onDay={show}
          />
          <Day date={day} today={today} zone={zone} events={byDay.get(day) ?? []} isChosen />
        </>
      )}
    </Calendar>
  )
}

function Weeks({ filter, isFiltered, zone, today }: ViewProps) {
  const [params, change] = useUrlParams()
  const first = mondayOf(dayIn(params.get('week')) || today)
  const weeks = Array.from({ length: WEEKS }, (_, at) => weekFrom(addDays(first, at * 7)))
  const show = (week: string) => change({ week })
  return (
    <Calendar
      filter={filter}
      zone={zone}
      days={weeks.flat()}
      isFiltered={isFiltered}
      title={spanLabel(first, weeks.at(-1)![6]!)}
      steps={{ previous: m.listPreviousWeeks({ count: WEEKS }), next: m.listNextWeeks({ count: WEEKS }) }}
      onStep={(by) => show(addDays(first, by * WEEKS * 7))}
      onToday={() => show(mondayOf(today))}
    >
      {(byDay) =>
        weeks.map((week) => (
          <section key={week[0]} className={styles.week} aria-labelledby={`week-${week[0]}`}>
            <h3 id={`week-${week[0]}`} className={styles.weekTitle}>
              {spanLabel(week[0]!, week[6]!)}
              {week.includes(today) && <Badge tone="accent">{m.listThisWeek()}</Badge>}
            </h3>
            {week.some((day) => byDay.has(day)) ? (
              week.map((day) => {
                const events = byDay.get(day)
                return events && <Day key={day} date={day} today={today} zone={zone} events={events} />
              })
            ) : (
              <p className={patterns.muted}>{m.listNoneWeek()}</p>
            )}
          </section>
        ))
      }
    </Calendar>
  )
}

interface CalendarProps extends Omit<ViewProps, 'today'> {
  title: string
  /** Labels of the arrows. */
  steps: { previous: string; next: string }
  days: readonly string[]
  onStep: (by: 1 | -1) => void
  onToday: () => void
  children: (byDay: ReadonlyMap<string, readonly DayEvent[]>) => ReactNode
}

function Calendar({
  filter,
  isFiltered,
  zone,
  days,
  title,
  steps,
  onStep,
  onToday,
  children,
}: CalendarProps) {
  const [from, to] = [days[0]!, days.at(-1)!]
  const query = useQuery({
    ...eventCalendar(filter, { from, to, zone }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.calendar}>
      <div className={styles.bar}>
        <h2 className={styles.title} aria-live="polite">
          {title}
        </h2>
        <div className={styles.steps}>
          <Button variant="secondary" aria-label={steps.previous} onClick={() => onStep(-1)}>
            <PreviousIcon />
          </Button>
          <Button variant="secondary" onClick={onToday}>
            {m.listToday()}
          </Button>
          <Button variant="secondary" aria-label={steps.next} onClick={() => onStep(1)}>
            <NextIcon />
          </Button>
        </div>
      </div>
      <Loading query={query} failed={m.listFailed()} tone="danger" spinner={<ScreenSpinner />} />
      {query.data && (
        <div
          className={classNames(styles.content, patterns.refreshing)}
          aria-busy={query.isPlaceholderData}
          data-stale={query.isPlaceholderData || undefined}
        >
          {query.data.hasMore && <Notice tone="info">{m.listLimit({ count: MAX_CALENDAR_EVENTS })}</Notice>}
          {children(eventsByDay(query.data.items, zone, [from, to]))}
          {query.data.items.length === 0 && isFiltered && <NoMatches />}
        </div>
      )}
    </div>
  )
}

const PreviousIcon = icon(<path d="m14.5 6-6 6 6 6" />, true)
const NextIcon = icon(<path d="m9.5 6 6 6-6 6" />, true)

interface DayProps {
  date: string
  today: string
  zone: string
  events: readonly DayEvent[]
  /** Whether it is the day that is chosen in the grid, which moves the focus here. */
  isChosen?: boolean
}

function Day({ date, today, zone, events, isChosen = false }: DayProps) {
  const { weekday, day } = dayLabel(date, today)
  // In the weeks it is below the heading of its week.
  const Heading = isChosen ? 'h3' : 'h4'
  return (
    <section className={styles.day} aria-label={`${weekday} ${day}`}>
      <Heading className={styles.dayTitle} tabIndex={-1} data-chosen-day={isChosen || undefined}>
        <span className={styles.weekday}>{weekday}</span> {day}
      </Heading>
      {events.length === 0 ? (
        <p className={patterns.muted}>{m.listNoneDay()}</p>
      ) : (
        <ul className={styles.entries}>
          {events.map(({ event }) => (
            <Entry key={event.id} event={event} zone={zone} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Entry({ event, zone }: { event: CalendarEvent; zone: string }) {
  const { id, title, status, state, allDay } = event
  const isHosting = useIsHosting(event)
  const isCancelled = status === 'cancelled'
  const rsvp = state && !isCancelled && rsvpLabel({ state, guests: 0 })
  const times = formatWhen(event, zone).flatMap((text) =>
    text ? [allDay ? text.times : `${text.times} ${text.zone}`] : [],
  )
  return (
    <li className={styles.entry} data-cancelled={status === 'cancelled' || undefined}>
      <p className={patterns.small}>{dotted(times)}</p>
      <Link viewTransition to={paths.event(id)} className={`${patterns.entryLink} ${styles.entryTitle}`}>
        {title}
      </Link>
      <p className={patterns.small}>{placeLabel(event)}</p>
      {(rsvp || isHosting || isCancelled) && (
        <p className={styles.badges}>
          {isCancelled && <Badge tone="danger">{m.cancelled()}</Badge>}
          {isHosting && <Badge tone="accent">{m.rsvpTitleHost()}</Badge>}
          {rsvp && <Badge tone={rsvp.tone}>{rsvp.label}</Badge>}
        </p>
      )}
    </li>
  )
}
