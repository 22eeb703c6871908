import * as m from '#shared/conversation/messages.ts'
import type { DeliveryProgress } from '#shared/conversation/organiser-messages/schema.ts'
import { dotted } from '#client/ui/text/dotted.ts'

/** Delivery progress of an announcement, for its organiser. */
export const deliveryLabel = ({ notifying, emails }: DeliveryProgress) =>
  dotted([
    notifying ? notifyingLabel(notifying) : m.announcementNotified(),
    ...(emails ? emailLabels(emails) : []),
  ])

const notifyingLabel = ({ reached, left = 0 }: NonNullable<DeliveryProgress['notifying']>) =>
  reached === undefined
    ? m.announcementNotifying()
    : m.announcementReached({ reached, count: reached + left })

const emailLabels = ({ queued, sent, failed }: NonNullable<DeliveryProgress['emails']>) => [
  ...(queued > 0 ? [m.announcementEmailsOf({ sent, count: queued + sent })] : []),
  ...(queued === 0 && sent > 0 ? [m.announcementEmails({ count: sent })] : []),
  ...(failed > 0 ? [m.announcementEmailsFailed({ count: failed })] : []),
]
