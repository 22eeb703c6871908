import type { ReactNode } from 'react'

import { classNames } from '#client/ui/class-names.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'

import styles from './account.module.css'
import { BlockedStorage } from './BlockedStorage.tsx'

interface Props {
  title: string
  lead?: ReactNode
  /** Shown above the title, or beside it where there is room. */
  before?: ReactNode
  /** Links under the card. */
  footer?: ReactNode
  wide?: boolean
  /** Whether the card is not interactive yet. */
  inert?: boolean
  children: ReactNode
}

/** The layout of every account screen: one task in the middle of the page. */
export const AccountCard = (props: Props) => (
  <>
    <ScreenTitle>{props.title}</ScreenTitle>
    <AccountLayout {...props}>
      <BlockedStorage />
      {props.children}
    </AccountLayout>
  </>
)

/** The card without the document's title, which the build writes itself. */
export const AccountLayout = ({ title, lead, before, footer, wide, inert, children }: Props) => (
  <div className={classNames(wide ? styles.wide : styles.narrow, Boolean(before) && styles.invited)}>
    {before}
    <div>
      <PageHeader title={title} lead={lead} />
      <div className={styles.card} inert={inert}>
        {children}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  </div>
)
