import type { Agent } from 'node:https'

import type { DeliveryProgress } from '#shared/announcements.ts'
import type { Config } from '#server/config.ts'
import { announcements } from '#server/features/announcements/collection.ts'
import { blocks } from '#server/features/blocks/collection.ts'
import { createEmailFigures } from '#server/features/emails/figures.ts'
import { createFormerAddressNotice } from '#server/features/emails/former-address.ts'
import { createInvitationEmails } from '#server/features/emails/invitations.ts'
import { createQueue } from '#server/features/emails/queue.ts'
import { createRefusals } from '#server/features/emails/refusals.ts'
import { createVerificationEmails } from '#server/features/emails/verification.ts'
import { events } from '#server/features/events/collection.ts'
import { members as memberCollection } from '#server/features/members/collection.ts'
import type { MemberService } from '#server/features/members/service.ts'
import { createPreferenceService } from '#server/features/notification-preferences/service.ts'
import { createLiveViews } from '#server/features/notifications/live-views.ts'
import { happeningId, type OutboxDeps } from '#server/features/notifications/outbox.ts'
import { createNotificationService } from '#server/features/notifications/service.ts'
import { createNotificationStreams } from '#server/features/notifications/streams.ts'
import type { HappeningKey } from '#server/features/notifications/types.ts'
import { createUnreadNotifications } from '#server/features/notifications/unread.ts'
import { createPushSender } from '#server/features/push/sender.ts'
import { createPushService } from '#server/features/push/service.ts'
import type { SessionService } from '#server/features/session/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createHttpsPost } from '#server/lib/https-post.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Mailer } from '#server/mail/port.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  config: Config
  store: Store
  clock: Clock
  logger: Logger
  /** Absent where no emails are sent. */
  mailer?: Mailer
  pushAgent?: Agent | undefined
}

interface Parts extends Pick<OutboxDeps, 'attendeeIds' | 'hiddenFrom'> {
  sessions: SessionService
  members: MemberService
  permittedAmong: Parameters<typeof createLiveViews>[0]['permittedAmong']
}

/** Constructs what notifies members in the app and in browsers, and queues emails. A part of `createServices`. */
export function createNotificationDelivery(
  { config, store, clock, logger, mailer, pushAgent }: Deps,
  { sessions, members, hiddenFrom, attendeeIds, permittedAmong }: Parts,
) {
  const { accountStates } = members
  const refusals = createRefusals({ store, clock })
  const sendsEmail = mailer !== undefined
  const preferences = createPreferenceService({
    store,
    clock,
    sendsEmail,
    refusedAddressOf: refusals.of,
    timeZonesOf: members.timeZonesOf,
  })
  const notifications = createNotificationService({
    store,
    clock,
    log: logger,
    accountStates,
    hiddenFrom,
    activeIds: members.activeIds,
    adminIds: members.adminIds,
    attendeeIds,
    deliveriesOf: preferences.deliveriesOf,
    queueEmails: createQueue({ clock, sendsEmail }),
    onPush: (memberId, notificationId) => pushSender.send(memberId, notificationId),
  })
  const liveViews = createLiveViews({ permittedAmong })
  const notificationStreams = createNotificationStreams({
    clock,
    unread: notifications.unread,
    unreadNotifications: createUnreadNotifications({
      store,
      collections: { announcements, blocks, events, members: memberCollection },
    }),
    roleOf: members.roleOf,
    liveViews,
  })
  const push = createPushService({
    store,
    clock,
    // The service worker shows the messages.
    publicKey: config.serviceWorker ? config.vapid?.publicKey : undefined,
  })
  const pushSender = createPushSender({
    vapid: config.vapid,
    productName: config.client.PRODUCT_NAME,
    log: logger,
    push,
    async shown(memberId, notificationId) {
      const stateOf = await accountStates()
      return stateOf(memberId) === 'active' ? notifications.unreadOne(memberId, notificationId) : undefined
    },
    wasEnded: sessions.wasEnded,
    https: createHttpsPost(pushAgent),
  })
  const emailFigures = createEmailFigures(store)
  return {
    liveViews,
    notifications,
    notificationStreams,
    preferences,
    push,
    pushSender,
    refusals,
    emailChanged: createFormerAddressNotice({ clock, sendsEmail }),
    invitationEmails: createInvitationEmails({ store, clock, sendsEmail }),
    verificationEmails: createVerificationEmails({ clock, sendsEmail }),
    emailFigures: sendsEmail ? emailFigures.ofAll : undefined,
    emailQueue: sendsEmail ? emailFigures.queue : undefined,
    /** How far the notifications and emails about it have got. */
    async progressOf(happening: HappeningKey): Promise<DeliveryProgress> {
      const [notifying, sending] = await Promise.all([
        notifications.progressOf(happening),
        sendsEmail ? emailFigures.ofHappening(happeningId(happening)) : undefined,
      ])
      return { ...(notifying && { notifying }), ...(sending && { emails: sending }) }
    },
  }
}
