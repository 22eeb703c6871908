import { Link } from 'react-router-dom'

import type { Dashboard } from '#shared/dashboard.ts'
import { meetingPath } from '#shared/meeting-paths.ts'
import { paths } from '#shared/paths.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatWhen, type Span } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ArchesMotif } from '#client/ui/motifs.tsx'
import patterns from '#client/ui/patterns.module.css'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './dashboard.module.css'
import { EmptySection } from './EmptySection.tsx'

type Props = Dashboard['nextSevenDays'] & Pick<Dashboard, 'upcoming'>

export function NextSevenDays({ upcoming, ...days }: Props) {
  const zone = useViewerZone()
  const entries = agendaOf(days, zone)
  if (entries.length === 0 && upcoming.length > 0) return <Upcoming events={upcoming} zone={zone} />
  return (
    <Card title="Next 7 days">
      {entries.length === 0 ? (
        <EmptySection
          picture={<ArchesMotif />}
          action={
            <LinkButton variant="secondary" to={paths.events}>
              Browse events
            </LinkButton>
          }
        >
          Nothing scheduled yet. Events and growth meetings you join appear here.
        </EmptySection>
      ) : (
        <ol className={patterns.ruled}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryLink entry={entry} zone={zone} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** Events to choose from, instead of an empty week. */
const Upcoming = ({ events, zone }: { events: Dashboard['upcoming']; zone: string }) => (
  <Card title="Next 7 days">
    <p className={patterns.muted}>Nothing scheduled yet. These events are coming up:</p>
    <ol className={patterns.ruled}>
      {agendaOf({ events, meetings: [] }, zone).map((entry) => (
        <li key={entry.id}>
          <EntryLink entry={entry} zone={zone} />
        </li>
      ))}
    </ol>
    <p>
      <Link to={paths.events} className={styles.link}>
        Browse all events
      </Link>
    </p>
  </Card>
)

function EntryLink({ entry, zone }: { entry: Entry; zone: string }) {
  const { kind, title, startsAt, allDay, timeZone, cancelled, to } = entry
  const [when] = formatWhen(entry, zone)
  return (
    <Link viewTransition to={to} className={styles.entry}>
      <DateBlock instant={startsAt} timeZone={allDay ? timeZone : zone} />
      <span className={styles.entryText}>
        <span className={styles.entryTitle}>{title}</span>
        <span className={patterns.muted}>
          <time dateTime={startsAt}>
            <VisuallyHidden>{when.days}, </VisuallyHidden>
            {when.times} {when.zone}
          </time>
          {` · ${kind}`}
          {cancelled && ' · Cancelled'}
        </span>
      </span>
    </Link>
  )
}

interface Entry extends Span {
  id: string
  kind: string
  title: string
  cancelled: boolean
  to: string
}

const MINUTE = 60_000

/** Events and meetings in one list, by start. */
const agendaOf = ({ events, meetings }: Dashboard['nextSevenDays'], zone: string): Entry[] =>
  [
    ...events.map(({ id, title, startsAt, endsAt, timeZone, allDay, status, venueName }) => ({
      id,
      kind: venueName ? `Event at ${venueName}` : 'Event',
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
              kind: 'Growth meeting',
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
