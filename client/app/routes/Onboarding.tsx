import { Suspense } from 'react'

import { lazyPart } from '#client/lib/lazy-part.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { readSettings } from '#client/lib/settings.ts'
import { useScreensAhead } from '#client/lib/use-screens-ahead.ts'
import { CreateAccount, type CreateAccountProps } from '#client/modules/accounts/onboarding/CreateAccount.tsx'
import { OnboardingScreen } from '#client/modules/accounts/onboarding/OnboardingScreen.tsx'
import { requestedEventId } from '#client/modules/accounts/sign-in/destination.ts'
import { LinkedEvent, useLinkedEvent } from '#client/modules/events/public-events/LinkedEvent.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

/** Onboarding with the event whose link led here, which belongs to a later module than accounts. */
function Onboarding() {
  const auth = useAuth()
  const isMember = auth.state === 'signed-in' && auth.user.emailVerified && auth.user.member
  useScreensAhead(isMember && requestedEventId() !== undefined && screenOfEvent)
  return (
    <>
      <OnboardingScreen
        CreateAccount={CreateAccountForEvent}
        AboutYou={AboutYouFields}
        AsksAndVisibility={AsksAndVisibilityFields}
      />
      {isMember && readSettings().COMMUNITY?.agreement && (
        <Suspense>
          <TermsQuestion />
        </Suspense>
      )}
    </>
  )
}

const screenOfEvent = () => import('./Event.tsx')

function CreateAccountForEvent(props: CreateAccountProps) {
  const event = useLinkedEvent()
  return <CreateAccount {...props} linkedEvent={event && <LinkedEvent short event={event} />} />
}

/** Downloaded with the third step, since visitors see only the first. */
const loadFields = () => import('#client/modules/people/members/onboarding-fields.tsx')
const AboutYouFields = lazyPart(loadFields, 'AboutYouFields')
const AsksAndVisibilityFields = lazyPart(loadFields, 'AsksAndVisibilityFields')

const TermsQuestion = lazyPart(
  () => import('#client/modules/accounts/terms/TermsQuestion.tsx'),
  'TermsQuestion',
)

export const Component = asScreen(Onboarding)
