import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'

import type { MemberProfile } from '#shared/members.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { ProfilePage } from './ProfilePage.tsx'
import { memberProfile } from './queries.ts'

interface Props {
  memberId: string
  /** What the viewer can do about this person. */
  Acts: ComponentType<{ member: Pick<MemberProfile, 'id' | 'displayName'> }>
}

export function OtherProfile({ memberId, Acts }: Props) {
  const { data: profile } = useSuspenseQuery(memberProfile(memberId))
  return (
    <>
      <ScreenTitle>{profile.displayName}</ScreenTitle>
      <ProfilePage profile={profile} actions={<Acts member={profile} />} />
    </>
  )
}
