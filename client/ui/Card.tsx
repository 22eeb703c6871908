import type { HTMLAttributes, ReactNode } from 'react'

import styles from './Card.module.css'
import { classNames } from './class-names.ts'

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  as?: 'section' | 'article' | 'div'
  title?: ReactNode
  /** Shown to the right of the title. */
  actions?: ReactNode
}

export const Card = ({ as: Tag = 'section', title, actions, className, children, ...rest }: CardProps) => (
  <Tag {...rest} className={classNames(styles.card, className)}>
    {(title || actions) && (
      <div className={styles.head}>
        {title && <h2>{title}</h2>}
        {actions}
      </div>
    )}
    {children}
  </Tag>
)
