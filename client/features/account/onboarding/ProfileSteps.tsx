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

/** Steps 3 and 4. Whoever left after the third goes on with the fourth. */
export function ProfileSteps({ status, ...fields }: ProfileFields & { status: MemberStatus | undefined }) {
  if (status === 'pending') return <Waiting />
  return <Steps {...fields} />
}

function Steps({ AboutYou, AsksAndVisibility }: ProfileFields) {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const [search] = useSearchParams()
  const wanted = search.get('step')
  // Said in the address, so that the way back from the fourth leads to the third.
  if (!wanted) return <Navigate to={`?step=${profile.displayName ? 4 : 3}`} replace />
  return wanted === '4' ? (
    <AsksAndAudience profile={profile} Fields={AsksAndVisibility} />
  ) : (
    <WhoYouAre profile={profile} Fields={AboutYou} />
  )
}

const Waiting = () => (
  <AccountCard title="Your address is verified">
    <Notice tone="info" title="One thing is not up to you">
      New members of this network are approved by the people who run it. You can come in as soon as one of
      them has.
    </Notice>
  </AccountCard>
)
