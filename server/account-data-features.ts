import type { ActivityService } from '#server/features/activity/service.ts'
import type { MemberTrail } from '#server/features/audit/member-trail.ts'
import type { AvailabilityService } from '#server/features/availability/service.ts'
import type { BlockService } from '#server/features/blocks/service.ts'
import type { CalendarFeeds } from '#server/features/calendar/feeds.ts'
import type { OwnErrors } from '#server/features/error-groups/own-errors.ts'
import type { ConnectionNoteService } from '#server/features/connection-notes/service.ts'
import type { ConnectionService } from '#server/features/connections/service.ts'
import type { AnnouncementService } from '#server/features/announcements/service.ts'
import type { AttendeeMessageService } from '#server/features/attendee-messages/service.ts'
import type { ConsentService } from '#server/features/consents/service.ts'
import type { EmailService } from '#server/features/emails/service.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { ImageService } from '#server/features/images/service.ts'
import type { IntroductionService } from '#server/features/introductions/service.ts'
import type { InvitationService } from '#server/features/invitations/service.ts'
import type { MeetAgainService } from '#server/features/meet-again/service.ts'
import type { MeetingService } from '#server/features/meetings/service.ts'
import type { MemberIntroductionService } from '#server/features/member-introductions/service.ts'
import type { PrestigeService } from '#server/features/prestige/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { PreferenceService } from '#server/features/notification-preferences/service.ts'
import type { NotificationService } from '#server/features/notifications/service.ts'
import type { PushService } from '#server/features/push/service.ts'
import type { ReportService } from '#server/features/reports/service.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { SessionService } from '#server/features/session/service.ts'

/** What has data of members. A part of `accountDataParts`. */
export interface Features {
  activity: ActivityService
  auditLog: MemberTrail
  availability: AvailabilityService
  blocks: BlockService
  calendarFeeds: CalendarFeeds
  clientErrors: OwnErrors
  connections: ConnectionService
  emails: EmailService
  consents: ConsentService
  events: EventService
  images: ImageService
  introductions: IntroductionService
  invitations: Pick<InvitationService, 'exportOf' | 'forget'>
  meetAgain: MeetAgainService
  meetings: MeetingService
  memberIntroductions: MemberIntroductionService
  members: MemberService
  notes: ConnectionNoteService
  notifications: NotificationService
  preferences: PreferenceService
  announcements: AnnouncementService
  attendeeMessages: AttendeeMessageService
  prestige: PrestigeService
  push: PushService
  reports: ReportService
  rsvps: RsvpService
  sessions: SessionService
}
