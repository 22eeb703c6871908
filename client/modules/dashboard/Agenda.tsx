import { Link } from 'react-router-dom'

import * as m from '#shared/dashboard/messages.ts'
import type { Dashboard } from '#shared/dashboard/schema.ts'
import type { EventDuty } from '#shared/events/schema.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import { paths } from '#shared/lib/paths.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { dayAt, dayOf, formatWhen, type Span } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ArchesMotif } from '#client/ui/icons/motifs.tsx'
import { LinkRow } from '#client/ui/lists/LinkRow.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './dashboard.module.css'
import { EmptySection } from './EmptySection.tsx'

type Days = Dashboard['nextSevenDays']

interface NextSevenDaysProps extends Pick<Dashboard, 'upcoming'> {
  /** Whether other cards have plans, or the steps towards some: without any, this one is absent. */
  isOptional: boolean
}

/** Renders nothing when there is nothing today. */
export function Today(days: Days) {
  const { zone, today } = useAgenda(days)
  if (today.length === 0) return null
  return (
    <Card title={m.today()} className={styles.today}>
      <Entries entries={today} zone={zone} isToday />
    </Card>
  )
}

/** The first plan after seven days without any. */
export function NextPlan(days: Days) {
  const zone = useViewerZone()
  const entries = agendaOf(days, zone)
  return (
    <Card title={days.events.length > 0 ? m.nextEvent() : m.nextMeeting()} className={styles.today}>
      <Entries entries={entries} zone={zone} />
    </Card>
  )
}

/** Plans from tomorrow on. Renders nothing when all plans are today. */
export function NextSevenDays({ upcoming, isOptional, ...days }: Days & NextSevenDaysProps) {
  const { zone, today, later } = useAgenda(days)
  if (later.length > 0)
    return (
      <Card title={m.week()}>
        <Entries entries={later} zone={zone} />
      </Card>
    )
  if (today.length > 0) return null
  if (upcoming.length > 0) return <Upcoming events={upcoming} zone={zone} />
  if (isOptional) return null
  return (
    <Card title={m.week()}>
      <EmptySection
        picture={<ArchesMotif />}
        action={
          <LinkButton variant="secondary" to={paths.events}>
            {m.weekBrowse()}
          </LinkButton>
        }
      >
        {m.weekNone()}
      </EmptySection>
    </Card>
  )
}

/** Entries of today or under way, and later ones, in the viewer's time zone. */
function useAgenda(days: Days) {
  const zone = useViewerZone()
  const day = useClock((now) => dayAt(new Date(now).toISOString(), zone))
  const entries = agendaOf(days, zone)
  const isToday = (entry: Entry) => dayOf(entry, zone) <= day
  return { zone, today: entries.filter(isToday), later: entries.filter((entry) => !isToday(entry)) }
}

/** Suggests events instead of showing an empty week. */
const Upcoming = ({ events, zone }: { events: Dashboard['upcoming']; zone: string }) => (
  <Card title={m.week()}>
    <p className={patterns.muted}>{m.weekUpcoming()}</p>
    <Entries entries={agendaOf({ events, meetings: [] }, zone)} zone={zone} />
    <p>
      <Link to={paths.events} className={styles.link}>
        {m.weekBrowseAll()}
      </Link>
    </p>
  </Card>
)

interface EntriesProps {
  entries: readonly Entry[]
  zone: string
  isToday?: boolean
}

const Entries = ({ entries, zone, isToday = false }: EntriesProps) => (
  <ol className={patterns.ruled}>
    {entries.map((entry) => (
      <li key={entry.id}>
        <EntryLink entry={entry} zone={zone} isToday={isToday} />
      </li>
    ))}
  </ol>
)

function EntryLink({ entry, zone, isToday }: { entry: Entry; zone: string; isToday: boolean }) {
  const { kind, duty, title, startsAt, allDay, timeZone, cancelled, to } = entry
  const [when] = formatWhen(entry, zone)
  return (
    <LinkRow
      to={to}
      leading={<DateBlock instant={startsAt} timeZone={allDay ? timeZone : zone} />}
      title={title}
    >
      <time dateTime={startsAt}>
        <VisuallyHidden>{when.days}, </VisuallyHidden>
        {when.times} {when.zone}
      </time>
      {`\u00A0· ${kind}`}
      {duty && `\u00A0· ${duty === 'host' ? m.agendaHosting() : m.agendaHelping()}`}
      {cancelled && `\u00A0· ${m.agendaCancelled()}`}
      {isToday && !cancelled && !allDay && <Countdown startsAt={startsAt} />}
    </LinkRow>
  )
}

const Countdown = ({ startsAt }: { startsAt: string }) =>
  useClock((now) => `\u00A0· ${Date.parse(startsAt) > now ? formatRelative(startsAt, now) : m.agendaNow()}`)

interface Entry extends Span {
  id: string
  kind: string
  duty?: EventDuty | undefined
  title: string
  cancelled: boolean
  to: string
}

/** Events and meetings in one list, by start. */
const agendaOf = ({ events, meetings }: Dashboard['nextSevenDays'], zone: string): Entry[] =>
  [
    ...events.map(({ id, title, startsAt, endsAt, timeZone, allDay, status, venueName, duty }) => ({
      id,
      kind: venueName ? m.agendaEventAt({ place: venueName }) : m.event(),
      duty,
      title,
      startsAt,
      endsAt,
      timeZone,
      allDay,
      cancelled: status === 'cancelled',
      to: paths.event(id),
    })),
    ...meetings.flatMap(({ id, purpose, status, startsAt, durationMinutes }) =>
      startsAt
        ? [
            {
              id,
              kind: m.agendaMeeting(),
              title: purpose,
              startsAt,
              endsAt: new Date(Date.parse(startsAt) + durationMinutes * MINUTE).toISOString(),
              timeZone: zone,
              allDay: false,
              cancelled: status === 'cancelled',
              to: meetingPath(id),
            },
          ]
        : [],
    ),
  ].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
