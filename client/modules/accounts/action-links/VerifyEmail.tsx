import { useState } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/accounts/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { isDeadLink } from '#client/modules/accounts/sign-in/auth-errors.ts'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { ResendButton } from '#client/modules/accounts/sign-in/ResendButton.tsx'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { isVerifiedAccount, requestedPath } from '#client/modules/accounts/sign-in/verification-link.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { rememberReturn } from '#client/lib/auth/return-path.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { rich } from '#client/ui/rich.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { ClaimAccount } from './ClaimAccount.tsx'
import { isSameAddress, ownAddress, useOpenedLink } from './opened-link.ts'

type Outcome = 'verified' | 'dead' | 'removed'

/**
 * Verifies on a click, never on load: mail scanners open every link, and each works only once. One click is enough only
 * where the account is signed in: elsewhere the account may be one that someone else created with this address.
 */
export function VerifyEmail({ code, continueUrl }: { code: string; continueUrl: string | null }) {
  const auth = useAuth()
  const { provider, reload } = auth
  const { link, isPending, read } = useOpenedLink(code)
  const [outcome, setOutcome] = useState<Outcome>()

  function finish(next: Outcome) {
    if (next === 'verified') rememberReturn(requestedPath(continueUrl))
    setOutcome(next)
  }

  /** A second click on a link that already worked is not a failure. */
  async function readOutcome() {
    await reload().catch(() => undefined)
    const identity = await provider()
    const isVerified = (await isVerifiedAccount(continueUrl)) ?? identity.currentUser()?.emailVerified
    return isVerified ? 'verified' : 'dead'
  }

  const verify = useAction(async () => {
    const identity = await provider()
    try {
      const { data } = await identity.readLink(code)
      if (!isSameAddress(identity.currentUser()?.email, data.email)) {
        // The person has signed out meanwhile, or the server could not be asked before.
        if ((await read()).unverified) return
      }
      await identity.applyLink(code)
      await reload().catch(() => undefined)
      finish('verified')
    } catch (error) {
      if (!isDeadLink(error)) throw error
      finish(await readOutcome())
    }
  })

  const email = link?.email ?? ''
  if (outcome === 'verified') return <Verified />
  if (outcome === 'dead') return <DeadLink continueUrl={continueUrl} />
  if (outcome === 'removed') return <Removed email={email} />
  if (isPending) return <ScreenSpinner />
  if (link?.unverified && !isSameAddress(ownAddress(auth), email)) {
    return (
      <ClaimAccount
        code={code}
        email={email}
        created={link.unverified}
        onVerified={() => finish('verified')}
        onRemoved={() => finish('removed')}
        onDead={() => readOutcome().then(finish)}
      />
    )
  }
  return (
    <AccountCard title={m.verifyTitle()} lead={m.verifyLead()}>
      <FailureNotice error={verify.failure} />
      <Button busy={verify.busy && m.verifyBusy()} onClick={verify.start}>
        {m.verify()}
      </Button>
    </AccountCard>
  )
}

function Verified() {
  const { state } = useAuth()
  return (
    <AccountCard title={m.verifyDone()}>
      <Notice tone="success">{m.verifyDoneText()}</Notice>
      {state === 'signed-out' ? (
        <LinkButton to={paths.login}>{m.verifySignIn()}</LinkButton>
      ) : (
        <LinkButton to={paths.onboarding}>{m.continueOn()}</LinkButton>
      )}
    </AccountCard>
  )
}

const Removed = ({ email }: { email: string }) => (
  <AccountCard title={m.claimRemoved()}>
    <Notice tone="success">{rich(m.claimRemovedText({ email: <strong>{email}</strong> }))}</Notice>
    <LinkButton variant="secondary" to={paths.landing}>
      {m.verifyHome()}
    </LinkButton>
  </AccountCard>
)

function DeadLink({ continueUrl }: { continueUrl: string | null }) {
  const auth = useAuth()
  const signedIn = auth.state === 'signed-in'
  return (
    <AccountCard
      title={m.linkDeadTitle()}
      footer={
        <p>
          <Link to={paths.landing}>{m.verifyHome()}</Link>
        </p>
      }
    >
      {signedIn ? (
        <Notice tone="warning">{m.linkDead()}</Notice>
      ) : (
        <Notice tone="info">{m.verifyDeadSignedOut()}</Notice>
      )}
      {signedIn ? (
        <>
          <p>
            {rich(m.verifyCanSend({ email: <strong className={styles.address}>{auth.user.email}</strong> }))}
          </p>
          <ResendButton uid={auth.user.uid} continueUrl={continueUrl}>
            {m.verifySendNew()}
          </ResendButton>
        </>
      ) : (
        <LinkButton to={paths.login}>{m.signInTitle()}</LinkButton>
      )}
    </AccountCard>
  )
}
