import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { BellIcon } from '#client/ui/member-icons.tsx'
import { QuietBellMotif } from '#client/ui/motifs.tsx'

import styles from './Bell.module.css'

const PANEL_ID = 'news'

export const Bell = () => (
  <div className={styles.bell}>
    <button type="button" className={styles.button} aria-label="News" popoverTarget={PANEL_ID}>
      <BellIcon />
    </button>
    <section id={PANEL_ID} popover="auto" aria-label="News" className={styles.panel}>
      <QuietBellMotif />
      <h2>Nothing new</h2>
      <p>
        What waits for an answer from you stands first on <Link to={paths.dashboard}>your dashboard</Link>.
      </p>
    </section>
  </div>
)
