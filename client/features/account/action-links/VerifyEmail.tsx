import { useState } from 'react'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import styles from '#client/features/account/account.module.css'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { isDeadLink } from '#client/features/account/auth-errors.ts'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { ResendButton } from '#client/features/account/ResendButton.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { wantedPath } from '#client/features/account/verification-link.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { rememberReturn } from '#client/lib/return-path.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'

type Outcome = 'verified' | 'dead link'

/** On a click, never by itself: mail scanners open every link, and each works only once. */
export function VerifyEmail({ code, continueUrl }: { code: string; continueUrl: string | null }) {
  const { provider, reload } = useAuth()
  const [outcome, setOutcome] = useState<Outcome>()

  const verify = useCommand(async () => {
    const identity = await provider()
    try {
      await identity.applyLink(code)
      setOutcome('verified')
      rememberReturn(wantedPath(continueUrl))
      await reload().catch(() => undefined)
    } catch (error) {
      if (!isDeadLink(error)) throw error
      // A second click on a link that has done its work is no failure.
      await reload().catch(() => undefined)
      setOutcome(identity.currentUser()?.emailVerified ? 'verified' : 'dead link')
    }
  })

  if (outcome === 'verified') return <Verified />
  if (outcome === 'dead link') return <DeadLink continueUrl={continueUrl} />
  return (
    <AccountCard title="Verify your email address" lead="One click, and the address is known to be yours.">
      <FailureNotice error={verify.failure} />
      <Button busy={verify.busy && 'Verifying…'} onClick={verify.start}>
        Verify my address
      </Button>
    </AccountCard>
  )
}

function Verified() {
  const { state } = useAuth()
  return (
    <AccountCard title="Your address is verified">
      <Notice tone="success">Thank you. You can close this page, or go on right here.</Notice>
      {state === 'signed-out' ? (
        <LinkButton to={paths.login}>Sign in and go on</LinkButton>
      ) : (
        <LinkButton to={paths.onboarding}>Go on</LinkButton>
      )}
    </AccountCard>
  )
}

function DeadLink({ continueUrl }: { continueUrl: string | null }) {
  const auth = useAuth()
  const signedIn = auth.state === 'signed-in'
  return (
    <AccountCard
      title="This link does not work any more"
      footer={
        <p>
          <Link to={paths.landing}>Go to the start page</Link>
        </p>
      }
    >
      <Notice tone="warning">
        It has expired, was used already, or a newer one was sent.
        {!signedIn &&
          ' If your address is verified by now, simply sign in; if not, we send you a new link then.'}
      </Notice>
      {signedIn ? (
        <>
          <p>
            We can send a new one to <strong className={styles.address}>{auth.user.email}</strong>
          </p>
          <ResendButton uid={auth.user.uid} continueUrl={continueUrl}>
            Send a new link
          </ResendButton>
        </>
      ) : (
        <LinkButton to={paths.login}>Sign in</LinkButton>
      )}
    </AccountCard>
  )
}
