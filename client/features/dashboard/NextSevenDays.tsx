import { Link } from 'react-router-dom'

import type { Dashboard } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import { formatMoment } from '#client/lib/dates.ts'
import { Card } from '#client/ui/Card.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'

import styles from './dashboard.module.css'

export function NextSevenDays({ events, meetings }: Dashboard['nextSevenDays']) {
  const entries = [
    ...events.map(({ id, title, startsAt }) => ({ id, title, startsAt, to: paths.event(id) })),
    ...meetings.flatMap(({ id, purpose, startsAt }) =>
      startsAt ? [{ id, title: purpose, startsAt, to: paths.createGrowthMeeting }] : [],
    ),
  ].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))

  return (
    <Card title="Your next seven days">
      {entries.length === 0 ? (
        <>
          <p className={styles.quiet}>
            Your week is open. Events and growth meetings that you take part in will be here.
          </p>
          <LinkButton variant="quiet" to={paths.events}>
            See events
          </LinkButton>
        </>
      ) : (
        <ol className={styles.list}>
          {entries.map(({ id, title, startsAt, to }) => (
            <li key={id}>
              <Link to={to}>{title}</Link>
              <time dateTime={startsAt} className={styles.quiet}>
                {formatMoment(startsAt)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
