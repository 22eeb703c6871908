import type { DeliveryProgress } from '#shared/announcements.ts'

/** How far an announcement has got, for its organiser. */
export const deliveryLabel = ({ notifying, emails }: DeliveryProgress) =>
  [
    notifying ? notifyingLabel(notifying) : 'Everyone has been notified',
    ...(emails ? emailLabels(emails) : []),
  ].join(' · ')

const notifyingLabel = ({ reached, left = 0 }: NonNullable<DeliveryProgress['notifying']>) =>
  reached === undefined
    ? 'Notifying members'
    : `${numberOf(reached)} of ${counted(reached + left, 'member')} notified`

const emailLabels = ({ queued, sent, failed }: NonNullable<DeliveryProgress['emails']>) => [
  ...(queued > 0 ? [`${numberOf(sent)} of ${counted(queued + sent, 'email')} sent`] : []),
  ...(queued === 0 && sent > 0 ? [`${counted(sent, 'email')} sent`] : []),
  ...(failed > 0 ? [`${counted(failed, 'email')} couldn’t be delivered`] : []),
]

const numberOf = (count: number) => count.toLocaleString('en')
const counted = (count: number, what: string) => `${numberOf(count)} ${what}${count === 1 ? '' : 's'}`
