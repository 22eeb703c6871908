import { useEffect, useState } from 'react'

import type { Subscription, SubscriptionEdit } from '#shared/unsubscribe.ts'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import { FailureNotice } from '#client/features/account/FailureNotice.tsx'
import { useCommand } from '#client/features/account/use-command.ts'
import { request } from '#client/lib/request.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

const PATH = '/api/public/subscription'

/** Switches emails about one topic off and on again, without a sign-in. On a click, because scanners open links. */
export function Unsubscribe({ token }: { token: string }) {
  const [subscription, setSubscription] = useState<Subscription>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    const query = new URLSearchParams({ token }).toString()
    request<Subscription>(`${PATH}?${query}`).then(setSubscription, setFailure)
  }, [token])
  const change = useCommand(async () => {
    const body: SubscriptionEdit = { token, subscribed: !subscription?.subscribed }
    setSubscription(await request<Subscription>(PATH, { method: 'PUT', body }))
  })

  return (
    <AccountCard title="Your emails">
      <FailureNotice error={failure ?? change.failure} />
      {subscription ? <Choice {...subscription} {...change} /> : failure === undefined && <Spinner />}
    </AccountCard>
  )
}

const Choice = ({ label, subscribed, busy, start }: Subscription & { busy: boolean; start: () => void }) => (
  <>
    <div aria-live="polite">
      {subscribed ? (
        <p>
          Emails about <strong>{label}</strong> are on.
        </p>
      ) : (
        <Notice tone="success">
          Emails about <strong>{label}</strong> are off.
        </Notice>
      )}
    </div>
    <Button variant={subscribed ? 'primary' : 'secondary'} busy={busy && 'Saving…'} onClick={start}>
      {subscribed ? 'Stop these emails' : 'Turn them on again'}
    </Button>
  </>
)
