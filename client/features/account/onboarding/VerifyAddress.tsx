import { useEffect } from 'react'

import type { SessionUser } from '#shared/session.ts'
import styles from '#client/features/account/account.module.css'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { ResendButton } from '#client/features/account/ResendButton.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { useWasSent } from '#client/features/account/verification-link.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import { OnboardingStep } from './OnboardingStep.tsx'

/** Milliseconds. Each poll is a request to the identity provider. */
const POLL_EVERY = 4_000

/** Step 2. Updates automatically: once the address is verified, onboarding shows the next step. */
export function VerifyAddress({ user }: { user: SessionUser }) {
  const { signOut } = useAuth()
  const sent = useWasSent(user.uid)
  const startOver = useCommand(signOut)
  usePollForVerification()
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

/** While the page is visible, and at once when the person returns to it from their inbox. */
function usePollForVerification() {
  const { reload } = useAuth()
  useEffect(() => {
    let polling = false
    const poll = async () => {
      if (polling || document.visibilityState === 'hidden') return
      polling = true
      // Unreachable this time; the next poll tries again.
      await reload().catch(() => undefined)
      polling = false
    }
    const timer = setInterval(poll, POLL_EVERY)
    document.addEventListener('visibilitychange', poll)
    addEventListener('focus', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
      removeEventListener('focus', poll)
    }
  }, [reload])
}
