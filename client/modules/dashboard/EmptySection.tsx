import type { ReactNode } from 'react'

import patterns from '#client/ui/styles/patterns.module.css'

import styles from './dashboard.module.css'

interface Props {
  picture: ReactNode
  /** Explains what will be here. */
  children: ReactNode
  /** The first step towards it. */
  action?: ReactNode
}

export const EmptySection = ({ picture, children, action }: Props) => (
  <div className={styles.empty}>
    {picture}
    <div className={styles.emptyText}>
      <p className={patterns.muted}>{children}</p>
      {action}
    </div>
  </div>
)
