import type { AccountDataService } from '#server/features/account-data/service.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { ImageService } from '#server/features/images/service.ts'
import type { MeetingService } from '#server/features/meetings/service.ts'
import type { NotificationService } from '#server/features/notifications/service.ts'
import type { PrestigeService } from '#server/features/prestige/service.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { Job } from '#server/lib/jobs.ts'
import type { Logger } from '#server/lib/logger.ts'
import { createReadModelLog } from '#server/lib/read-model-log.ts'
import type { Store } from '#server/store/port.ts'

const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE

interface Deps {
  store: Store
  logger: Logger
  accountData: AccountDataService
  events: EventService
  images: ImageService
  meetings: MeetingService
  notifications: NotificationService
  prestige: PrestigeService
  rsvps: RsvpService
  /** Of each read model. */
  sizes: () => Promise<Readonly<Record<string, number>>>
}

/** What runs by the clock, on whichever replica. A part of `createServices`. */
export function createScheduledJobs(deps: Deps): Job[] {
  const { store, logger, accountData, events, images, meetings } = deps
  const { notifications, prestige, rsvps, sizes } = deps
  const logReadModels = createReadModelLog({ logger, feedLags: store.feedLags, counts: sizes })
  return [
    { name: 'deletions', every: MINUTE, run: accountData.deleteDueAccounts },
    { name: 'unused images', every: HOUR, run: images.deleteUnused },
    { name: 'image files', every: MINUTE, run: images.deleteReleasedFiles },
    { name: 'offered seats', every: MINUTE, run: rsvps.expireOffers },
    { name: 'meeting deadlines', every: MINUTE, run: meetings.settleDue },
    { name: 'snapshots', every: HOUR, run: store.writeSnapshots },
    { name: 'moved events', every: MINUTE, run: rsvps.finishMoves },
    { name: 'undelivered notifications', every: MINUTE, run: notifications.deliverDue },
    { name: 'expired notifications', every: HOUR, run: notifications.deleteExpired },
    { name: 'read models', every: 5 * MINUTE, run: logReadModels },
    { name: 'ended events', every: HOUR, run: events.completeEnded },
    { name: 'prestige', every: MINUTE, run: prestige.calculateDue },
  ]
}
