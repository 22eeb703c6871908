import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import type { Viewer } from '#shared/profile.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import { editSearch, previewSearch } from './own-profile-url.ts'
import { ProfilePage } from './ProfilePage.tsx'
import styles from './ProfilePage.module.css'
import { profileSeenBy } from './queries.ts'

const VIEWER_NAMES: Record<Viewer, string> = {
  visitor: 'a visitor',
  member: 'a member',
  connection: 'a connection',
}
const VIEWER_TABS = [
  { value: 'visitor', label: 'Visitor' },
  { value: 'member', label: 'Member' },
  { value: 'connection', label: 'Connection' },
] as const

/** The own profile as the server sends it to others. */
export function ProfilePreview({ viewer }: { viewer: Viewer }) {
  const navigate = useNavigate()
  const { data: profile } = useSuspenseQuery(profileSeenBy(viewer))
  const who = VIEWER_NAMES[viewer]
  return (
    <div className={styles.screen}>
      <ScreenTitle>{`Profile preview as ${who}`}</ScreenTitle>
      <Notice
        tone="warning"
        title={`Previewing as ${who}`}
        actions={
          <>
            <LinkButton variant="secondary" to={paths.ownProfile}>
              Back to your profile
            </LinkButton>
            <LinkButton variant="secondary" to={editSearch('audience')}>
              Change visibility
            </LinkButton>
          </>
        }
      >
        This is a preview. You can’t edit here.
        {viewer === 'visitor' &&
          ' People who aren’t members can’t open your profile. They see these fields on the prestige page, once you’re listed there.'}
      </Notice>
      <Tabs
        label="Preview as"
        tabs={VIEWER_TABS}
        value={viewer}
        onChange={(next) => void navigate(previewSearch(next), { replace: true, preventScrollReset: true })}
      >
        <ProfilePage profile={profile} />
      </Tabs>
    </div>
  )
}
