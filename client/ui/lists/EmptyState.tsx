import type { ReactNode } from 'react'

import styles from './EmptyState.module.css'

interface EmptyStateProps {
  title: string
  /** Explains what will appear here, and how. */
  children: ReactNode
  /** The first step: one Button or LinkButton. */
  action?: ReactNode
  /** A drawing from motifs.tsx. */
  picture?: ReactNode
}

export const EmptyState = ({ title, children, action, picture }: EmptyStateProps) => (
  <div className={styles.empty}>
    {picture}
    <h2>{title}</h2>
    <div className={styles.text}>{children}</div>
    {action}
  </div>
)
