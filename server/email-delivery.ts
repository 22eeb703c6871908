import type { Accent } from '#shared/accent.ts'
import type { Config } from '#server/config.ts'
import type { AnnouncementService } from '#server/features/announcements/service.ts'
import type { CalendarService } from '#server/features/calendar/service.ts'
import type { ConnectionService } from '#server/features/connections/service.ts'
import type { ComposeDeps } from '#server/features/emails/compose.ts'
import type { Refusals } from '#server/features/emails/refusals.ts'
import { createEmailService } from '#server/features/emails/service.ts'
import { createUnsubscribe } from '#server/features/emails/unsubscribe.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { MeetingService } from '#server/features/meetings/service.ts'
import type { MemberIntroductionService } from '#server/features/member-introductions/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { PreferenceService } from '#server/features/notification-preferences/service.ts'
import { createReminders } from '#server/features/notifications/reminders.ts'
import { createRsvpSummaries } from '#server/features/notifications/rsvp-summaries.ts'
import { sentenceOf } from '#server/features/notifications/sentences.ts'
import type { NotificationService } from '#server/features/notifications/service.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { Identity } from '#server/identity/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Job } from '#server/lib/jobs.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Mailer } from '#server/mail/port.ts'
import type { Store } from '#server/store/port.ts'

const MINUTE = 60_000

interface Deps {
  config: Config
  store: Store
  clock: Clock
  newId: () => string
  logger: Logger
  identity: Identity
  /** Absent where no emails are sent. */
  mailer?: Mailer
}

interface Parts {
  /** Of the community. */
  accent: () => Promise<Accent>
  recipients: {
    members: MemberService
    notifications: NotificationService
    preferences: PreferenceService
    refusals: Refusals
  }
  /** What emails are about. */
  about: {
    announcements: AnnouncementService
    calendar: CalendarService
    connections: ConnectionService
    events: EventService
    meetings: MeetingService
    memberIntroductions: MemberIntroductionService
    rsvps: RsvpService
  }
  invitationToSend: ComposeDeps['invitationToSend']
  newVerificationLink: ComposeDeps['newVerificationLink']
}

/** Constructs what reminds members, and sends emails. A part of `createServices`. */
export function createEmailDelivery(
  deps: Deps,
  { accent, recipients, about, invitationToSend, newVerificationLink }: Parts,
) {
  const { config, store, clock, newId, logger, mailer, identity } = deps
  const { members, notifications, preferences, refusals } = recipients
  const { accountStates } = recipients.members
  const [origin] = config.origins
  const unsubscribe = createUnsubscribe({
    secret: config.secret,
    origin,
    accountStates,
    setEmail: preferences.setEmail,
    getsEmail: preferences.getsEmail,
  })
  const emails = createEmailService({
    store,
    clock,
    newId,
    log: logger,
    mailer,
    lookupUsers: identity.lookupUsers,
    refusals,
    product: config.client.PRODUCT_NAME,
    accent,
    origin,
    ownProfile: members.ownProfile,
    accountStates,
    deliveriesOf: preferences.deliveriesOf,
    dueDigests: preferences.dueDigests,
    takeDigest: preferences.takeDigest,
    readAmong: notifications.readAmong,
    sentenceOf,
    invitationToSend,
    newVerificationLink,
    unsubscribeUrl: unsubscribe.url,
    eventDetails: about.events.details,
    announcements: about.announcements.list,
    meetingDetails: about.meetings.get,
    relationship: about.connections.relationshipWith,
    introductions: about.memberIntroductions.list,
    cards: members.cards,
    eventFile: about.calendar.file,
    meetingFile: about.calendar.meetingUpdateFile,
  })
  const remind = createReminders({
    store,
    clock,
    notify: notifications.notify,
    eventsStarting: about.events.starting,
    meetingsStarting: about.meetings.starting,
    promisesDueOn: about.meetings.promisesDueOn,
    timeZonesOf: members.timeZonesOf,
  })
  const summariseRsvps = createRsvpSummaries({
    store,
    clock,
    notify: notifications.notify,
    answersBetween: about.rsvps.answersBetween,
    events: about.events.visible,
  })
  const jobs: Job[] = [
    { name: 'new RSVPs', every: MINUTE, run: summariseRsvps },
    { name: 'reminders', every: MINUTE, run: remind },
    { name: 'emails', every: 2_000, run: emails.sendDue },
    { name: 'digests', every: MINUTE, run: emails.bundleDigests },
    { name: 'expired emails', every: 60 * MINUTE, run: emails.deleteExpired },
  ]
  return { emails, emailJobs: jobs, unsubscribe }
}
