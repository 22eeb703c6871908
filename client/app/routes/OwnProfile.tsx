import { useSearchParams } from 'react-router-dom'

import { lazyPart } from '#client/lib/lazy-part.ts'
import { DeletionNotice } from '#client/modules/accounts/account-data/DeletionNotice.tsx'
import { TierReached } from '#client/modules/notifications/in-app/TierReached.tsx'
import { OwnProfile } from '#client/modules/people/members/own/OwnProfile.tsx'
import { OwnTier } from '#client/modules/prestige/own/OwnTier.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const Settings = asScreen(lazyPart(() => import('#client/app/screens/Settings.tsx'), 'Settings'))

const Help = asScreen(lazyPart(() => import('#client/app/help/Help.tsx'), 'Help'))

const OwnPrestige = asScreen(
  lazyPart(() => import('#client/modules/prestige/own/OwnPrestige.tsx'), 'OwnPrestige'),
)

const Profile = asScreen(OwnProfile)

/** The signed-in person's profile, their settings (`?settings=…`), their prestige (`?view=prestige`) and the guide (`?help=…`). */
export function Component() {
  const [search] = useSearchParams()
  const settings = search.get('settings') ?? (search.get('edit') === 'account' ? 'data' : null)
  if (settings !== null) return <Settings wanted={settings} />
  const page = search.get('help')
  if (page !== null) return <Help key={page} page={page} from={search.get('from') ?? ''} />
  if (search.get('view') === 'prestige') return <OwnPrestige />
  return (
    <Profile
      notice={
        <>
          <DeletionNotice />
          <TierReached />
        </>
      }
      tier={<OwnTier />}
    />
  )
}
