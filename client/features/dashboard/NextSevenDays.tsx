import { Link } from 'react-router-dom'

import type { Dashboard } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { Card } from '#client/ui/Card.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ArchesMotif } from '#client/ui/motifs.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { type Entry, entriesOf } from './agenda.ts'
import styles from './dashboard.module.css'
import { Open } from './Open.tsx'

export function NextSevenDays(days: Dashboard['nextSevenDays']) {
  const zone = useViewerZone()
  const entries = entriesOf(days, zone)
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
              <EntryLink entry={entry} zone={zone} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function EntryLink({ entry, zone }: { entry: Entry; zone: string }) {
  const { kind, title, startsAt, allDay, timeZone, cancelled, to } = entry
  const [when] = formatWhen(entry, zone)
  return (
    <Link viewTransition to={to} className={styles.entry}>
      <DateBlock instant={startsAt} timeZone={allDay ? timeZone : zone} />
      <span className={styles.entryLabel}>
        <span className={styles.entryTitle}>{title}</span>
        <span className={styles.quiet}>
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
