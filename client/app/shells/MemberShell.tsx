import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'

import * as m from '#shared/app/messages.ts'
import { can } from '#shared/people/roles.ts'
import { paths } from '#shared/lib/paths.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useAdminTasks } from '#client/modules/admin/tasks.ts'
import { CountLabel } from '#client/ui/lists/CountLabel.tsx'
import {
  BellIcon,
  CalendarIcon,
  HallIcon,
  PeopleIcon,
  PersonIcon,
  ShieldIcon,
  SproutIcon,
} from '#client/ui/icons/member-icons.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { MAIN_ID, SkipLink } from '#client/ui/page/SkipLink.tsx'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { AccountMenu, type SignedInPerson } from '#client/app/account/AccountMenu.tsx'

import styles from './MemberShell.module.css'
import { ScreenChange } from './ScreenChange.tsx'
import { SearchButton } from './SearchButton.tsx'
import { Wordmark } from './Wordmark.tsx'

/** Downloaded in parallel with the screen, which does not wait for it. */
const Bell = lazyPart(() => import('#client/modules/notifications/in-app/Bell.tsx'), 'Bell')

interface MemberShellProps {
  productName: string
  /** Undefined while nobody is known to be signed in. */
  person: SignedInPerson | undefined
  /** Whether they have access to the member area. */
  isOpen: boolean
  /** `everywhere` includes the person's other devices. */
  onSignOut: (everywhere: boolean) => void
  children: ReactNode
}

interface Destination {
  to: string
  label: () => string
  short: () => string
  within?: string
  Icon: ComponentType
}

/** `short` fits under an icon of the bottom bar. Paths that start with `within` belong to the destination too. */
const DESTINATIONS: readonly Destination[] = [
  { to: paths.dashboard, label: m.dashboard, short: m.dashboard, Icon: HallIcon },
  { to: paths.events, label: m.events, short: m.events, within: paths.event(''), Icon: CalendarIcon },
  {
    to: paths.connections,
    label: m.connections,
    short: m.connections,
    within: paths.connection(''),
    Icon: PeopleIcon,
  },
  { to: paths.growthMeetings, label: m.growthMeetings, short: m.growthMeetingsShort, Icon: SproutIcon },
  { to: paths.ownProfile, label: m.profile, short: m.profile, Icon: PersonIcon },
]

/** Wide screens have a rail at the left, narrow ones a bar at the top and one at the bottom. */
export const MemberShell = ({ productName, person, isOpen, onSignOut, children }: MemberShellProps) => (
  <div className={styles.page}>
    <SkipLink />
    <ScreenChange />
    <header className={styles.head}>
      <Wordmark name={productName} to={paths.dashboard} />
      {isOpen && <SearchButton role={person?.role} onSignOut={() => onSignOut(false)} />}
      {isOpen && (
        <nav aria-label={m.navMain()} className={styles.places}>
          {DESTINATIONS.map((destination) => (
            <DestinationLink key={destination.to} {...destination} />
          ))}
          {person && can(person.role, 'administer') && <AdminLink />}
        </nav>
      )}
      <div className={styles.own}>
        {isOpen && <Suspense fallback={PENDING_BELL}>{person ? <Bell /> : PENDING_BELL}</Suspense>}
        {person ? (
          <AccountMenu person={person} isOpen={isOpen} onSignOut={onSignOut} />
        ) : (
          <PendingButton>
            <Avatar name="" size="small" />
          </PendingButton>
        )}
      </div>
    </header>
    <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
      <div className={styles.content}>{children}</div>
    </main>
  </div>
)

/** Keeps the place of a button that is still loading. */
const PendingButton = ({ children }: { children: ReactNode }) => (
  <span className={styles.pendingButton}>{children}</span>
)

const PENDING_BELL = (
  <PendingButton>
    <BellIcon />
  </PendingButton>
)

/** Only in the rail: a bar at the bottom has room for five. The menu of the account has it too. */
function AdminLink() {
  const { pathname } = useLocation()
  return (
    <DestinationLink to={paths.admin} label={m.admin} short={m.admin} Icon={ShieldIcon} railOnly>
      {/* The key loads the number again on each screen, if it is not fresh. */}
      <TaskCount key={pathname} />
    </DestinationLink>
  )
}

function TaskCount() {
  const waiting = useAdminTasks().reduce((sum, { count }) => sum + count, 0)
  if (waiting === 0) return null
  return (
    <span className={styles.tasks}>
      <CountLabel count={waiting} unit={m.adminToDecide()} tone="accent" />
    </span>
  )
}

interface DestinationLinkProps extends Destination {
  railOnly?: boolean
  children?: ReactNode
}

function DestinationLink({ to, label, short, within, Icon, railOnly, children }: DestinationLinkProps) {
  const { pathname } = useLocation()
  const isWithin = within !== undefined && pathname.startsWith(within)
  const current = pathname === to.split('?')[0] ? 'page' : isWithin
  return (
    // No view transition: it begins with snapshots of both screens, which on a phone take 100 ms of processor time and
    // two frames, longer than the screen itself. Links within screens keep it, to show where a card or a row went.
    <Link
      to={to}
      className={classNames(styles.place, railOnly && styles.railOnly)}
      aria-label={railOnly ? undefined : label()}
      aria-current={current || undefined}
    >
      <Icon />
      <span className={styles.long}>{label()}</span>
      <span className={styles.short}>{short()}</span>
      {children}
    </Link>
  )
}
