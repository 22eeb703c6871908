import type { ReactNode } from 'react'

import styles from './Stack.module.css'
import { classNames } from './class-names.ts'

interface Props {
  /** Gap in steps of 4 px. */
  gap?: 1 | 2 | 3 | 4 | 6 | 8 | 12
  className?: string
  children: ReactNode
}

const space = (gap: number) => ({ gap: `var(--space-${gap})` })

/** Stacks its children vertically. */
export const Stack = ({ gap = 4, className, children }: Props) => (
  <div className={classNames(styles.stack, className)} style={space(gap)}>
    {children}
  </div>
)
