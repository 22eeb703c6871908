import type { ReactNode } from 'react'

import styles from './PageHeader.module.css'

interface PageHeaderProps {
  /** Avatar of the page's subject. */
  picture?: ReactNode
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}

/** The screen's one `h1`; it takes the focus when the screen is entered. */
export const PageHeader = ({ picture, title, lead, actions }: PageHeaderProps) => (
  <header className={styles.header}>
    {picture}
    <div className={styles.text}>
      <h1 tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {lead && <div className={styles.lead}>{lead}</div>}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </header>
)
