import { useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { isDeadLink } from '#client/modules/accounts/sign-in/auth-errors.ts'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { renewToken } from '#client/modules/accounts/sign-in/renew-token.ts'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { rich } from '#client/ui/rich.tsx'

/** Confirms a new email, on a click and never on load: mail scanners open every link, and each works only once. */
export function ChangeEmail({ code }: { code: string }) {
  const { provider, signIn } = useAuth()
  const [changedTo, setChangedTo] = useState<string>()
  const [dead, setDead] = useState(false)

  const change = useAction(async () => {
    const identity = await provider()
    try {
      const { data } = await identity.readLink(code)
      await identity.applyLink(code)
      // The provider may end every session now: the person then signs in with the new email.
      await signIn(renewToken).catch(() => undefined)
      setChangedTo(data.email ?? '')
    } catch (error) {
      if (!isDeadLink(error)) throw error
      setDead(true)
    }
  })

  if (changedTo !== undefined) return <Changed email={changedTo} />
  if (dead) return <DeadLink />
  return (
    <AccountCard title={m.changeEmailTitle()} lead={m.changeEmailLead()}>
      <FailureNotice error={change.failure} />
      <Button busy={change.busy && m.changeEmailBusy()} onClick={change.start}>
        {m.changeEmail()}
      </Button>
    </AccountCard>
  )
}

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
