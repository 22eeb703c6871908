import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { ownDashboard } from '#client/features/dashboard/queries.ts'
import { BellIcon } from '#client/ui/member-icons.tsx'
import { QuietBellMotif } from '#client/ui/motifs.tsx'

import styles from './Bell.module.css'

const PANEL_ID = 'notifications'

/** The requests that need an answer. If they can't be loaded it shows none, rather than an error screen. */
export function Bell() {
  const { data } = useQuery({ ...ownDashboard, throwOnError: false })
  const waiting = data?.requests ?? []
  const label = waiting.length > 0 ? `Notifications: ${waiting.length} new` : 'Notifications'
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
      <section id={PANEL_ID} popover="auto" aria-label="Notifications" className={styles.panel}>
        {waiting.length === 0 ? (
          <>
            <QuietBellMotif />
            <h2>You’re all caught up</h2>
            <p>
              Connection requests appear here and on <Link to={paths.dashboard}>your dashboard</Link>.
            </p>
          </>
        ) : (
          <ul className={styles.list}>
            {waiting.map(({ id, member }) => (
              <li key={id}>
                <Link to={paths.connectionsTab('received')}>{member.displayName} wants to connect</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
