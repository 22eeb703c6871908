import patterns from '#client/ui/styles/patterns.module.css'
import type { ReactNode } from 'react'

import { BackLink } from './BackLink.tsx'
import styles from './PageHeader.module.css'

interface PageHeaderProps {
  /** The screen from which this one is opened. */
  back?: { to: string; label: string }
  /** Avatar of the page's subject. */
  picture?: ReactNode
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}

/** The screen's one `h1`; it takes the focus when the screen is entered. */
export const PageHeader = ({ back, picture, title, lead, actions }: PageHeaderProps) => (
  <>
    {back && <BackLink to={back.to}>{back.label}</BackLink>}
    <header className={styles.header}>
      {picture}
      <div className={styles.text}>
        <h1 tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {lead && <div className={styles.lead}>{lead}</div>}
      </div>
      {actions && <div className={patterns.chips}>{actions}</div>}
    </header>
  </>
)
