import type { ReactNode } from 'react'

import styles from './Badge.module.css'
import { classNames } from './class-names.ts'

export interface BadgeProps {
  /** Gold is for prestige alone. */
  tone?: 'neutral' | 'strong' | 'accent' | 'danger' | 'gold'
  children: ReactNode
}

export const Badge = ({ tone = 'neutral', children }: BadgeProps) => (
  <span className={classNames(styles.badge, styles[tone])}>{children}</span>
)
