import { useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { explainAuth, isDeadLink } from '#client/modules/accounts/sign-in/auth-errors.ts'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { GoogleButton } from '#client/modules/accounts/sign-in/GoogleButton.tsx'
import { renewToken } from '#client/modules/accounts/sign-in/renew-token.ts'
import { SignInFailure } from '#client/modules/accounts/sign-in/SignInFailure.tsx'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { rich } from '#client/ui/rich.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { PresentPassword } from '#client/modules/accounts/sign-in/password-fields.tsx'

import { isSameAddress, ownAddress, useOpenedLink } from './opened-link.ts'

/**
 * Confirms a new email, on a click and never on load: mail scanners open every link, and each works only once. The
 * account has to be signed in: it may be someone else's, to whom a click must not give this address.
 */
export function ChangeEmail({ code }: { code: string }) {
  const auth = useAuth()
  const { provider, signIn } = auth
  const { link, isPending, read } = useOpenedLink(code)
  const [changedTo, setChangedTo] = useState<string>()
  const [dead, setDead] = useState(false)

  async function confirm() {
    const identity = await provider()
    try {
      const { data } = await identity.readLink(code)
      if (!isSameAddress(identity.currentUser()?.email, data.previousEmail)) {
        await read()
        return
      }
      await identity.applyLink(code)
      // The provider may end every session now: the person then signs in with the new email.
      await signIn(renewToken).catch(() => undefined)
      setChangedTo(data.email ?? '')
    } catch (error) {
      if (!isDeadLink(error)) throw error
      setDead(true)
    }
  }
  const change = useAction(confirm)

  if (changedTo !== undefined) return <Changed email={changedTo} />
  if (dead) return <DeadLink />
  if (isPending) return <ScreenSpinner />
  const { email, newEmail } = link ?? {}
  if (email && newEmail && !isSameAddress(ownAddress(auth), email))
    return <SignInFirst email={email} newEmail={newEmail} onSignedIn={confirm} />
  return (
    <AccountCard title={m.changeEmailTitle()} lead={m.changeEmailLead()}>
      <FailureNotice error={change.failure} />
      <Button busy={change.busy && m.changeEmailBusy()} onClick={change.start}>
        {m.changeEmail()}
      </Button>
    </AccountCard>
  )
}

interface SignInFirstProps {
  email: string
  newEmail: string
  onSignedIn: () => Promise<void>
}

function SignInFirst({ email, newEmail, onSignedIn }: SignInFirstProps) {
  const auth = useAuth()
  const own = ownAddress(auth)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }): Record<string, string> =>
      password ? {} : { password: m.signInPasswordMissing() },
    submit: async ({ password }) => {
      await auth.signIn((identity) => identity.signInWithEmail(email, password))
      await onSignedIn()
    },
    explain: explainAuth,
  })
  return (
    <AccountCard title={m.changeEmailTitle()} footer={<p>{m.changeEmailNotMine()}</p>}>
      <p>{rich(m.changeEmailSignInFirst({ email: address(email), newEmail: address(newEmail) }))}</p>
      {own && <p>{m.linkSignedInAs({ email: own })}</p>}
      <form {...form.props} className={styles.form}>
        <PresentPassword form={form} email={email} />
        <SignInFailure failure={form.failure} />
        <Button type="submit" busy={form.busy && m.changeEmailBusy()}>
          {m.changeEmailConfirm()}
        </Button>
      </form>
      <p className={styles.or}>{m.signInOr()}</p>
      <GoogleButton>{m.signInWithGoogle()}</GoogleButton>
    </AccountCard>
  )
}

const address = (text: string) => <strong className={styles.wrapping}>{text}</strong>

function Changed({ email }: { email: string }) {
  const { state } = useAuth()
  return (
    <AccountCard title={m.changeEmailDone()}>
      <Notice tone="success">
        {rich(m.changeEmailDoneText({ email: <strong className={styles.address}>{email}</strong> }))}
      </Notice>
      {state === 'signed-out' ? (
        <LinkButton to={paths.login}>{m.changeEmailSignIn()}</LinkButton>
      ) : (
        <LinkButton to={settingsPath()}>{m.goToSettings()}</LinkButton>
      )}
    </AccountCard>
  )
}

const DeadLink = () => (
  <AccountCard title={m.linkDeadTitle()}>
    <Notice tone="warning">{m.changeEmailDead()}</Notice>
    <LinkButton to={settingsPath()}>{m.goToSettings()}</LinkButton>
  </AccountCard>
)
