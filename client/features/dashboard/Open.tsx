import type { ReactNode } from 'react'

import styles from './dashboard.module.css'

interface Props {
  picture: ReactNode
  /** What will be here. */
  children: ReactNode
  /** The first step towards it. */
  action?: ReactNode
}

/** A section with nothing in it yet. */
export const Open = ({ picture, children, action }: Props) => (
  <div className={styles.open}>
    {picture}
    <div className={styles.words}>
      <p className={styles.quiet}>{children}</p>
      {action}
    </div>
  </div>
)
