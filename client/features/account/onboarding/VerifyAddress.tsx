import { useEffect, useState } from 'react'

import type { SessionUser } from '#shared/session.ts'
import styles from '#client/features/account/account.module.css'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { ResendButton } from '#client/features/account/ResendButton.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { wasSent } from '#client/features/account/verification-link.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import { OnboardingStep } from './OnboardingStep.tsx'

/** Milliseconds. Each look is a request to the identity provider. */
const LOOK_EVERY = 4_000

/** Step 2. Goes on by itself: once the address is verified, onboarding shows the next step. */
export function VerifyAddress({ user }: { user: SessionUser }) {
  const { signOut } = useAuth()
  const [sent, setSent] = useState(() => wasSent(user.uid))
  const startOver = useCommand(signOut)
  useLooksForVerification()
  return (
    <OnboardingStep current={2} title="Verify your email address">
      <div>
        <p>{sent ? 'We sent a link to' : 'This address is not verified yet:'}</p>
        <p className={styles.address}>{user.email}</p>
      </div>
      {sent ? (
        <>
          <p>
            Open the email and follow the link in it, on this device or another. This page notices by itself.
            Nothing there after a few minutes? Look into the spam folder.
          </p>
          <div className={styles.actions}>
            <Spinner label="Waiting until the address is verified" />
            <span className={styles.quiet} aria-hidden="true">
              Waiting until the address is verified…
            </span>
          </div>
        </>
      ) : (
        <p>We send you a link, so that nobody else can use your address here.</p>
      )}
      <ResendButton uid={user.uid} onSent={() => setSent(true)}>
        {sent ? 'Send it again' : 'Send me the link'}
      </ResendButton>
      <FailureNotice error={startOver.failure} />
      <div>
        <Button variant="quiet" busy={startOver.busy && 'One moment…'} onClick={startOver.start}>
          Use another address
        </Button>
      </div>
    </OnboardingStep>
  )
}

/** While the page is seen, and at once when someone comes back to it from their emails. */
function useLooksForVerification() {
  const { reload } = useAuth()
  useEffect(() => {
    let looking = false
    const look = async () => {
      if (looking || document.visibilityState === 'hidden') return
      looking = true
      // Out of reach this time; there is a next.
      await reload().catch(() => undefined)
      looking = false
    }
    const timer = setInterval(look, LOOK_EVERY)
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [reload])
}
