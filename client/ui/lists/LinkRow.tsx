import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import styles from './LinkRow.module.css'

interface Props {
  to: string
  /** A date or a picture, as wide as a `DateBlock`. */
  leading?: ReactNode
  title: string
  /** A line below the title. */
  children?: ReactNode
}

/** A row of a list that is a link as a whole. */
export const LinkRow = ({ to, leading, title, children }: Props) => (
  <Link viewTransition to={to} className={styles.row}>
    {leading && <span className={styles.leading}>{leading}</span>}
    <span className={styles.text}>
      <span className={styles.title}>
        <IsolatedText>{title}</IsolatedText>
      </span>
      {children && <span className={patterns.muted}>{children}</span>}
    </span>
  </Link>
)
