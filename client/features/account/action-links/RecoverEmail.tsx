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

/** Undoes a change of email: the link went to the old one, in case someone else made the change. */
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
      title="Restore your email"
      lead="Your account’s email was changed. If that wasn’t you, restore the old one."
    >
      {dead && <Notice tone="warning">This link has expired or was already used.</Notice>}
      <FailureNotice error={restore.failure} />
      {dead ? (
        <LinkButton to={paths.login}>Sign in</LinkButton>
      ) : (
        <Button busy={restore.busy && 'Restoring…'} onClick={restore.start}>
          Restore email
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
    <AccountCard title="Email restored">
      <Notice tone="success">
        Your account uses <strong>{email}</strong> again.
      </Notice>
      <p>The person who changed it may know your password. We recommend choosing a new one.</p>
      <FailureNotice error={sendReset.failure} />
      {sent ? (
        <Notice tone="info">A password reset link is on its way.</Notice>
      ) : (
        <div className={styles.actions}>
          <Button busy={sendReset.busy && 'Sending…'} onClick={sendReset.start}>
            Send password reset link
          </Button>
          <LinkButton variant="secondary" to={paths.login}>
            Sign in
          </LinkButton>
        </div>
      )}
    </AccountCard>
  )
}
