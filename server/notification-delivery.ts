import type { Agent } from 'node:https'

import type { Config } from '#server/config.ts'
import type { PreferenceService } from '#server/features/notification-preferences/service.ts'
import { createNotificationService, type NotificationDeps } from '#server/features/notifications/service.ts'
import { createNotificationStreams } from '#server/features/notifications/streams.ts'
import { createPushSender } from '#server/features/push/sender.ts'
import { createPushService } from '#server/features/push/service.ts'
import type { SessionService } from '#server/features/session/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createHttpsPost } from '#server/lib/https-post.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Store } from '#server/store/port.ts'

interface Deps extends Pick<NotificationDeps, 'hiddenFrom' | 'attendeeIds' | 'cards'> {
  config: Config
  store: Store
  clock: Clock
  logger: Logger
  pushAgent: Agent | undefined
  sessions: SessionService
  preferences: PreferenceService
  memberReadModel: Pick<NotificationDeps, 'accountStates' | 'activeIds'> & {
    everyone: () => Promise<{ admins: () => Iterable<string> }>
  }
}

/** Constructs what brings notifications to the open app and to browsers. A part of `createServices`. */
export function createNotificationDelivery(deps: Deps) {
  const { config, store, clock, logger, sessions, preferences, memberReadModel } = deps
  const { accountStates, activeIds, everyone } = memberReadModel
  const notifications = createNotificationService({
    store,
    clock,
    log: logger,
    accountStates,
    hiddenFrom: deps.hiddenFrom,
    activeIds,
    adminIds: async () => (await everyone()).admins(),
    attendeeIds: deps.attendeeIds,
    deliveriesOf: preferences.deliveriesOf,
    onPush: (memberId, notificationId) => pushSender.send(memberId, notificationId),
    cards: deps.cards,
  })
  const notificationStreams = createNotificationStreams({ store, clock, unread: notifications.unread })
  const push = createPushService({ store, clock, publicKey: config.vapid?.publicKey })
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
    https: createHttpsPost(deps.pushAgent),
  })
  return { notifications, notificationStreams, push, pushSender }
}
