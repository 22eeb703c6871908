import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/notifications/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import type { Subscription, SubscriptionEdit } from '#shared/notifications/unsubscribe.ts'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { request } from '#client/lib/request.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { rich, strong } from '#client/ui/rich.tsx'

/** Switches emails about one topic off and on again, without a sign-in. On a click, because scanners open links. */
export function Unsubscribe({ token }: { token: string }) {
  const [subscription, setSubscription] = useState<Subscription>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    request('GET /api/public/subscription', { query: { token } }).then(setSubscription, setFailure)
  }, [token])
  const change = useAction(async () => {
    const body: SubscriptionEdit = { token, subscribed: !subscription?.subscribed }
    setSubscription(await request('PUT /api/public/subscription', { body }))
  })

  return (
    <AccountCard
      title={m.unsubscribeTitle()}
      footer={
        failure !== undefined && <Link to={settingsPath('notifications')}>{m.unsubscribeSettings()}</Link>
      }
    >
      <FailureNotice error={failure ?? change.failure} />
      {subscription ? <Choice {...subscription} {...change} /> : failure === undefined && <Spinner />}
    </AccountCard>
  )
}

const Choice = ({ label, subscribed, busy, start }: Subscription & { busy: boolean; start: () => void }) => (
  <>
    <div aria-live="polite">
      {subscribed ? (
        <p>{rich(m.unsubscribeOn({ topic: label, strong }))}</p>
      ) : (
        <Notice tone="success">{rich(m.unsubscribeOff({ topic: label, strong }))}</Notice>
      )}
    </div>
    <Button variant={subscribed ? 'primary' : 'secondary'} busy={busy && words.saving()} onClick={start}>
      {subscribed ? m.unsubscribeStop() : m.unsubscribeResume()}
    </Button>
  </>
)
