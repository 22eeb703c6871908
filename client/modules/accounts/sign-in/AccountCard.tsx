import type { ReactNode } from 'react'

import { useHydrated } from '#client/lib/use-hydrated.ts'
import { classNames } from '#client/ui/class-names.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'

import styles from './account.module.css'
import { BlockedStorage } from './BlockedStorage.tsx'

interface Props {
  title: string
  lead?: ReactNode
  /** Shown above the title. */
  before?: ReactNode
  /** Shown above all, or beside it where there is room. */
  invitation?: ReactNode
  /** Links under the card. */
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}

/**
 * The layout of every account screen: one task in the middle of the page. Until the app has started the card is inert: a
 * form that is sent without it would put the password in the address.
 */
export const AccountCard = ({ title, lead, before, invitation, footer, wide, children }: Props) => (
  <>
    <ScreenTitle>{title}</ScreenTitle>
    <div className={classNames(wide ? styles.wide : styles.narrow, Boolean(invitation) && styles.invited)}>
      {invitation}
      <div>
        {before}
        <PageHeader title={title} lead={lead} />
        <div className={styles.card} inert={!useHydrated()}>
          <BlockedStorage />
          {children}
        </div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </div>
  </>
)
