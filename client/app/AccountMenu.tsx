import { useQuery } from '@tanstack/react-query'

import { imageUrl } from '#shared/image-rules.ts'
import { paths } from '#shared/paths.ts'
import { settingsPath } from '#shared/settings-paths.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { LeaveIcon, PersonIcon, SettingsIcon, ShieldIcon } from '#client/ui/member-icons.tsx'
import { Menu, type MenuItem } from '#client/ui/Menu.tsx'

import styles from './AccountMenu.module.css'
import { ThemeChoice } from './ThemeChoice.tsx'

export interface SignedInPerson {
  email: string
  isAdmin: boolean
}

interface AccountMenuProps {
  person: SignedInPerson
  /** Whether the member area is open to them; without it there is no photo either. */
  isOpen: boolean
  /** `everywhere`: on the person's other devices too. */
  onSignOut: (everywhere: boolean) => void
}

export function AccountMenu({ person, isOpen, onSignOut }: AccountMenuProps) {
  // Without the profile it shows the email address, rather than an error screen.
  const { data: profile } = useQuery({ ...ownProfile, throwOnError: false, enabled: isOpen })
  const photo = isOpen && profile?.photo
  const own: MenuItem = { label: 'Your profile', to: paths.ownProfile, icon: <PersonIcon /> }
  const admin: MenuItem = { label: 'Admin', to: paths.admin, icon: <ShieldIcon /> }
  const settings: MenuItem = { label: 'Settings', to: settingsPath(), icon: <SettingsIcon /> }
  const places = person.isAdmin ? [own, settings, admin] : [own, settings]
  return (
    <Menu
      label="Your account"
      trigger={
        <Avatar
          name={profile?.displayName || person.email}
          photo={photo ? imageUrl(photo) : undefined}
          size="small"
        />
      }
      items={[
        ...(isOpen ? places : []),
        { label: 'Sign out', onSelect: () => onSignOut(false), icon: <LeaveIcon /> },
        { label: 'Sign out on all devices', onSelect: () => onSignOut(true), icon: <LeaveIcon /> },
      ]}
    >
      <p className={styles.email}>{person.email}</p>
      <ThemeChoice />
    </Menu>
  )
}
