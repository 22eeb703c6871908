import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'

import { YourAccount } from '#client/features/account-data/YourAccount.tsx'
import { useAuth } from '#client/lib/auth.tsx'
import { ownProfile } from '#client/lib/own-profile.ts'
import { readSettings } from '#client/lib/settings.ts'
import { LastDay } from '#client/lib/time/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import patterns from '#client/ui/patterns.module.css'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { paths } from '#shared/paths.ts'
import type { MembershipStatus } from '#shared/profile.ts'

interface Props {
  status: Exclude<MembershipStatus, 'active'>
}

/** Milliseconds between two looks at whether the membership has changed. */
const CHECKED_EVERY = 10_000

/** Replaces every member screen: why they are closed, and what the person can still do with their account. */
export function NotActiveScreen({ status }: Props) {
  const { title, lead } = TEXTS[status]
  useFreshMembership(status !== 'former')
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <PageHeader title={title} lead={<p>{lead(readSettings().PRODUCT_NAME)}</p>} />
      {status === 'former' || status === 'uninvited' ? null : (
        <Stack gap={6}>
          {status === 'pending' ? <NextSteps /> : <Decision />}
          <YourAccount />
        </Stack>
      )}
    </>
  )
}

/** While the page is visible: an admin may decide at any time. */
function useFreshMembership(enabled: boolean) {
  const { refresh } = useAuth()
  useEffect(() => {
    if (!enabled) return
    const check = () => {
      // If the server is unreachable, the next one succeeds.
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
    <Card title="What happens next">
      <ol className={patterns.bulleted}>
        <li>An admin reviews your profile.</li>
        <li>We’ll let you know what they decide. This page updates automatically.</li>
        <li>Once you’re approved, you’ll get access to everything.</li>
      </ol>
      <p>
        {profile?.onboardedAt
          ? 'Your profile is complete. You can still change it.'
          : 'A complete profile makes it easier to approve you.'}
      </p>
      <div>
        <LinkButton
          variant={profile?.onboardedAt ? 'secondary' : 'primary'}
          to={`${paths.onboarding}?step=3`}
        >
          {profile?.onboardedAt ? 'Edit profile' : 'Complete profile'}
        </LinkButton>
      </div>
    </Card>
  )
}

/** What the admin wrote, and how long it lasts. */
function Decision() {
  const { data: profile } = useQuery({ ...ownProfile, refetchOnMount: 'always' })
  const { statusReason, suspendedUntil } = profile ?? {}
  if (!statusReason && !suspendedUntil) return null
  const until: ReactNode = suspendedUntil && (
    <>
      It ends automatically after <LastDay end={suspendedUntil} long />.
    </>
  )
  return (
    <Notice tone="info">
      {statusReason && <p>Reason: {statusReason}</p>}
      {until && <p>{until}</p>}
    </Notice>
  )
}

const TEXTS: Record<Props['status'], { title: string; lead: (product: string) => string }> = {
  suspended: {
    title: 'Your membership is suspended',
    lead: (product) =>
      `You can’t use ${product} right now, and other members can’t find you. Your data is still here. Contact an admin if you have questions.`,
  },
  pending: {
    title: 'Your membership is awaiting approval',
    lead: (product) =>
      `An admin of ${product} reviews each new member. You’ll get access once you’re approved.`,
  },
  declined: {
    title: 'Your membership wasn’t approved',
    lead: (product) => `You can’t use ${product}. Your data is still here until you delete your account.`,
  },
  uninvited: {
    title: 'You need an invitation',
    lead: (product) =>
      `Your email is verified, but only invited people and people with certain email addresses can join ${product}. Sign out to use another email, or ask an admin to invite you.`,
  },
  former: {
    title: 'This account has been deleted',
    lead: (product) => `Its data has been removed. You can join ${product} again with a new account.`,
  },
}
