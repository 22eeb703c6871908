import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router-dom'

import type { MemberStatus } from '#shared/profile.ts'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { ownProfile } from '#client/lib/own-profile.ts'
import { Notice } from '#client/ui/Notice.tsx'

import { AsksAndAudience } from './AsksAndAudience.tsx'
import type { ProfileStepProps } from './OnboardingStep.tsx'
import { WhoYouAre } from './WhoYouAre.tsx'

export interface ProfileFields {
  AboutYou: ProfileStepProps['Fields']
  AsksAndVisibility: ProfileStepProps['Fields']
}

/** Steps 3 and 4. A person who left after the third continues with the fourth. */
export function ProfileSteps({ status, ...fields }: ProfileFields & { status: MemberStatus | undefined }) {
  if (status === 'pending') return <AwaitingApproval />
  return <Steps {...fields} />
}

function Steps({ AboutYou, AsksAndVisibility }: ProfileFields) {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const [search] = useSearchParams()
  const step = search.get('step')
  // In the URL, so that going back from the fourth leads to the third.
  if (!step) return <Navigate to={`?step=${profile.displayName ? 4 : 3}`} replace />
  return step === '4' ? (
    <AsksAndAudience profile={profile} Fields={AsksAndVisibility} />
  ) : (
    <WhoYouAre profile={profile} Fields={AboutYou} />
  )
}

const AwaitingApproval = () => (
  <AccountCard title="Email verified">
    <Notice tone="info" title="Waiting for approval">
      An admin reviews each new member. You’ll get access once you’re approved.
    </Notice>
  </AccountCard>
)
