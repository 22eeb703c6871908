import { HOUR, MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Calendar } from '#server/modules/calendar/module.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { Rounds } from '#server/modules/rounds/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'

import { refusedAddresses } from './emails/collection.ts'
import { createFormerAddressNotice } from './emails/content/former-address.ts'
import { createGuestInvitations } from './emails/content/guests.ts'
import { createInvitationEmails } from './emails/content/invitations.ts'
import { createQueue } from './emails/sending/queue.ts'
import { createRefusals } from './emails/sending/refusals.ts'
import { createEmailService, emailsAccountData } from './emails/sending/service.ts'
import { createUnsubscribe } from './emails/unsubscribe.ts'
import { queueSignInCode } from './emails/content/sign-in-codes.ts'
import { createVerificationEmails } from './emails/content/verification.ts'
import { emailView } from './emails/view.ts'
import { reminderProgress } from './in-app/collection.ts'
import { createDiscussionSummaries } from './in-app/discussion-summaries.ts'
import { createLiveViewChanges } from './in-app/live-views/changes.ts'
import { createLiveViewPermissions } from './in-app/live-views/permissions.ts'
import { createLiveViews } from './in-app/live-views/live-views.ts'
import { createMatchingAsks } from './in-app/matching-asks.ts'
import { createReminders } from './in-app/reminders.ts'
import { createRsvpSummaries } from './in-app/rsvp-summaries.ts'
import { createNotificationService, notificationsAccountData } from './in-app/service.ts'
import { createNotificationStreams } from './in-app/streams.ts'
import { createUnreadNotifications } from './in-app/unread.ts'
import { notificationView } from './in-app/view.ts'
import { notificationPreferences } from './preferences/collection.ts'
import { createPreferenceService, notificationPreferencesAccountData } from './preferences/service.ts'
import { createHttpsPost } from './push/https-post.ts'
import { createPushSender } from './push/sender.ts'
import { createPushService, pushSubscriptionsAccountData } from './push/service.ts'
import { pushSubscriptionView } from './push/view.ts'
import { subscriptionRoutes } from './emails/routes.ts'
import { notificationRoutes } from './in-app/routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { pushRoutes } from './push/routes.ts'

export const views = [notificationView, pushSubscriptionView, emailView]
export const collections = [
  ...views.map((view) => view.of),
  reminderProgress,
  notificationPreferences,
  refusedAddresses,
]

interface Earlier {
  operations: Operations
  community: Community
  chapters: Chapters
  people: People
  accounts: Accounts
  events: Events
  attendance: Attendance
  programme: Programme
  calendar: Calendar
  conversation: Conversation
  meetings: Meetings
  rounds: Rounds
}

export type Notifications = ReturnType<typeof createNotifications>

/** Constructs notifications in the app, by email and by push. */
export function createNotifications(
  { config, store, clock, newId, logger, identity, mailer, pushAgent }: Platform,
  {
    operations,
    community,
    chapters,
    people,
    accounts,
    events,
    attendance,
    programme,
    calendar,
    conversation,
    meetings,
    rounds,
  }: Earlier,
) {
  const sendsEmail = mailer !== undefined
  const refusals = createRefusals({ store, clock })
  const preferences = createPreferenceService({ store, clock, mailer, people, refusals })
  const notifications = createNotificationService({
    store,
    clock,
    logger,
    operations,
    people,
    chapters,
    events,
    attendance,
    conversation,
    preferences,
    queueEmails: createQueue({ clock, sendsEmail }),
  })
  const push = createPushService({ config, store, clock })
  const pushSender = createPushSender({
    config,
    logger,
    push,
    notifications,
    people,
    accounts,
    https: createHttpsPost(pushAgent),
  })
  const liveViews = createLiveViews(createLiveViewPermissions({ programme, meetings }))
  const liveViewChanges = createLiveViewChanges({
    events,
    attendance,
    conversation,
    meetings,
    rounds,
    liveViews,
  })
  const unreadNotifications = createUnreadNotifications({ store, people, events, conversation })
  const streams = createNotificationStreams({ clock, notifications, unreadNotifications, people, liveViews })
  const unsubscribe = createUnsubscribe({ config, chapters, people, preferences })
  const emails = createEmailService({
    config,
    store,
    clock,
    newId,
    logger,
    identity,
    mailer,
    community,
    chapters,
    people,
    accounts,
    attendance,
    programme,
    calendar,
    conversation,
    meetings,
    rounds,
    refusals,
    notifications,
    preferences,
    unsubscribe,
  })
  const invitationEmails = createInvitationEmails({ clock, sendsEmail })
  const remind = createReminders({ store, clock, operations, people, programme, conversation, meetings })
  const summariseDiscussions = createDiscussionSummaries({ store, clock, operations, conversation })
  const notifyOfAsks = createMatchingAsks({ store, clock, operations, people })
  const summariseRsvps = createRsvpSummaries({ store, clock, operations, events, attendance })

  operations.health.countStreams(streams.count)
  notifications.onPush(pushSender.send)
  people.memberChanges.onChange(({ id }) => streams.memberChanged(id))
  people.memberChanges.onMissed(() => streams.sessionEnded())
  people.members.onTimeZoneChanged(preferences.moveDigest)
  people.blocks.onBlock(notifications.separate)
  people.connections.commands.onRequestAnswered((memberId, id) =>
    notifications.markRead(memberId, { subject: { kind: 'request', id } }),
  )
  accounts.sessions.onEnd((id) => streams.sessionEnded(id))
  accounts.admission.onEmailChanged(createFormerAddressNotice({ clock, sendsEmail }))
  accounts.invitations.sender.onSent(invitationEmails.queueAll)
  accounts.invitations.sender.onSentAgain(invitationEmails.queue)
  accounts.signInCodes.onRequested(queueSignInCode)
  attendance.guests.booking.onSent(createGuestInvitations({ clock, sendsEmail }))

  const routes: RoutesByScope = {
    everyone: [at('/public/subscription', subscriptionRoutes, { unsubscribe })],
    members: [
      at('/notifications', notificationRoutes, { notifications }),
      at('/notifications', preferenceRoutes, { preferences }),
      at('/push', pushRoutes, { push, pushSender }),
    ],
  }

  return {
    notifications,
    streams,
    preferences,
    push,
    pushSender,
    emails,
    verificationEmails: createVerificationEmails({ clock, sendsEmail }),
    unsubscribe,
    routes,
    start: () => Promise.all([notifications.start(), streams.start(), liveViewChanges.start()]),
    jobs: [
      { name: 'undelivered notifications', every: MINUTE, run: notifications.deliverDue },
      { name: 'expired notifications', every: HOUR, run: notifications.deleteExpired },
      { name: 'matching asks', every: MINUTE, run: notifyOfAsks },
      { name: 'new RSVPs', every: MINUTE, run: summariseRsvps },
      { name: 'new posts', every: MINUTE, run: summariseDiscussions },
      { name: 'reminders', every: MINUTE, run: remind },
      { name: 'emails', every: 2 * SECOND, run: emails.sendDue },
      { name: 'digests', every: MINUTE, run: emails.bundleDigests },
      { name: 'deliveries on open pages', every: 5 * SECOND, run: liveViewChanges.checkDeliveries },
      { name: 'expired emails', every: HOUR, run: emails.deleteExpired },
    ] satisfies Job[],
    accountDataParts: [
      notificationsAccountData(notifications),
      notificationPreferencesAccountData(preferences),
      pushSubscriptionsAccountData(push),
      emailsAccountData(emails),
    ] satisfies AccountDataPart[],
  }
}
