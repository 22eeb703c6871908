import * as m from '#shared/accounts/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { CreateAccountForm } from '#client/modules/accounts/sign-in/CreateAccountForm.tsx'
import { LinkedEvent, useLinkedEvent } from '#client/modules/accounts/sign-in/LinkedEvent.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { linkTo } from '#client/ui/link-to.tsx'
import { rich } from '#client/ui/rich.tsx'

import { useOpenedInvitation } from './invitation.ts'
import { InvitationNotice } from './InvitationNotice.tsx'
import { OnboardingStep } from './OnboardingStep.tsx'

/** Onboarding step 1. */
export function CreateAccount({ email, token }: { email: string; token: string | undefined }) {
  const opened = useOpenedInvitation(token)
  const event = useLinkedEvent()
  if (opened.isLoading) return <ScreenSpinner />
  return (
    <OnboardingStep
      current={1}
      toEvent={event !== undefined}
      title={m.createAccountTitle()}
      lead={event ? m.createAccountLeadEvent() : m.createAccountLead()}
      footer={
        <p>
          {rich(
            m.createAccountHave({
              link: linkTo(paths.login),
            }),
          )}
        </p>
      }
    >
      <InvitationNotice invitation={opened.data} error={opened.error} />
      {event && <LinkedEvent short event={event} />}
      <CreateAccountForm email={email || (opened.data?.email ?? '')} />
    </OnboardingStep>
  )
}
