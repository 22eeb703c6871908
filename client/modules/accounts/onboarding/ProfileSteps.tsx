import { useSuspenseQueries } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router-dom'

import { paths } from '#shared/lib/paths.ts'
import type { MembershipStatus } from '#shared/people/profile.ts'
import { requestedEventId } from '#client/modules/accounts/sign-in/destination.ts'
import { returnPath } from '#client/lib/auth/return-path.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'

import { AsksStep } from './AsksStep.tsx'
import { importedProfile } from './invitation.ts'
import type { ProfileStepProps } from './OnboardingStep.tsx'
import { WhoYouAre } from './WhoYouAre.tsx'
import { YourName } from './YourName.tsx'

export interface ProfileFields {
  AboutYou: ProfileStepProps['Fields']
  AsksAndVisibility: ProfileStepProps['Fields']
}

/**
 * Onboarding steps 3 and 4, including for people who await approval. A person who left after the third continues
 * with the fourth.
 */
export function ProfileSteps({
  status,
  ...fields
}: ProfileFields & { status: MembershipStatus | undefined }) {
  // The screens behind the guard show the reason.
  if (status !== 'active' && status !== 'pending') return <Navigate to={paths.dashboard} replace />
  return <Steps status={status} {...fields} />
}

function Steps({ status, AboutYou, AsksAndVisibility }: ProfileFields & { status: MembershipStatus }) {
  const [{ data: profile }, { data: imported }] = useSuspenseQueries({
    queries: [ownProfile, importedProfile],
  })
  const [search] = useSearchParams()
  const step = search.get('step')
  // Another tab has finished.
  if (!step && profile.onboardedAt !== undefined) return <Navigate to={returnPath()} replace />
  const { displayName = '', ...others } = imported
  // Admins decide by the whole profile, and imported fields are shown before they are saved.
  const isQuick = status === 'active' && requestedEventId() !== undefined && Object.keys(others).length === 0
  if (isQuick && !step) return <YourName profile={profile} suggestion={displayName} />
  // Part of the URL, so that going back from the fourth leads to the third.
  if (!step) return <Navigate to={`?step=${profile.displayName ? 4 : 3}`} replace />
  return step === '4' ? (
    <AsksStep profile={profile} Fields={AsksAndVisibility} />
  ) : (
    <WhoYouAre profile={profile} imported={imported} Fields={AboutYou} />
  )
}
