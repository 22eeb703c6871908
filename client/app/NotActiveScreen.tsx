import { YourAccount } from '#client/features/account-data/YourAccount.tsx'
import { readSettings } from '#client/lib/settings.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { MemberStatus } from '#shared/profile.ts'

interface Props {
  status: Exclude<MemberStatus, 'active'>
}

/** Replaces every member screen: why they are closed, and what the person can still do with their account. */
export function NotActiveScreen({ status }: Props) {
  const { title, lead } = TEXTS[status]
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <PageHeader title={title} lead={<p>{lead(readSettings().PRODUCT_NAME)}</p>} />
      {status !== 'former' && <YourAccount />}
    </>
  )
}

const TEXTS: Record<Props['status'], { title: string; lead: (product: string) => string }> = {
  suspended: {
    title: 'Your membership is suspended',
    lead: (product) =>
      `You can’t use ${product} right now, and other members can’t find you. Your data is still here. Contact an admin to learn why and for how long.`,
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
  former: {
    title: 'This account has been deleted',
    lead: (product) => `Its data has been removed. You can join ${product} again with a new account.`,
  },
}
