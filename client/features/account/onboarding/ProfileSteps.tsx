import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import type { MembershipStatus } from '#shared/profile.ts'
import { ownProfile } from '#client/lib/own-profile.ts'

import { AsksAndAudience } from './AsksAndAudience.tsx'
import { importedProfile } from './invitation.ts'
import type { ProfileStepProps } from './OnboardingStep.tsx'
import { WhoYouAre } from './WhoYouAre.tsx'

export interface ProfileFields {
  AboutYou: ProfileStepProps['Fields']
  AsksAndVisibility: ProfileStepProps['Fields']
}

/** Steps 3 and 4, also for those who await approval. A person who left after the third continues with the fourth. */
export function ProfileSteps({
  status,
  ...fields
}: ProfileFields & { status: MembershipStatus | undefined }) {
  // The screens behind the guard say why.
  if (status !== 'active' && status !== 'pending') return <Navigate to={paths.dashboard} replace />
  return <Steps {...fields} />
}

function Steps({ AboutYou, AsksAndVisibility }: ProfileFields) {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const { data: imported } = useSuspenseQuery(importedProfile)
  const [search] = useSearchParams()
  const step = search.get('step')
  // In the URL, so that going back from the fourth leads to the third.
  if (!step) return <Navigate to={`?step=${profile.displayName ? 4 : 3}`} replace />
  return step === '4' ? (
    <AsksAndAudience profile={profile} Fields={AsksAndVisibility} />
  ) : (
    <WhoYouAre profile={profile} imported={imported} Fields={AboutYou} />
  )
}
