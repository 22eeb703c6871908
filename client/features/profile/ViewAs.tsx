import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import type { Viewer } from '#shared/profile.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import { editSearch } from './edit/sections.ts'
import { ProfilePage } from './ProfilePage.tsx'
import styles from './profile.module.css'
import { profileSeenBy } from './queries.ts'
import { viewAsSearch } from './viewers.ts'

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

/** One's own profile as the server answers it to others. */
export function ViewAs({ viewer }: { viewer: Viewer }) {
  const navigate = useNavigate()
  const { data: profile } = useSuspenseQuery(profileSeenBy(viewer))
  const who = VIEWER_NAMES[viewer]
  return (
    <div className={styles.screen}>
      <ScreenTitle>{`Your profile, seen by ${who}`}</ScreenTitle>
      <Notice
        tone="warning"
        title={`This is what ${who} sees`}
        actions={
          <>
            <LinkButton variant="secondary" to={paths.ownProfile}>
              Back to your profile
            </LinkButton>
            <LinkButton variant="secondary" to={editSearch('audience')}>
              Change who sees what
            </LinkButton>
          </>
        }
      >
        All of it, and nothing else. You can change nothing while you look through their eyes.
      </Notice>
      <Tabs
        label="Look through the eyes of"
        tabs={VIEWER_TABS}
        value={viewer}
        onChange={(next) => void navigate(viewAsSearch(next), { replace: true, preventScrollReset: true })}
      >
        <ProfilePage profile={profile} />
      </Tabs>
    </div>
  )
}
