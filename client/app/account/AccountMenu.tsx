import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'

import * as m from '#shared/app/messages.ts'
import { can, type MemberRole } from '#shared/people/roles.ts'
import { paths } from '#shared/lib/paths.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { HelpIcon, LeaveIcon, PersonIcon, SettingsIcon, ShieldIcon } from '#client/ui/icons/member-icons.tsx'
import { Menu, type MenuItem } from '#client/ui/overlays/Menu.tsx'

import styles from './AccountMenu.module.css'
import { ThemeChoice } from './ThemeChoice.tsx'

export interface SignedInPerson {
  email: string
  role: MemberRole
}

interface AccountMenuProps {
  person: SignedInPerson
  /** Whether they have access to the member area. Without access there is no photo either. */
  isOpen: boolean
  /** `everywhere` includes the person's other devices. */
  onSignOut: (everywhere: boolean) => void
}

export function AccountMenu({ person, isOpen, onSignOut }: AccountMenuProps) {
  const { pathname, search } = useLocation()
  // If the profile fails to load, this shows the email address rather than an error screen.
  const { data: profile } = useQuery({ ...ownProfile, throwOnError: false, enabled: isOpen })
  const photo = isOpen && profile?.photo
  const own: MenuItem = { label: m.ownProfile(), to: paths.ownProfile, icon: <PersonIcon /> }
  const admin: MenuItem = { label: m.admin(), to: paths.admin, icon: <ShieldIcon /> }
  const settings: MenuItem = { label: m.settings(), to: settingsPath(), icon: <SettingsIcon /> }
  const help: MenuItem = {
    label: m.help(),
    to: `${paths.help}&from=${encodeURIComponent(pathname + search)}`,
    icon: <HelpIcon />,
  }
  const places = can(person.role, 'administer') ? [own, settings, admin, help] : [own, settings, help]
  return (
    <Menu
      label={m.accountMenu()}
      trigger={<Avatar name={profile?.displayName || person.email} photo={photo || undefined} size="small" />}
      items={[
        ...(isOpen ? places : []),
        { label: m.signOut(), onSelect: () => onSignOut(false), icon: <LeaveIcon /> },
        { label: m.signOutEverywhere(), onSelect: () => onSignOut(true), icon: <LeaveIcon /> },
      ]}
    >
      <p className={styles.email}>{person.email}</p>
      <ThemeChoice />
    </Menu>
  )
}
