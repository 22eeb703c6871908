import type { ReactNode } from 'react'

import styles from './Stack.module.css'

interface Props {
  /** Gap in steps of 4 px. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8
  children: ReactNode
}

const space = (gap: number) => ({ gap: `var(--space-${gap})` })

/** Stacks its children vertically. */
export const Stack = ({ gap = 4, children }: Props) => (
  <div className={styles.stack} style={space(gap)}>
    {children}
  </div>
)
