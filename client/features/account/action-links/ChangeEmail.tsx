import { useState } from 'react'

import { paths } from '#shared/paths.ts'
import { settingsPath } from '#shared/settings-paths.ts'
import styles from '#client/features/account/account.module.css'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { isDeadLink } from '#client/features/account/auth-errors.ts'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { renewToken } from '#client/features/account/renew-token.ts'
import { useCommand } from '#client/features/account/use-command.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'

/** Confirms a new email, on a click and never on load: mail scanners open every link, and each works only once. */
export function ChangeEmail({ code }: { code: string }) {
  const { provider, signIn } = useAuth()
  const [changedTo, setChangedTo] = useState<string>()
  const [dead, setDead] = useState(false)

  const change = useCommand(async () => {
    const identity = await provider()
    try {
      const { data } = await identity.readLink(code)
      await identity.applyLink(code)
      // The provider may end every session now: then the person signs in with the new email.
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
    <AccountCard title="Confirm your new email" lead="You’ll use it to sign in from now on.">
      <FailureNotice error={change.failure} />
      <Button busy={change.busy && 'Changing…'} onClick={change.start}>
        Change email
      </Button>
    </AccountCard>
  )
}

function Changed({ email }: { email: string }) {
  const { state } = useAuth()
  return (
    <AccountCard title="Email changed">
      <Notice tone="success">
        Your account uses <strong className={styles.address}>{email}</strong> now.
      </Notice>
      {state === 'signed-out' ? (
        <LinkButton to={paths.login}>Sign in with your new email</LinkButton>
      ) : (
        <LinkButton to={settingsPath()}>Go to settings</LinkButton>
      )}
    </AccountCard>
  )
}

const DeadLink = () => (
  <AccountCard title="This link no longer works">
    <Notice tone="warning">
      It has expired or was already used. If your email hasn’t changed, request a new link in your settings.
    </Notice>
    <LinkButton to={settingsPath()}>Go to settings</LinkButton>
  </AccountCard>
)
