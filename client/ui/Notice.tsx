import type { ReactNode } from 'react'

import styles from './Notice.module.css'
import { classNames } from './class-names.ts'

interface NoticeProps {
  tone: 'info' | 'success' | 'warning' | 'danger'
  title?: string
  /** Buttons or links under the text. */
  actions?: ReactNode
  children?: ReactNode
}

const MARKS = {
  info: 'M10 9v5M10 6v.5',
  success: 'm6 10.4 2.8 2.8L14 7.6',
  warning: 'M10 5.5v5.5M10 13.8v.4',
  danger: 'M10 5.5v5.5M10 13.8v.4',
}

/** A message that stays in the page beside its subject. Short-lived messages are toasts. */
export const Notice = ({ tone, title, actions, children }: NoticeProps) => (
  <div className={classNames(styles.notice, styles[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
    <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8.5" />
      <path d={MARKS[tone]} />
    </svg>
    <div className={styles.text}>
      {title && <p className={styles.title}>{title}</p>}
      {children && <div>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  </div>
)
