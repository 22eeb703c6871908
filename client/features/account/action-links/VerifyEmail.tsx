import { useState } from 'react'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import styles from '#client/features/account/account.module.css'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { isDeadLink } from '#client/features/account/auth-errors.ts'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { ResendButton } from '#client/features/account/ResendButton.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { isVerifiedAccount, requestedPath } from '#client/features/account/verification-link.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { rememberReturn } from '#client/lib/return-path.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'

type Outcome = 'verified' | 'dead link'

/** On a click, never on load: mail scanners open every link, and each works only once. */
export function VerifyEmail({ code, continueUrl }: { code: string; continueUrl: string | null }) {
  const { provider, reload } = useAuth()
  const [outcome, setOutcome] = useState<Outcome>()

  const verify = useCommand(async () => {
    const identity = await provider()
    try {
      await identity.applyLink(code)
      setOutcome('verified')
      rememberReturn(requestedPath(continueUrl))
      await reload().catch(() => undefined)
    } catch (error) {
      if (!isDeadLink(error)) throw error
      // A second click on a link that already worked is not a failure.
      await reload().catch(() => undefined)
      const isVerified = (await isVerifiedAccount(continueUrl)) ?? identity.currentUser()?.emailVerified
      setOutcome(isVerified ? 'verified' : 'dead link')
    }
  })

  if (outcome === 'verified') return <Verified />
  if (outcome === 'dead link') return <DeadLink continueUrl={continueUrl} />
  return (
    <AccountCard title="Verify your email" lead="Confirm that this is your email address.">
      <FailureNotice error={verify.failure} />
      <Button busy={verify.busy && 'Verifying…'} onClick={verify.start}>
        Verify email
      </Button>
    </AccountCard>
  )
}

function Verified() {
  const { state } = useAuth()
  return (
    <AccountCard title="Email verified">
      <Notice tone="success">You can close this page or continue here.</Notice>
      {state === 'signed-out' ? (
        <LinkButton to={paths.login}>Sign in to continue</LinkButton>
      ) : (
        <LinkButton to={paths.onboarding}>Continue</LinkButton>
      )}
    </AccountCard>
  )
}

function DeadLink({ continueUrl }: { continueUrl: string | null }) {
  const auth = useAuth()
  const signedIn = auth.state === 'signed-in'
  return (
    <AccountCard
      title="This link no longer works"
      footer={
        <p>
          <Link to={paths.landing}>Go to the home page</Link>
        </p>
      }
    >
      {signedIn ? (
        <Notice tone="warning">It has expired, was already used, or was replaced by a newer one.</Notice>
      ) : (
        <Notice tone="info">
          Each link works once. If you already verified your email, sign in to continue. If not, sign in to
          get a new link.
        </Notice>
      )}
      {signedIn ? (
        <>
          <p>
            We can send a new link to <strong className={styles.address}>{auth.user.email}</strong>
          </p>
          <ResendButton uid={auth.user.uid} continueUrl={continueUrl}>
            Send new link
          </ResendButton>
        </>
      ) : (
        <LinkButton to={paths.login}>Sign in</LinkButton>
      )}
    </AccountCard>
  )
}
