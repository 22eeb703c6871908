import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

import { DeletionNotice } from '#client/features/account-data/DeletionNotice.tsx'
import { OwnProfile } from '#client/features/profile/OwnProfile.tsx'

const Settings = lazy(async () => ({ default: (await import('./Settings.tsx')).Settings }))

const OwnPrestige = lazy(async () => ({
  default: (await import('#client/features/prestige/own/OwnPrestige.tsx')).OwnPrestige,
}))

/** The signed-in person's profile, their settings (`?settings=…`) and their prestige (`?view=prestige`). */
export function Component() {
  const [search] = useSearchParams()
  const settings = search.get('settings') ?? (search.get('edit') === 'account' ? 'data' : null)
  if (settings !== null) return <Settings wanted={settings} />
  if (search.get('view') === 'prestige') return <OwnPrestige />
  return <OwnProfile notice={<DeletionNotice />} />
}
