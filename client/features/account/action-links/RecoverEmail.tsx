import { useState } from 'react'

import { paths } from '#shared/paths.ts'
import styles from '#client/features/account/account.module.css'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { isDeadLink } from '#client/features/account/auth-errors.ts'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'

/** Undoes a change of address: the email went to the old one, in case the change was somebody else's. */
export function RecoverEmail({ code }: { code: string }) {
  const { provider } = useAuth()
  const [restored, setRestored] = useState<string>()
  const [dead, setDead] = useState(false)

  const restore = useCommand(async () => {
    const identity = await provider()
    try {
      const { data } = await identity.readLink(code)
      await identity.applyLink(code)
      setRestored(data.email ?? '')
    } catch (error) {
      if (!isDeadLink(error)) throw error
      setDead(true)
    }
  })

  if (restored !== undefined) return <Restored email={restored} />
  return (
    <AccountCard
      title="Take back your email address"
      lead="The address of your account was changed. If that was not you, change it back."
    >
      {dead && <Notice tone="warning">This link has expired, or was used already.</Notice>}
      <FailureNotice error={restore.failure} />
      {dead ? (
        <LinkButton to={paths.login}>Sign in</LinkButton>
      ) : (
        <Button busy={restore.busy && 'Changing it back…'} onClick={restore.start}>
          Change it back
        </Button>
      )}
    </AccountCard>
  )
}

function Restored({ email }: { email: string }) {
  const { provider } = useAuth()
  const [sent, setSent] = useState(false)
  const sendReset = useCommand(async () => {
    await (await provider()).sendPasswordReset(email)
    setSent(true)
  })
  return (
    <AccountCard title="Your address is back">
      <Notice tone="success">
        Your account is under <strong>{email}</strong> again.
      </Notice>
      <p>Whoever changed it may know your password. We advise you to choose a new one.</p>
      <FailureNotice error={sendReset.failure} />
      {sent ? (
        <Notice tone="info">A link to choose a new password is on its way to you.</Notice>
      ) : (
        <div className={styles.actions}>
          <Button busy={sendReset.busy && 'Sending…'} onClick={sendReset.start}>
            Send me a link for a new password
          </Button>
          <LinkButton variant="secondary" to={paths.login}>
            Sign in
          </LinkButton>
        </div>
      )}
    </AccountCard>
  )
}
