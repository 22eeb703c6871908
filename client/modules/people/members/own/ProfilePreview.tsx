import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/people/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { type Viewer, VIEWERS } from '#shared/people/profile.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Tabs } from '#client/ui/page/Tabs.tsx'
import { editSearch, previewSearch } from '#client/modules/people/members/own-profile-url.ts'
import { ProfilePage } from '#client/modules/people/members/ProfilePage.tsx'
import styles from '#client/modules/people/members/ProfilePage.module.css'
import { profileSeenBy } from '#client/modules/people/members/queries.ts'

const viewerTabs = () => VIEWERS.map((viewer) => ({ value: viewer, label: m.previewViewer({ viewer }) }))

/** One's own profile as the server sends it to others. */
export function ProfilePreview({ viewer }: { viewer: Viewer }) {
  const navigate = useNavigate()
  const { data: profile } = useSuspenseQuery(profileSeenBy(viewer))
  const [tabs] = useState(viewerTabs)
  return (
    <div className={styles.screen}>
      <ScreenTitle>{m.previewTitle({ viewer })}</ScreenTitle>
      <Notice
        tone="warning"
        title={m.previewNotice({ viewer })}
        actions={
          <>
            <LinkButton variant="secondary" to={paths.ownProfile}>
              {m.previewBack()}
            </LinkButton>
            <LinkButton variant="secondary" to={editSearch('visibility')}>
              {m.previewVisibility()}
            </LinkButton>
          </>
        }
      >
        {m.previewText()}
        {viewer === 'visitor' && ` ${m.previewVisitor()}`}
      </Notice>
      <Tabs
        label={m.previewAs()}
        tabs={tabs}
        value={viewer}
        onChange={(next) => void navigate(previewSearch(next), { replace: true, preventScrollReset: true })}
      >
        <ProfilePage profile={profile} />
      </Tabs>
    </div>
  )
}
