import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { ownDashboard } from '#client/features/dashboard/queries.ts'
import { BellIcon } from '#client/ui/member-icons.tsx'
import { QuietBellMotif } from '#client/ui/motifs.tsx'

import styles from './Bell.module.css'

const PANEL_ID = 'news'

/** Counts what waits for the member's answer. It never takes a screen down: without an answer it shows nothing. */
export function Bell() {
  const { data } = useQuery({ ...ownDashboard, throwOnError: false })
  const waiting = data?.requests ?? []
  const label = waiting.length > 0 ? `News: ${waiting.length} waiting` : 'News'
  return (
    <div className={styles.bell}>
      <button type="button" className={styles.button} aria-label={label} popoverTarget={PANEL_ID}>
        <BellIcon />
        {waiting.length > 0 && (
          <span className={styles.count} aria-hidden="true">
            {waiting.length}
          </span>
        )}
      </button>
      <section id={PANEL_ID} popover="auto" aria-label="News" className={styles.panel}>
        {waiting.length === 0 ? (
          <>
            <QuietBellMotif />
            <h2>Nothing new</h2>
            <p>
              What waits for an answer from you stands first on{' '}
              <Link to={paths.dashboard}>your dashboard</Link>.
            </p>
          </>
        ) : (
          <ul className={styles.list}>
            {waiting.map(({ id, member }) => (
              <li key={id}>
                <Link to={paths.connectionsTab('received')}>{member.displayName} would like to connect</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
