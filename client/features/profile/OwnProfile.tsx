import { lazy, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import type { OwnProfile as Profile } from '#shared/members.ts'
import { paths } from '#shared/paths.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { useToast } from '#client/ui/toast.ts'

import { sectionOfAddress } from './edit/sections.ts'
import { OwnProfileView } from './OwnProfileView.tsx'
import { useOwnProfileSaved } from './queries.ts'
import { viewerOfAddress } from './viewers.ts'

const EditProfile = lazy(async () => ({ default: (await import('./edit/EditProfile.tsx')).EditProfile }))
const ViewAs = lazy(async () => ({ default: (await import('./ViewAs.tsx')).ViewAs }))

interface Props {
  /** Above the profile: what the person should know before anything else. */
  notice: ReactNode
  /** The last tab of the edit screen. */
  account: ReactNode
}

/** One path, three faces: the profile, its form (`?edit=…`), and how others see it (`?as=…`). */
export function OwnProfile({ notice, account }: Props) {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const address = useLocation()
  const section = sectionOfAddress(address)
  const viewer = viewerOfAddress(address)
  const saving = useSaving()

  if (viewer) return <ViewAs viewer={viewer} />
  if (section) return <EditProfile profile={profile} section={section} account={account} {...saving} />
  return <OwnProfileView profile={profile} notice={notice} />
}

function useSaving() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const putInPlace = useOwnProfileSaved()
  return {
    onSaved: async (saved: Profile) => {
      await putInPlace(saved)
      toast('Your profile is saved.', { tone: 'success' })
      await navigate(paths.ownProfile)
    },
    // Without a server this says so at once; by default it would wait for one in silence.
    reload: () => cache.fetchQuery({ ...ownProfile, staleTime: 0, networkMode: 'always', retry: false }),
  }
}
