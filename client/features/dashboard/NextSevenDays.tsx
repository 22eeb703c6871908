import { Link } from 'react-router-dom'

import type { Dashboard } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import { formatDay, formatTime } from '#client/lib/dates.ts'
import { Card } from '#client/ui/Card.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ArchesMotif } from '#client/ui/motifs.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './dashboard.module.css'
import { Open } from './Open.tsx'

interface Entry {
  id: string
  kind: string
  title: string
  startsAt: string
  to: string
}

export function NextSevenDays(days: Dashboard['nextSevenDays']) {
  const entries = entriesOf(days)
  return (
    <Card title="Your next seven days">
      {entries.length === 0 ? (
        <Open
          picture={<ArchesMotif />}
          action={
            <LinkButton variant="secondary" to={paths.events}>
              See events
            </LinkButton>
          }
        >
          Your week is open. Events and growth meetings that you take part in will be here.
        </Open>
      ) : (
        <ol className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryLink {...entry} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const entriesOf = ({ events, meetings }: Dashboard['nextSevenDays']): Entry[] =>
  [
    ...events.map(({ id, title, startsAt }) => ({
      id,
      kind: 'Event',
      title,
      startsAt,
      to: paths.event(id),
    })),
    ...meetings.flatMap(({ id, purpose, startsAt }) =>
      startsAt
        ? [{ id, kind: 'Growth meeting', title: purpose, startsAt, to: paths.createGrowthMeeting }]
        : [],
    ),
  ].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))

const EntryLink = ({ kind, title, startsAt, to }: Entry) => (
  <Link viewTransition to={to} className={styles.entry}>
    <DateBlock instant={startsAt} />
    <span>
      <span className={styles.entryTitle}>{title}</span>
      <span className={styles.quiet}>
        <time dateTime={startsAt}>
          <VisuallyHidden>{formatDay(startsAt)}, </VisuallyHidden>
          {formatTime(startsAt)}
        </time>
        {` · ${kind}`}
      </span>
    </span>
  </Link>
)
