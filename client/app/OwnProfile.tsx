import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

import { DeletionNotice } from '#client/features/account-data/DeletionNotice.tsx'
import { YourAccount } from '#client/features/account-data/YourAccount.tsx'
import { OwnProfile } from '#client/features/profile/OwnProfile.tsx'

const AvailabilitySettings = lazy(async () => ({
  default: (await import('#client/features/availability/AvailabilitySettings.tsx')).AvailabilitySettings,
}))

const OwnPrestige = lazy(async () => ({
  default: (await import('#client/features/prestige/own/OwnPrestige.tsx')).OwnPrestige,
}))

/** The signed-in person's profile, with their account settings; `?settings=availability`, `?view=prestige`. */
export function Component() {
  const [search] = useSearchParams()
  if (search.get('settings') === 'availability') return <AvailabilitySettings />
  if (search.get('view') === 'prestige') return <OwnPrestige />
  return <OwnProfile notice={<DeletionNotice />} account={<YourAccount />} />
}
