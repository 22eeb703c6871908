import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { CalendarIcon, HallIcon, PeopleIcon, PersonIcon, SproutIcon } from '#client/ui/member-icons.tsx'
import { MAIN_ID, SkipLink } from '#client/ui/SkipLink.tsx'

import { AccountMenu, type SignedInPerson } from './AccountMenu.tsx'
import styles from './MemberShell.module.css'
import { ScreenChange } from './ScreenChange.tsx'
import { Wordmark } from './Wordmark.tsx'

/** Downloaded beside the screen, which does not wait for it. */
const Bell = lazy(async () => ({ default: (await import('#client/features/notifications/Bell.tsx')).Bell }))

interface MemberShellProps {
  productName: string
  person: SignedInPerson
  /** Whether the member area is open to them. */
  isOpen: boolean
  /** `everywhere`: on the person's other devices too. */
  onSignOut: (everywhere: boolean) => void
  children: ReactNode
}

interface Destination {
  to: string
  label: string
  short: string
  within?: string
  Icon: ComponentType
}

/** `short` fits under an icon of the bottom bar. Paths that start with `within` belong to the destination too. */
const DESTINATIONS: readonly Destination[] = [
  { to: paths.dashboard, label: 'Dashboard', short: 'Dashboard', Icon: HallIcon },
  { to: paths.events, label: 'Events', short: 'Events', within: paths.event(''), Icon: CalendarIcon },
  {
    to: paths.connections,
    label: 'Connections',
    short: 'Connections',
    within: paths.connection(''),
    Icon: PeopleIcon,
  },
  { to: paths.growthMeetings, label: 'Growth meetings', short: 'Meetings', Icon: SproutIcon },
  { to: paths.ownProfile, label: 'Profile', short: 'Profile', Icon: PersonIcon },
]

/** Wide: a rail at the left. Narrow: the same in a bar at the top and one at the bottom. */
export const MemberShell = ({ productName, person, isOpen, onSignOut, children }: MemberShellProps) => (
  <div className={styles.page}>
    <SkipLink />
    <ScreenChange />
    <header className={styles.head}>
      <Wordmark name={productName} to={paths.dashboard} />
      {isOpen && (
        <nav aria-label="Main" className={styles.places}>
          {DESTINATIONS.map((destination) => (
            <DestinationLink key={destination.to} {...destination} />
          ))}
        </nav>
      )}
      <div className={styles.own}>
        {isOpen && (
          <Suspense>
            <Bell />
          </Suspense>
        )}
        <AccountMenu person={person} isOpen={isOpen} onSignOut={onSignOut} />
      </div>
    </header>
    <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
      <div className={styles.content}>{children}</div>
    </main>
  </div>
)

function DestinationLink({ to, label, short, within, Icon }: Destination) {
  const { pathname } = useLocation()
  const isWithin = within !== undefined && pathname.startsWith(within)
  const current = pathname === to.split('?')[0] ? 'page' : isWithin
  return (
    <Link
      viewTransition
      to={to}
      className={styles.place}
      aria-label={label}
      {...(current && { 'aria-current': current })}
    >
      <Icon />
      <span className={styles.long}>{label}</span>
      <span className={styles.short}>{short}</span>
    </Link>
  )
}
