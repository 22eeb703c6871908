import { useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { isDeadLink } from '#client/modules/accounts/sign-in/auth-errors.ts'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { request } from '#client/lib/request.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { rich } from '#client/ui/rich.tsx'

/** Undoes a change of email: the link was sent to the old one, in case someone else made the change. */
export function RecoverEmail({ code }: { code: string }) {
  const [restored, setRestored] = useState<string>()
  const [dead, setDead] = useState(false)

  const restore = useAction(async () => {
    try {
      setRestored((await request('POST /api/action-links/restored', { body: { code } })).email)
    } catch (error) {
      if (!isDeadLink(error)) throw error
      setDead(true)
    }
  })

  if (restored !== undefined) return <Restored email={restored} />
  return (
    <AccountCard title={m.recoverTitle()} lead={m.recoverLead()}>
      {dead && <Notice tone="warning">{m.recoverDead()}</Notice>}
      <FailureNotice error={restore.failure} />
      {dead ? (
        <LinkButton to={paths.login}>{m.signInTitle()}</LinkButton>
      ) : (
        <Button busy={restore.busy && m.recoverBusy()} onClick={restore.start}>
          {m.recover()}
        </Button>
      )}
    </AccountCard>
  )
}

function Restored({ email }: { email: string }) {
  const { provider } = useAuth()
  const [sent, setSent] = useState(false)
  const sendReset = useAction(async () => {
    await (await provider()).sendPasswordReset(email)
    setSent(true)
  })
  return (
    <AccountCard title={m.recoverDone()}>
      <Notice tone="success">{rich(m.recoverDoneText({ email: <strong>{email}</strong> }))}</Notice>
      <p>{m.recoverPassword()}</p>
      <FailureNotice error={sendReset.failure} />
      {sent ? (
        <Notice tone="info">{m.recoverResetSent()}</Notice>
      ) : (
        <div className={styles.actions}>
          <Button busy={sendReset.busy && words.sending()} onClick={sendReset.start}>
            {m.recoverReset()}
          </Button>
          <LinkButton variant="secondary" to={paths.login}>
            {m.signInTitle()}
          </LinkButton>
        </div>
      )}
    </AccountCard>
  )
}
