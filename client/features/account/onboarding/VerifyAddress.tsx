import type { SessionUser } from '#shared/session.ts'
import styles from '#client/features/account/account.module.css'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { ResendButton } from '#client/features/account/ResendButton.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { usePoll } from '#client/features/account/use-poll.ts'
import { useWasSent } from '#client/features/account/verification-link.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import { OnboardingStep } from './OnboardingStep.tsx'

/** Step 2. Updates automatically: once the address is verified, onboarding shows the next step. */
export function VerifyAddress({ user }: { user: SessionUser }) {
  const { reload, signOut } = useAuth()
  const sent = useWasSent(user.uid)
  const startOver = useCommand(signOut)
  usePoll(reload)
  return (
    <OnboardingStep current={2} title="Verify your email">
      <div>
        <p>{sent ? 'We sent a link to' : 'This email isn’t verified yet:'}</p>
        <p className={styles.address}>{user.email}</p>
      </div>
      {sent ? (
        <>
          <p>
            Open the link in the email, on this device or another. This page updates automatically. Nothing
            after a few minutes? Check your spam folder.
          </p>
          <div className={styles.actions}>
            <Spinner label="Waiting for verification" />
            <span className={styles.quiet} aria-hidden="true">
              Waiting for verification…
            </span>
          </div>
        </>
      ) : (
        <p>We’ll email you a link to confirm that it’s yours.</p>
      )}
      <ResendButton uid={user.uid}>{sent ? 'Resend email' : 'Send link'}</ResendButton>
      <FailureNotice error={startOver.failure} />
      <div>
        <Button variant="quiet" busy={startOver.busy && 'Signing out…'} onClick={startOver.start}>
          Use another email
        </Button>
      </div>
    </OnboardingStep>
  )
}
