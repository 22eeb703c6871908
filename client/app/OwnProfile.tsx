import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

import { DeletionNotice } from '#client/features/account-data/DeletionNotice.tsx'
import { YourAccount } from '#client/features/account-data/YourAccount.tsx'
import { OwnProfile } from '#client/features/profile/OwnProfile.tsx'

const AvailabilitySettings = lazy(async () => ({
  default: (await import('#client/features/availability/AvailabilitySettings.tsx')).AvailabilitySettings,
}))

/** The signed-in person's profile, with their account settings; `?settings=availability`. */
export function Component() {
  const [search] = useSearchParams()
  if (search.get('settings') === 'availability') return <AvailabilitySettings />
  return <OwnProfile notice={<DeletionNotice />} account={<YourAccount />} />
}
