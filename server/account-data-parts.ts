import { memberActivity, meetingCounts } from '#server/features/activity/collection.ts'
import { auditEntries } from '#server/features/audit/collection.ts'
import { availability } from '#server/features/availability/collection.ts'
import { blocks } from '#server/features/blocks/collection.ts'
import { calendarFeeds } from '#server/features/calendar/collection.ts'
import { writtenClientErrors } from '#server/features/client-errors/collection.ts'
import { communitySettings } from '#server/features/community-settings/collection.ts'
import { consents } from '#server/features/consents/collection.ts'
import { industryMoves } from '#server/features/industries/collection.ts'
import { connectionNotes } from '#server/features/connection-notes/collection.ts'
import { connections } from '#server/features/connections/collection.ts'
import { recentRequests } from '#server/features/connections/recent-requests.ts'
import { announcements } from '#server/features/announcements/collection.ts'
import { attendeeMessages } from '#server/features/attendee-messages/collection.ts'
import { emails, refusedAddresses } from '#server/features/emails/collection.ts'
import { errorGroupCollections } from '#server/features/error-groups/collection.ts'
import { events } from '#server/features/events/collection.ts'
import { images } from '#server/features/images/collection.ts'
import { imageFileDeletions } from '#server/image-files/collection.ts'
import { dismissals } from '#server/features/introductions/collection.ts'
import { invitations } from '#server/features/invitations/collection.ts'
import { meetAgainChoices } from '#server/features/meet-again/collection.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import { memberIntroductions } from '#server/features/member-introductions/collection.ts'
import { members } from '#server/features/members/collection.ts'
import {
  prestigeCounts,
  prestigeEntries,
  prestigeSettings,
  prestigeSummaries,
} from '#server/features/prestige/collection.ts'
import type { AccountDataPart } from '#server/features/account-data/service.ts'
import { notificationPreferences } from '#server/features/notification-preferences/collection.ts'
import { notifications, outbox, reminderProgress } from '#server/features/notifications/collection.ts'
import { pushSubscriptions } from '#server/features/push/collection.ts'
import { eventSeats, rsvps, waitlistPromotions } from '#server/features/rsvps/collection.ts'
import { movedEvents } from '#server/features/rsvps/moves.ts'
import { reportedPictures, reports } from '#server/features/reports/collection.ts'
import { sessionEnds, sessions } from '#server/features/session/collection.ts'

import type { Features } from './account-data-features.ts'

/**
 * How each collection is exported and deleted, in the order of deletion. Ids that stay in other documents lead to a
 * former member without a name.
 */
export const accountDataParts = (features: Features): readonly AccountDataPart[] => [
  {
    name: 'profile',
    collections: [members],
    exportOf: features.members.exportOf,
    forget: 'The first step of a deletion anonymises it.',
  },
  {
    name: 'sessions',
    collections: [sessions, sessionEnds],
    exportOf: features.sessions.exportOf,
    forget: features.sessions.forget,
  },
  {
    name: 'images',
    collections: [images, imageFileDeletions],
    exportOf: features.images.exportOf,
    forget: features.images.forget,
  },
  {
    name: 'connections',
    collections: [connections],
    exportOf: features.connections.exportOf,
    forget: features.connections.forget,
  },
  {
    name: 'recentRequests',
    collections: [recentRequests],
    exportOf: features.connections.recentRequests,
    forget: 'Deleted with the connections.',
  },
  {
    name: 'privateNotes',
    collections: [connectionNotes],
    exportOf: features.notes.exportOf,
    forget: features.notes.forget,
  },
  // Before the blocks, which say whom to notify.
  {
    name: 'growthMeetings',
    collections: [meetings],
    exportOf: features.meetings.exportOf,
    forget: features.meetings.forget,
  },
  {
    name: 'blockedMembers',
    collections: [blocks],
    exportOf: features.blocks.exportOf,
    forget: features.blocks.forget,
  },
  {
    name: 'dismissedIntroductions',
    collections: [dismissals],
    exportOf: features.introductions.exportOf,
    forget: features.introductions.forget,
  },
  {
    name: 'notifications',
    collections: [notifications, outbox, reminderProgress],
    exportOf: features.notifications.exportOf,
    forget: features.notifications.forget,
  },
  {
    name: 'notificationPreferences',
    collections: [notificationPreferences],
    exportOf: features.preferences.exportOf,
    forget: features.preferences.forget,
  },
  {
    name: 'pushSubscriptions',
    collections: [pushSubscriptions],
    exportOf: features.push.exportOf,
    forget: features.push.forget,
  },
  {
    name: 'emails',
    collections: [emails, refusedAddresses],
    exportOf: features.emails.exportOf,
    forget: features.emails.forget,
  },
  {
    name: 'rsvps',
    collections: [rsvps, eventSeats, movedEvents, waitlistPromotions],
    exportOf: features.rsvps.exportOf,
    forget: features.rsvps.forget,
  },
  {
    name: 'checkIns',
    collections: [],
    exportOf: features.rsvps.checkInsBy,
    forget: 'Belongs to the attendance history of other members, and contains no name.',
  },
  {
    name: 'events',
    collections: [events],
    exportOf: features.events.exportOf,
    forget: features.events.forget,
  },
  {
    name: 'announcements',
    collections: [announcements],
    exportOf: features.announcements.exportOf,
    forget: 'They belong to the organisation, and contain no name of the author.',
  },
  {
    name: 'attendeeMessages',
    collections: [attendeeMessages],
    exportOf: features.attendeeMessages.exportOf,
    forget: features.attendeeMessages.forget,
  },
  {
    name: 'calendarFeed',
    collections: [calendarFeeds],
    exportOf: features.calendarFeeds.exportOf,
    forget: features.calendarFeeds.forget,
  },
  {
    name: 'availability',
    collections: [availability],
    exportOf: features.availability.exportOf,
    forget: features.availability.forget,
  },
  {
    name: 'memberIntroductions',
    collections: [memberIntroductions],
    exportOf: features.memberIntroductions.exportOf,
    forget: features.memberIntroductions.forget,
  },
  {
    name: 'meetAgainChoices',
    collections: [meetAgainChoices],
    exportOf: features.meetAgain.exportOf,
    forget: features.meetAgain.forget,
  },
  {
    name: 'prestige',
    collections: [prestigeEntries, prestigeSummaries, prestigeCounts],
    exportOf: features.prestige.exportOf,
    forget: features.prestige.forget,
  },
  {
    name: 'prestigeSharing',
    collections: [prestigeSettings],
    exportOf: features.prestige.exportSharing,
    forget: 'Deleted with the prestige.',
  },
  {
    name: 'invitations',
    collections: [invitations],
    exportOf: features.invitations.exportOf,
    forget: features.invitations.forget,
  },
  {
    name: 'activity',
    collections: [memberActivity, meetingCounts],
    exportOf: features.activity.exportOf,
    forget: features.activity.forget,
  },
  {
    name: 'reports',
    collections: [reports, reportedPictures],
    exportOf: features.reports.exportOf,
    forget: features.reports.forget,
  },
  {
    name: 'auditLog',
    collections: [auditEntries],
    exportOf: features.auditLog.exportOf,
    forget: 'The audit log is append-only, and contains no name.',
  },
  {
    name: 'consents',
    collections: [consents],
    exportOf: features.consents.exportOf,
    forget: features.consents.forget,
  },
  {
    name: 'communitySettings',
    collections: [communitySettings, industryMoves],
    exportOf: 'Belongs to the organisation, and names nobody.',
    forget: 'Contains no personal data.',
  },
  {
    name: 'clientErrors',
    collections: [writtenClientErrors, ...errorGroupCollections],
    exportOf: features.clientErrors.exportOf,
    forget: features.clientErrors.forget,
  },
]
