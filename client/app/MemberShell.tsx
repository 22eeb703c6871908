import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { CalendarIcon, HallIcon, PeopleIcon, PersonIcon, SproutIcon } from '#client/ui/icons.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { MAIN_ID, SkipLink } from '#client/ui/SkipLink.tsx'

import { AccountMenu } from './AccountMenu.tsx'
import { Bell } from './Bell.tsx'
import styles from './MemberShell.module.css'
import { ScreenChange } from './ScreenChange.tsx'
import { Wordmark } from './Wordmark.tsx'

export interface SignedInPerson {
  email: string
  isAdmin: boolean
}

interface MemberShellProps {
  productName: string
  person: SignedInPerson
  onSignOut: () => void
  children: ReactNode
}

/** `short` is what fits under an icon of the bottom bar. */
const PLACES = [
  { to: paths.dashboard, label: 'Dashboard', short: 'Dashboard', Icon: HallIcon },
  { to: paths.events, label: 'Events', short: 'Events', Icon: CalendarIcon },
  { to: paths.connections, label: 'Connections', short: 'Connections', Icon: PeopleIcon },
  { to: paths.createGrowthMeeting, label: 'Growth meetings', short: 'Meetings', Icon: SproutIcon },
  { to: paths.ownProfile, label: 'Profile', short: 'Profile', Icon: PersonIcon },
] as const

/** Wide: a rail at the left. Narrow: the same in a bar at the top and one at the bottom. */
export const MemberShell = ({ productName, person, onSignOut, children }: MemberShellProps) => (
  <div className={styles.page}>
    <SkipLink />
    <ScreenChange />
    <header className={styles.head}>
      <Wordmark name={productName} to={paths.dashboard} />
      <nav aria-label="Places" className={styles.places}>
        {PLACES.map(({ to, label, short, Icon }) => (
          <NavLink viewTransition key={to} to={to} className={classNames(styles.place)} aria-label={label}>
            <Icon />
            <span className={styles.long}>{label}</span>
            <span className={styles.short}>{short}</span>
          </NavLink>
        ))}
      </nav>
      <div className={styles.own}>
        <Bell />
        <AccountMenu person={person} onSignOut={onSignOut} />
      </div>
    </header>
    <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
      <div className={styles.content}>{children}</div>
    </main>
  </div>
)
