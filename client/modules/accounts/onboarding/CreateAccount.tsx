import type { ReactNode } from 'react'

import * as m from '#shared/accounts/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { CreateAccountForm } from '#client/modules/accounts/sign-in/CreateAccountForm.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { linkTo } from '#client/ui/link-to.tsx'
import { rich } from '#client/ui/rich.tsx'

import { useOpenedInvitation } from './invitation.ts'
import { InvitationNotice } from './InvitationNotice.tsx'
import { OnboardingStep } from './OnboardingStep.tsx'

export interface CreateAccountProps {
  email: string
  token: string | undefined
}

interface Props extends CreateAccountProps {
  /** The event whose link led here. */
  linkedEvent: ReactNode
}

/** Onboarding step 1. */
export function CreateAccount({ email, token, linkedEvent }: Props) {
  const opened = useOpenedInvitation(token)
  if (opened.isLoading) return <ScreenSpinner />
  return (
    <OnboardingStep
      current={1}
      toEvent={linkedEvent !== undefined}
      title={m.createAccountTitle()}
      lead={linkedEvent ? m.createAccountLeadEvent() : m.createAccountLead()}
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
      {linkedEvent}
      <CreateAccountForm email={email || (opened.data?.email ?? '')} invitation={token} />
    </OnboardingStep>
  )
}
