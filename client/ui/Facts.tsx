import type { ReactNode } from 'react'

import styles from './Facts.module.css'

interface FactsProps {
  /** For one-word names: they stay beside their values on phones too. */
  short?: boolean
  children: ReactNode
}

/** Names and values, one per line. */
export const Facts = ({ short, children }: FactsProps) => (
  <dl className={styles.facts} data-short={short || undefined}>
    {children}
  </dl>
)

/** Hidden without a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
