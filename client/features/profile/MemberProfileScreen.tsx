import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'

import { Avatar } from '#client/ui/Avatar.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { ProfileFacts } from './ProfileFacts.tsx'
import { memberProfile } from './queries.ts'

export function Component() {
  const { memberId = '' } = useParams()
  const { data: profile } = useSuspenseQuery(memberProfile(memberId))
  return (
    <>
      <ScreenTitle>{profile.displayName}</ScreenTitle>
      <PageHeader
        picture={<Avatar name={profile.displayName} size="large" />}
        title={profile.displayName}
        lead={profile.headline}
      />
      <ProfileFacts profile={profile} />
    </>
  )
}
