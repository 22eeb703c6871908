import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { forgetInvitation, requestApproval, useOpenedInvitation } from './invitation.ts'
import { InvitationNotice } from './InvitationNotice.tsx'

/** Shown to a person without access who opened an invitation of another address. */
export function OtherAddress({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  const opened = useOpenedInvitation(token)
  const [approval, setApproval] = useState(opened.data?.approval)
  const ask = useAction(async () => setApproval((await requestApproval(token)).approval))
  if (opened.isPending) return <ScreenSpinner />
  const invitation = opened.data
  if (invitation?.email === email.toLowerCase()) return <Navigate to={paths.dashboard} replace />
  const leave = () => {
    forgetInvitation()
    void navigate(paths.dashboard, { replace: true })
  }
  const state = approval ?? invitation?.approval
  return (
    <AccountCard title={m.invitationTitle()}>
      <div className={styles.form}>
        {invitation?.state === 'open' ? (
          <>
            <p>{m.invitationOther({ email: invitation.email ?? '', own: email })}</p>
            {state === 'waiting' && (
              <Notice tone="info" title={m.approvalSent()}>
                {m.approvalSentText()}
              </Notice>
            )}
            {state === 'refused' && (
              <Notice tone="warning">{m.approvalRefused({ email: invitation.email ?? '' })}</Notice>
            )}
          </>
        ) : (
          <InvitationNotice invitation={invitation} error={opened.error} />
        )}
        <FailureNotice error={ask.failure} />
        <div className={styles.actions}>
          {invitation?.state === 'open' && !state && (
            <Button busy={ask.busy && words.sending()} onClick={ask.start}>
              {m.approvalAsk()}
            </Button>
          )}
          <Button variant="secondary" onClick={leave}>
            {m.continueOn()}
          </Button>
        </div>
      </div>
    </AccountCard>
  )
}
