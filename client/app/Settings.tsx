import { type ComponentType, lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'

import { type SettingsSection, settingsPath } from '#shared/settings-paths.ts'
import { THEMES, useTheme } from '#client/lib/theme.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import patterns from '#client/ui/patterns.module.css'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import { THEME_NAMES } from './ThemeButton.tsx'
import { useSignOut } from './use-sign-out.ts'

const DeviceSettings = lazy(async () => ({
  default: (await import('#client/features/account/settings/DeviceSettings.tsx')).DeviceSettings,
}))

function Devices() {
  const signOut = useSignOut()
  return <DeviceSettings onSignOutEverywhere={() => void signOut(true)} />
}

function Appearance() {
  const [theme, setTheme] = useTheme()
  return (
    <div className={patterns.column}>
      <RadioCards
        label="Theme"
        hint="This applies to this browser only."
        // Not `theme`: the account menu has that choice too, and equal names would be one group.
        name="appearance"
        value={theme}
        onChange={setTheme}
        options={THEMES.map((value) => ({ value, label: THEME_NAMES[value].label }))}
      />
    </div>
  )
}

const YourAccount = lazy(async () => ({
  default: (await import('#client/features/account-data/YourAccount.tsx')).YourAccount,
}))
const OwnReports = lazy(async () => ({
  default: (await import('#client/features/reports/OwnReports.tsx')).OwnReports,
}))

const YourData = () => (
  <div className={patterns.column}>
    <OwnReports />
    <YourAccount />
  </div>
)

interface Section {
  value: SettingsSection
  label: string
  Panel: ComponentType
}

const SECTIONS: readonly Section[] = [
  {
    value: 'sign-in',
    label: 'Sign-in',
    Panel: lazy(async () => ({
      default: (await import('#client/features/account/settings/SignInSettings.tsx')).SignInSettings,
    })),
  },
  { value: 'devices', label: 'Devices', Panel: Devices },
  {
    value: 'notifications',
    label: 'Notifications',
    Panel: lazy(async () => ({
      default: (await import('#client/features/notifications/preferences/NotificationSettings.tsx'))
        .NotificationSettings,
    })),
  },
  {
    value: 'availability',
    label: 'Availability',
    Panel: lazy(async () => ({
      default: (await import('#client/features/availability/AvailabilitySettings.tsx')).AvailabilitySettings,
    })),
  },
  { value: 'appearance', label: 'Appearance', Panel: Appearance },
  {
    value: 'blocked',
    label: 'Blocked people',
    Panel: lazy(async () => ({
      default: (await import('#client/features/connections/lists/Blocked.tsx')).Blocked,
    })),
  },
  {
    value: 'data',
    label: 'Your data',
    Panel: YourData,
  },
]

/** `/profile?settings=…`: everything about one's own account that is not the profile. */
export function Settings({ wanted }: { wanted: string }) {
  const navigate = useNavigate()
  const { value, label, Panel } = SECTIONS.find((section) => section.value === wanted) ?? SECTIONS[0]!
  return (
    <>
      <ScreenTitle>{`${label} · Settings`}</ScreenTitle>
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        tabs={SECTIONS}
        value={value}
        onChange={(next) => void navigate(settingsPath(next), { preventScrollReset: true })}
      >
        {/* The key shows the spinner at once. */}
        <Suspense key={value} fallback={<ScreenSpinner />}>
          <Panel />
        </Suspense>
      </Tabs>
    </>
  )
}
