import { YourAccount } from '#client/features/account-data/YourAccount.tsx'
import { readSettings } from '#client/lib/settings.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { MemberStatus } from '#shared/profile.ts'

interface Props {
  status: Exclude<MemberStatus, 'active'>
}

/** In the place of every screen for members: why they are closed, and what is open to the person all the same. */
export function NotActiveScreen({ status }: Props) {
  const { title, lead } = WORDS[status]
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <PageHeader title={title} lead={<p>{lead(readSettings().PRODUCT_NAME)}</p>} />
      {status !== 'former' && <YourAccount beside={false} />}
    </>
  )
}

const WORDS: Record<Props['status'], { title: string; lead: (product: string) => string }> = {
  suspended: {
    title: 'Your membership is suspended',
    lead: (product) =>
      `For now ${product} is closed to you, and other members do not find you. What you have here is kept. Those who run it can tell you why, and for how long.`,
  },
  pending: {
    title: 'Your membership has not been approved yet',
    lead: (product) => `Those who run ${product} look at each new member. Until then it is closed to you.`,
  },
  former: {
    title: 'This account has been deleted',
    lead: (product) => `Nothing of it is left. You could join ${product} again as someone new.`,
  },
}
