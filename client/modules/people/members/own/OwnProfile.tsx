import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/people/messages.ts'
import type { OwnProfile as Profile } from '#shared/people/members.ts'
import { paths } from '#shared/lib/paths.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useToast } from '#client/lib/toast.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { sectionOfUrl, viewerOfUrl } from '#client/modules/people/members/own-profile-url.ts'
import { useOwnProfileSaved } from '#client/modules/people/members/queries.ts'

import { OwnProfileView } from './OwnProfileView.tsx'

const EditProfile = lazyPart(
  () => import('#client/modules/people/members/edit/EditProfile.tsx'),
  'EditProfile',
)
const ProfilePreview = lazyPart(() => import('./ProfilePreview.tsx'), 'ProfilePreview')

interface Props {
  /** Shown above the profile. */
  notice: ReactNode
  /** Shown below the name. */
  tier: ReactNode
}

/** One path, three views: the profile, the editor (`?edit=…`) and the preview as others (`?as=…`). */
export function OwnProfile(shown: Props) {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const url = useLocation()
  const section = sectionOfUrl(url)
  const viewer = viewerOfUrl(url)
  const saving = useSaving()

  if (viewer) return <ProfilePreview viewer={viewer} />
  if (section) return <EditProfile profile={profile} section={section} {...saving} />
  return <OwnProfileView profile={profile} {...shown} />
}

function useSaving() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const showSaved = useOwnProfileSaved()
  return {
    onSaved: async (saved: Profile) => {
      await showSaved(saved)
      toast(m.editSaved(), { tone: 'success' })
      await navigate(paths.ownProfile)
    },
    onPhotoSaved: async (saved: Profile) => {
      await showSaved(saved)
      toast(m.editPhotoSaved(), { tone: 'success' })
    },
    // Fails at once without a connection; by default it would wait silently for one.
    reload: () => cache.fetchQuery({ ...ownProfile, staleTime: 0, networkMode: 'always', retry: false }),
  }
}
