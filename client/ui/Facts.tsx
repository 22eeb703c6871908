import type { ReactNode } from 'react'

import styles from './Facts.module.css'

interface FactsProps {
  /** Names of one short word: they stand beside what they name on a phone, too. */
  short?: boolean
  children: ReactNode
}

/** What is known, name by name, ruled like a programme. */
export const Facts = ({ short, children }: FactsProps) => (
  <dl className={styles.facts} data-short={short || undefined}>
    {children}
  </dl>
)

/** Nothing to say, nothing shown. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
