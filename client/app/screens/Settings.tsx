import { type ComponentType, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'

import * as accounts from '#shared/accounts/messages.ts'
import * as m from '#shared/app/messages.ts'
import { type SettingsSection, settingsPath } from '#shared/lib/paths/profile.ts'
import { YourAccount } from '#client/modules/accounts/account-data/YourAccount.tsx'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { THEMES, useTheme } from '#client/lib/theme.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { Tabs } from '#client/ui/page/Tabs.tsx'
import { THEME_NAMES } from '#client/app/account/theme-names.tsx'
import { useSignOut } from '#client/app/account/use-sign-out.ts'

const DeviceSettings = lazyPart(
  () => import('#client/modules/accounts/settings/DeviceSettings.tsx'),
  'DeviceSettings',
)

function Devices() {
  const signOut = useSignOut()
  return <DeviceSettings onSignOutEverywhere={() => void signOut(true)} />
}

function Appearance() {
  const [theme, setTheme] = useTheme()
  return (
    <div className={patterns.column}>
      <RadioCards
        label={m.theme()}
        hint={m.themeHint()}
        // Not `theme`: the account menu has that choice too, and radio buttons of equal names form one group.
        name="appearance"
        value={theme}
        onChange={setTheme}
        options={THEMES.map((value) => ({ value, label: THEME_NAMES[value].label() }))}
      />
    </div>
  )
}

const OwnReports = lazyPart(() => import('#client/modules/moderation/reports/OwnReports.tsx'), 'OwnReports')

const YourData = () => (
  <div className={patterns.column}>
    <OwnReports />
    <YourAccount />
  </div>
)

interface Section {
  value: SettingsSection
  label: () => string
  Panel: ComponentType
}

const SECTIONS: readonly Section[] = [
  {
    value: 'sign-in',
    label: accounts.settingsSignIn,
    Panel: lazyPart(() => import('#client/modules/accounts/settings/SignInSettings.tsx'), 'SignInSettings'),
  },
  { value: 'devices', label: accounts.settingsDevices, Panel: Devices },
  {
    value: 'notifications',
    label: accounts.settingsNotifications,
    Panel: lazyPart(
      () => import('#client/modules/notifications/preferences/NotificationSettings.tsx'),
      'NotificationSettings',
    ),
  },
  {
    value: 'availability',
    label: accounts.settingsAvailability,
    Panel: lazyPart(
      () => import('#client/modules/meetings/availability/AvailabilitySettings.tsx'),
      'AvailabilitySettings',
    ),
  },
  { value: 'appearance', label: accounts.settingsAppearance, Panel: Appearance },
  {
    value: 'language',
    label: accounts.language,
    Panel: lazyPart(
      () => import('#client/modules/accounts/settings/LanguageSettings.tsx'),
      'LanguageSettings',
    ),
  },
  {
    value: 'blocked',
    label: accounts.settingsBlocked,
    Panel: lazyPart(() => import('#client/modules/people/connections/lists/Blocked.tsx'), 'Blocked'),
  },
  {
    value: 'data',
    label: accounts.yourData,
    Panel: YourData,
  },
]

/** `/profile?settings=…`: everything about one's own account except the profile. */
export function Settings({ wanted }: { wanted: string }) {
  const navigate = useNavigate()
  const sections = readSettings().LANGUAGES
    ? SECTIONS
    : SECTIONS.filter(({ value: each }) => each !== 'language')
  const { value, label, Panel } = sections.find((section) => section.value === wanted) ?? sections[0]!
  return (
    <>
      <ScreenTitle>{accounts.settingsTab({ section: label() })}</ScreenTitle>
      <PageHeader title={m.settings()} />
      <Tabs
        label={m.settings()}
        tabs={sections.map((section) => ({ value: section.value, label: section.label() }))}
        value={value}
        onChange={(next) => void navigate(settingsPath(next), { preventScrollReset: true })}
      >
        {/* The key makes the spinner appear at once. */}
        <Suspense key={value} fallback={<ScreenSpinner />}>
          <Panel />
        </Suspense>
      </Tabs>
    </>
  )
}
