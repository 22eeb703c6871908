import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { SECOND } from '#shared/lib/durations.ts'
import { YourAccount } from '#client/modules/accounts/account-data/YourAccount.tsx'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { readSettings } from '#client/lib/settings.ts'
import { LastDay } from '#client/modules/people/members/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import * as m from '#shared/app/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import type { MembershipStatus } from '#shared/people/profile.ts'

interface Props {
  status: Exclude<MembershipStatus, 'active'>
}

/** Milliseconds between polls for a changed membership. */
const CHECKED_EVERY = 10 * SECOND

/**
 * Replaces every member screen: explains why they are closed, and what the person can still do with their account.
 */
export function NotActiveScreen({ status }: Props) {
  const { title, lead } = TEXTS[status]
  useFreshMembership(status !== 'former')
  return (
    <>
      <ScreenTitle>{title()}</ScreenTitle>
      <PageHeader title={title()} lead={<p>{lead({ product: readSettings().PRODUCT_NAME })}</p>} />
      {status === 'former' || status === 'uninvited' ? null : (
        <Stack gap={6}>
          {status === 'pending' ? <NextSteps /> : <Decision />}
          <YourAccount />
        </Stack>
      )}
    </>
  )
}

/** Polls while the page is visible: an admin may decide at any time. */
function useFreshMembership(enabled: boolean) {
  const { refresh } = useAuth()
  useEffect(() => {
    if (!enabled) return
    const check = () => {
      // If the server is unreachable, the next poll tries again.
      if (document.visibilityState === 'visible') refresh().catch(() => undefined)
    }
    const timer = setInterval(check, CHECKED_EVERY)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [enabled, refresh])
}

function NextSteps() {
  const { data: profile } = useQuery(ownProfile)
  return (
    <Card title={m.nextTitle()}>
      <ol className={patterns.bulleted}>
        <li>{m.nextReview()}</li>
        <li>{m.nextNews()}</li>
        <li>{m.nextAccess()}</li>
      </ol>
      <p>{profile?.onboardedAt ? m.nextComplete() : m.nextIncomplete()}</p>
      <div>
        <LinkButton
          variant={profile?.onboardedAt ? 'secondary' : 'primary'}
          to={`${paths.onboarding}?step=3`}
        >
          {profile?.onboardedAt ? m.nextEdit() : m.nextFill()}
        </LinkButton>
      </div>
    </Card>
  )
}

/** The admin's message, and the end of the suspension. */
function Decision() {
  const { data: profile } = useQuery({ ...ownProfile, refetchOnMount: 'always' })
  const { statusReason, suspendedUntil } = profile ?? {}
  if (!statusReason && !suspendedUntil) return null
  return (
    <Notice tone="info">
      {statusReason && <p>{m.decisionReason({ reason: statusReason })}</p>}
      {suspendedUntil && <p>{rich(m.decisionUntil({ day: <LastDay end={suspendedUntil} long /> }))}</p>}
    </Notice>
  )
}

interface Texts {
  title: () => string
  lead: (values: { product: string }) => string
}

const TEXTS: Record<Props['status'], Texts> = {
  suspended: { title: m.suspendedTitle, lead: m.suspendedText },
  pending: { title: m.pendingTitle, lead: m.pendingText },
  declined: { title: m.declinedTitle, lead: m.declinedText },
  uninvited: { title: m.uninvitedTitle, lead: m.uninvitedText },
  former: { title: m.formerTitle, lead: m.formerText },
}
