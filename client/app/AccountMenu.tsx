import { paths } from '#shared/paths.ts'
import { type Theme, THEMES, useTheme } from '#client/lib/theme.ts'
import { LeaveIcon, PersonIcon, ShieldIcon } from '#client/ui/icons.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Menu, type MenuItem } from '#client/ui/Menu.tsx'

import styles from './AccountMenu.module.css'
import type { SignedInPerson } from './MemberShell.tsx'
import { THEME_NAMES } from './ThemeButton.tsx'

interface AccountMenuProps {
  person: SignedInPerson
  onSignOut: () => void
}

export function AccountMenu({ person, onSignOut }: AccountMenuProps) {
  const [theme, setTheme] = useTheme()
  const admin: MenuItem[] = person.isAdmin ? [{ label: 'Admin', to: paths.admin, icon: <ShieldIcon /> }] : []
  return (
    <Menu
      label="Your account"
      trigger={<Avatar name={person.email} size="small" />}
      heading={<p className={styles.email}>{person.email}</p>}
      choice={{
        label: 'Colours',
        value: theme,
        onChange: (value) => setTheme(value as Theme),
        options: THEMES.map((value) => ({ value, ...THEME_NAMES[value] })),
      }}
      items={[
        { label: 'Your profile', to: paths.ownProfile, icon: <PersonIcon /> },
        ...admin,
        { label: 'Sign out', onSelect: onSignOut, icon: <LeaveIcon /> },
      ]}
    />
  )
}
