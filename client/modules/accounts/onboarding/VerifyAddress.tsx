import * as m from '#shared/accounts/messages.ts'
import type { SessionUser } from '#shared/accounts/sessions.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { ResendButton } from '#client/modules/accounts/sign-in/ResendButton.tsx'
import { requestedEventId } from '#client/modules/accounts/sign-in/destination.ts'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { usePoll } from '#client/modules/accounts/sign-in/use-poll.ts'
import { useWasSent } from '#client/modules/accounts/sign-in/verification-link.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { OnboardingStep } from './OnboardingStep.tsx'

/** Step 2. Updates automatically: once the address is verified, onboarding shows the next step. */
export function VerifyAddress({ user }: { user: SessionUser }) {
  const { reload, signOut } = useAuth()
  const sent = useWasSent(user.uid)
  const startOver = useAction(signOut)
  usePoll(reload)
  return (
    <OnboardingStep current={2} toEvent={requestedEventId() !== undefined} title={m.verifyTitle()}>
      <div>
        <p>{sent ? m.verifySent() : m.verifyNotYet()}</p>
        <p className={styles.address}>{user.email}</p>
      </div>
      {sent ? (
        <>
          <p>{m.verifyOpen()}</p>
          <div className={styles.actions}>
            <Spinner label={m.verifyWaitingLabel()} />
            <span className={patterns.muted} aria-hidden="true">
              {m.verifyWaiting()}
            </span>
          </div>
        </>
      ) : (
        <p>{m.verifyWillSend()}</p>
      )}
      <ResendButton uid={user.uid}>{sent ? m.resendEmail() : m.sendLink()}</ResendButton>
      <FailureNotice error={startOver.failure} />
      <div>
        <Button variant="quiet" busy={startOver.busy && m.signingOut()} onClick={startOver.start}>
          {m.useAnotherEmail()}
        </Button>
      </div>
    </OnboardingStep>
  )
}
