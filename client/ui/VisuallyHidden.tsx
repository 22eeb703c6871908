import type { ReactNode } from 'react'

import type { Content } from '#shared/lib/language/format.ts'

import { rich } from './rich.tsx'
import styles from './VisuallyHidden.module.css'

interface Props {
  /** Whether changes are announced. */
  live?: boolean
  children: ReactNode
}

export const VisuallyHidden = ({ live = false, children }: Props) => (
  <span className={styles.hidden} aria-live={live ? 'polite' : undefined}>
    {children}
  </span>
)

/** A part of a text that is only read out. */
export const hidden = (content: Content) => <VisuallyHidden>{rich(content)}</VisuallyHidden>
