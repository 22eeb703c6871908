import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'

import type { MemberProfile } from '#shared/people/members.ts'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'

import { ProfilePage } from './ProfilePage.tsx'
import { memberProfile } from './queries.ts'

interface Props {
  memberId: string
  /** The viewer's relationship with the member, and its actions. */
  Actions: ComponentType<{ member: Pick<MemberProfile, 'id' | 'displayName'> }>
  /** History of the two. */
  Together: ComponentType<{ member: MemberProfile }>
}

export function OtherProfile({ memberId, Actions, Together }: Props) {
  const { data: profile } = useSuspenseQuery(memberProfile(memberId))
  return (
    <>
      <ScreenTitle>{profile.displayName}</ScreenTitle>
      <ProfilePage profile={profile} actions={<Actions member={profile} />} />
      <Together member={profile} />
    </>
  )
}
