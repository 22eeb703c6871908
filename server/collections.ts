import { memberActivity, meetingCounts } from '#server/features/activity/collection.ts'
import { auditEntries } from '#server/features/audit/collection.ts'
import { availability } from '#server/features/availability/collection.ts'
import { blocks } from '#server/features/blocks/collection.ts'
import { calendarFeeds } from '#server/features/calendar/collection.ts'
import { writtenClientErrors } from '#server/features/client-errors/collection.ts'
import { communitySettings } from '#server/features/community-settings/collection.ts'
import { connectionNotes } from '#server/features/connection-notes/collection.ts'
import { connections } from '#server/features/connections/collection.ts'
import { recentRequests } from '#server/features/connections/recent-requests.ts'
import { announcements } from './features/announcements/collection.ts'
import { attendeeMessages } from './features/attendee-messages/collection.ts'
import { emails, refusedAddresses } from '#server/features/emails/collection.ts'
import { errorGroupCollections } from '#server/features/error-groups/collection.ts'
import { events } from '#server/features/events/collection.ts'
import { images } from '#server/features/images/collection.ts'
import { imageFileDeletions } from '#server/image-files/collection.ts'
import { consents } from '#server/features/consents/collection.ts'
import { dismissals } from '#server/features/introductions/collection.ts'
import { invitations } from '#server/features/invitations/collection.ts'
import { meetAgainChoices } from '#server/features/meet-again/collection.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import { industryMoves } from '#server/features/industries/collection.ts'
import { memberIntroductions } from '#server/features/member-introductions/collection.ts'
import { members } from '#server/features/members/collection.ts'
import {
  prestigeCounts,
  prestigeEntries,
  prestigeSettings,
  prestigeSummaries,
} from '#server/features/prestige/collection.ts'
import { notificationPreferences } from '#server/features/notification-preferences/collection.ts'
import { notifications, outbox, reminderProgress } from '#server/features/notifications/collection.ts'
import { pushSubscriptions } from '#server/features/push/collection.ts'
import { reportedPictures, reports } from '#server/features/reports/collection.ts'
import { eventSeats, rsvps, waitlistPromotions } from '#server/features/rsvps/collection.ts'
import { movedEvents } from '#server/features/rsvps/moves.ts'
import { sessionEnds, sessions } from '#server/features/session/collection.ts'
import type { AnyCollection } from '#server/store/port.ts'
import { activityView } from '#server/features/activity/view.ts'
import { announcementView } from '#server/features/announcements/view.ts'
import { auditView } from '#server/features/audit/view.ts'
import { blockView } from '#server/features/blocks/view.ts'
import { reminderView } from '#server/features/connection-notes/view.ts'
import { connectionView } from '#server/features/connections/view.ts'
import { errorGroupView } from '#server/features/error-groups/view.ts'
import { eventView } from '#server/features/events/view.ts'
import { dismissalView } from '#server/features/introductions/view.ts'
import { meetAgainView } from '#server/features/meet-again/view.ts'
import { meetingView } from '#server/features/meetings/view.ts'
import { memberIntroductionView } from '#server/features/member-introductions/view.ts'
import { notificationView } from '#server/features/notifications/view.ts'
import { prestigeSharingView, prestigeTierView } from '#server/features/prestige/view.ts'
import { personView } from '#server/features/members/view.ts'
import { pushSubscriptionView } from '#server/features/push/view.ts'
import { invitationView } from '#server/features/invitations/view.ts'
import { reportView } from '#server/features/reports/view.ts'
import { rsvpView } from '#server/features/rsvps/view.ts'
import type { View } from '#server/views/view.ts'

/** Every collection there is: what the adapters prepare, the indexes are generated from and migrations walk. */
export const collections: readonly AnyCollection[] = [
  announcements,
  attendeeMessages,
  auditEntries,
  availability,
  blocks,
  calendarFeeds,
  communitySettings,
  connectionNotes,
  connections,
  consents,
  dismissals,
  emails,
  ...errorGroupCollections,
  eventSeats,
  events,
  imageFileDeletions,
  images,
  industryMoves,
  invitations,
  meetAgainChoices,
  meetingCounts,
  meetings,
  memberActivity,
  memberIntroductions,
  members,
  movedEvents,
  notificationPreferences,
  notifications,
  outbox,
  prestigeCounts,
  prestigeEntries,
  prestigeSettings,
  prestigeSummaries,
  pushSubscriptions,
  recentRequests,
  refusedAddresses,
  reminderProgress,
  reportedPictures,
  reports,
  rsvps,
  waitlistPromotions,
  sessionEnds,
  sessions,
  writtenClientErrors,
]

/** Every view there is. */
export const views: readonly View[] = [
  activityView,
  announcementView,
  auditView,
  blockView,
  connectionView,
  dismissalView,
  errorGroupView,
  eventView,
  meetAgainView,
  meetingView,
  memberIntroductionView,
  notificationView,
  invitationView,
  personView,
  prestigeSharingView,
  prestigeTierView,
  pushSubscriptionView,
  reminderView,
  reportView,
  rsvpView,
]

/** The views of these collections. */
export const viewsOf = (some: readonly AnyCollection[]) => views.filter((view) => some.includes(view.of))
