import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import styles from './PageHeader.module.css'

/** The way back from a screen or a part of one, at its top. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link viewTransition to={to} className={styles.back}>
    {children}
  </Link>
)
