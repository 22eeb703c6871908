import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import styles from '#client/features/account/account.module.css'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { forgetInvitation, requestConsent, useOpenedInvitation } from './invitation.ts'
import { InvitationNotice } from './InvitationNotice.tsx'

/** Someone who has no access yet opened an invitation of another address. */
export function OtherAddress({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  const opened = useOpenedInvitation(token)
  const [consent, setConsent] = useState(opened.data?.consent)
  const ask = useCommand(async () => setConsent((await requestConsent(token)).consent))
  if (opened.isPending) return <ScreenSpinner />
  const invitation = opened.data
  if (invitation?.email === email.toLowerCase()) return <Navigate to={paths.dashboard} replace />
  const leave = () => {
    forgetInvitation()
    void navigate(paths.dashboard, { replace: true })
  }
  const state = consent ?? invitation?.consent
  return (
    <AccountCard title="Your invitation">
      <div className={styles.form}>
        {invitation?.state === 'open' ? (
          <>
            <p>
              The invitation is for {invitation.email}, and you’re signed in as {email}.
            </p>
            {state === 'waiting' && (
              <Notice tone="info" title="Request sent">
                An admin decides whether you can join with this address.
              </Notice>
            )}
            {state === 'refused' && (
              <Notice tone="warning">
                Your request was declined. Sign out and create an account with {invitation.email}.
              </Notice>
            )}
          </>
        ) : (
          <InvitationNotice invitation={invitation} error={opened.error} />
        )}
        <FailureNotice error={ask.failure} />
        <div className={styles.actions}>
          {invitation?.state === 'open' && !state && (
            <Button busy={ask.busy && 'Sending…'} onClick={ask.start}>
              Ask an admin
            </Button>
          )}
          <Button variant="secondary" onClick={leave}>
            Continue
          </Button>
        </div>
      </div>
    </AccountCard>
  )
}
