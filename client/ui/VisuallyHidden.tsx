import type { ReactNode } from 'react'

import type { Content } from '#shared/lib/language/format.ts'

import { rich } from './rich.tsx'
import styles from './VisuallyHidden.module.css'

export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
)

/** A part of a text that is only read out. */
export const hidden = (content: Content) => <VisuallyHidden>{rich(content)}</VisuallyHidden>
