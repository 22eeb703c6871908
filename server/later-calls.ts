import type { createAdministration } from '#server/administration.ts'
import type { createConnectionService } from '#server/features/connections/service.ts'
import type { RelationshipKindOf, RelationshipKindsOf } from '#server/features/connections/types.ts'
import type { createImageService } from '#server/features/images/service.ts'
import type { InvitationService } from '#server/features/invitations/service.ts'
import type { watchMembers } from '#server/features/members/changes.ts'
import type { createMemberService } from '#server/features/members/service.ts'
import type { createLiveViews } from '#server/features/notifications/live-views.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { createRsvpService, RsvpService } from '#server/features/rsvps/service.ts'
import type { createSessionService } from '#server/features/session/service.ts'
import type { Transaction } from '#server/store/port.ts'

/** What a service calls of one that is constructed after it. A part of `createServices`. */
export interface LaterCalls {
  evictSession: (memberId: string) => void
  notify: Notify
  isInvited: InvitationService['isInvited']
  acceptInvitation: InvitationService['accept']
  invitationToSend: InvitationService['toSend']
  admit: Parameters<typeof createSessionService>[0]['admit']
  memberChanged: Parameters<typeof watchMembers>[1]['onChange']
  memberChangesMissed: () => void
  emailChanged: Parameters<typeof createMemberService>[0]['emailChanged']
  sessionEnded: (sessionId?: string) => void
  relationshipKindOf: RelationshipKindOf
  relationshipKindsOf: RelationshipKindsOf
  hasBlocked: (viewerId: string, memberId: string) => Promise<boolean>
  endConnection: (tx: Transaction, blocker: string, blocked: string) => Promise<void>
  leaveMeetings: (tx: Transaction, blocker: string, blocked: string) => Promise<void>
  meetingsTogether: Parameters<typeof createConnectionService>[0]['meetingsTogether']
  prestigeOf: Parameters<typeof createMemberService>[0]['prestigeOf']
  membershipChanged: RsvpService['membershipChanged']
  respondentIds: RsvpService['respondentIds']
  eventOf: Parameters<typeof createRsvpService>[0]['eventOf']
  hiddenEvents: Parameters<typeof createRsvpService>[0]['hiddenAmong']
  isPictureHidden: Parameters<typeof createImageService>[0]['isHidden']
  permittedAmong: Parameters<typeof createLiveViews>[0]['permittedAmong']
  openReports: Parameters<typeof createAdministration>[1]['openReports']
  forgetAnnouncements: (tx: Transaction, eventId: string) => Promise<void>
  timeZoneChanged: (tx: Transaction, memberId: string, timeZone: string) => Promise<void>
  moveIndustry: (tx: Transaction, from: string, to: string) => Promise<boolean>
  namesForAdmins: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}
