import type { ReactNode } from 'react'

import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import styles from './account.module.css'

interface Props {
  title: string
  lead?: ReactNode
  /** Above the title. */
  before?: ReactNode
  /** Links under the card. */
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** The layout of every account screen: one task in the middle of the page. */
export const AccountCard = ({ title, lead, before, footer, wide = false, children }: Props) => (
  <div className={wide ? styles.wide : styles.narrow}>
    <ScreenTitle>{title}</ScreenTitle>
    {before}
    <PageHeader title={title} lead={lead} />
    <div className={styles.card}>{children}</div>
    {footer && <div className={styles.footer}>{footer}</div>}
  </div>
)
