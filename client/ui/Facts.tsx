import type { ReactNode } from 'react'

import styles from './Facts.module.css'

interface FactsProps {
  /** True for one-word names: they stay beside their values on phones too. */
  short?: boolean
  /** True for a box in which each name is above its value. */
  boxed?: boolean
  children: ReactNode
}

/** Names and values, one per line. */
export const Facts = ({ short, boxed, children }: FactsProps) => (
  <dl className={styles.facts} data-short={short || undefined} data-boxed={boxed || undefined}>
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
