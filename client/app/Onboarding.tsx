import { lazy, Suspense } from 'react'

import { useAuth } from '#client/lib/auth.tsx'
import { readSettings } from '#client/lib/settings.ts'
import { OnboardingScreen } from '#client/features/account/onboarding/OnboardingScreen.tsx'

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

/** Downloaded with the third step: most of them are worth nothing to visitors, who see the first. */
const loadFields = () => import('#client/features/profile/onboarding-fields.tsx')
const AboutYouFields = lazy(async () => ({ default: (await loadFields()).AboutYouFields }))
const AsksAndVisibilityFields = lazy(async () => ({ default: (await loadFields()).AsksAndVisibilityFields }))

const ConsentQuestion = lazy(async () => ({
  default: (await import('#client/features/consent/ConsentQuestion.tsx')).ConsentQuestion,
}))
