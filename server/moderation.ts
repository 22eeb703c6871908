import type { AnnouncementService } from '#server/features/announcements/service.ts'
import type { AuditLog } from '#server/features/audit/service.ts'
import { createViewLog } from '#server/features/admin/audit/view-log.ts'
import type { ConnectionService } from '#server/features/connections/service.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { ImageService } from '#server/features/images/service.ts'
import type { ImageUser } from '#server/features/images/types.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { NotificationService } from '#server/features/notifications/service.ts'
import { createReportQueue, type QueueDeps } from '#server/features/reports/queue.ts'
import { createReportService } from '#server/features/reports/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
}

interface Parts {
  auditLog: AuditLog
  announcements: AnnouncementService
  connections: ConnectionService
  events: EventService
  images: ImageService
  members: MemberService
  notifications: NotificationService
  suspend: QueueDeps['suspend']
}

/** Constructs what members report and what admins hide. A part of `createServices`. */
export function createModeration({ store, clock, newId }: Deps, parts: Parts) {
  const { auditLog, announcements, connections, events, images, members, notifications, suspend } = parts
  const audit = auditLog.record
  const sources = {
    profile: members.moderation.profiles,
    photo: members.moderation.photos,
    event: events.moderation.whole,
    cover: events.moderation.covers,
    announcement: announcements.moderation,
    note: connections.moderation,
  }
  const reports = createReportService({
    store,
    clock,
    newId,
    notify: notifications.notify,
    adminIds: members.adminIds,
    sources,
    picture: images.file,
    warningAcknowledged: notifications.acknowledge,
  })
  const reportQueue = createReportQueue({
    store,
    clock,
    notify: notifications.notify,
    sources,
    audit,
    recordView: createViewLog({ clock, audit, action: 'report.viewed_by_admin' }),
    suspend,
  })

  return {
    reports,
    reportQueue,

    /** Whether admins have hidden the picture that the member or the event has now. */
    async isPictureHidden(user: ImageUser): Promise<boolean> {
      const id = user.slice(user.indexOf(':') + 1)
      if (user.startsWith('member:')) return members.hasHiddenPhoto(id)
      return user.startsWith('event:') && events.hasHiddenCover(id)
    },
  }
}
