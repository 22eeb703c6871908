import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'

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
      <PageHeader title={profile.displayName} {...(profile.headline && { lead: profile.headline })} />
      <ProfileFacts profile={profile} />
    </>
  )
}
