import { lazy, Suspense } from 'react'

import { useAuth } from '#client/lib/auth.tsx'
import { readSettings } from '#client/lib/settings.ts'
import { OnboardingScreen } from '#client/features/account/onboarding/OnboardingScreen.tsx'
import { AboutYouFields, AsksAndVisibilityFields } from '#client/features/profile/profile-fields.tsx'

/** Onboarding with the fields of the profile. Features know nothing of each other. */
export function Component() {
  const auth = useAuth()
  const isMember = auth.state === 'signed-in' && auth.user.emailVerified && auth.user.member
  return (
    <>
      <OnboardingScreen AboutYou={AboutYouFields} AsksAndVisibility={AsksAndVisibilityFields} />
      {isMember && readSettings().COMMUNITY?.consent && (
        <Suspense>
          <ConsentQuestion />
        </Suspense>
      )}
    </>
  )
}

const ConsentQuestion = lazy(async () => ({
  default: (await import('#client/features/consent/ConsentQuestion.tsx')).ConsentQuestion,
}))
