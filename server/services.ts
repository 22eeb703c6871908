import { accountDataParts } from '#server/account-data-parts.ts'
import { createAdministration } from '#server/administration.ts'
import { createClientErrors } from '#server/client-errors.ts'
import { createCommunity } from '#server/community.ts'
import { createAccountDataService } from '#server/features/account-data/service.ts'
import { admissionOf } from '#server/features/admin/settings/joining.ts'
import { createViewLog } from '#server/features/admin/audit/view-log.ts'
import { createAuditLog } from '#server/features/audit/service.ts'
import { createHiddenFrom } from '#server/features/blocks/queries.ts'
import { createBlockService } from '#server/features/blocks/service.ts'
import { createCalendarFeeds } from '#server/features/calendar/feeds.ts'
import { createCalendarService } from '#server/features/calendar/service.ts'
import { createConnectionNoteService } from '#server/features/connection-notes/service.ts'
import { createConnectionService } from '#server/features/connections/service.ts'
import { createOrganiserFigures } from '#server/features/dashboard/organiser-figures.ts'
import { createDashboardService } from '#server/features/dashboard/service.ts'
import { createDirectoryService } from '#server/features/directory/service.ts'
import { createPublicEvents } from '#server/features/events/public-events.ts'
import { createEventService } from '#server/features/events/service.ts'
import { createImageService } from '#server/features/images/service.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { createIntroductionService } from '#server/features/introductions/service.ts'
import { createEventOrganising } from '#server/event-organising.ts'
import { createEmailDelivery } from '#server/email-delivery.ts'
import { createMeetingPreparation } from '#server/meeting-preparation.ts'
import { createModeration } from '#server/moderation.ts'
import { createMeetingService } from '#server/features/meetings/service.ts'
import { watchMembers } from '#server/features/members/changes.ts'
import { createMemberService } from '#server/features/members/service.ts'
import { createAwards } from '#server/features/prestige/awards.ts'
import { createPrestigeService } from '#server/features/prestige/service.ts'
import { createRsvpService } from '#server/features/rsvps/service.ts'
import { createSessionService } from '#server/features/session/service.ts'
import { createScheduledJobs } from '#server/scheduled-jobs.ts'
import { createNotificationDelivery } from '#server/notification-delivery.ts'
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts'
import { connectLiveViews } from '#server/live-views.ts'
import type { LaterCalls } from '#server/later-calls.ts'
import type { ServiceDeps } from '#server/service-deps.ts'
import { createServiceHealth } from '#server/service-health.ts'

export type Services = ReturnType<typeof createServices>

/**
 * Constructs every service. Features never import each other: what one needs of another is passed here, each
 * dependency by its name.
 */
export function createServices(deps: ServiceDeps) {
  const { config, store, imageFiles = filesInDocuments, identity, clock, newId, logger, metrics } = deps
  const [origin] = config.origins

  /**
   * Calls to services that are constructed further down, because the two need each other. They are made while
   * requests are served, when all services exist.
   */
  const later: LaterCalls = {
    evictSession: (memberId) => sessions.evict(memberId),
    memberChanged({ id, role, status, onboardedAt }) {
      sessions.memberChanged(id, { role, status, onboarded: onboardedAt !== undefined })
      notificationStreams.memberChanged(id)
    },
    memberChangesMissed() {
      sessions.evictAll()
      notificationStreams.sessionEnded()
    },
    sessionEnded: (id) => notificationStreams.sessionEnded(id),
    async admit(user) {
      const membership = await members.admit(user)
      if (membership.status === 'active') administration.activity.recordActive(user.uid)
      return membership
    },
    notify: (tx, happening) => notifications.notify(tx, happening),
    emailChanged: (tx, change) => notificationDelivery.emailChanged(tx, change),
    isInvited: (email) => administration.invitations.isInvited(email),
    acceptInvitation: (tx, person) => administration.invitations.accept(tx, person),
    invitationToSend: (id, sentAt) => administration.invitations.toSend(id, sentAt),
    relationshipKindOf: (viewerId, memberId) => connections.relationshipKindOf(viewerId, memberId),
    relationshipKindsOf: (viewerId, memberIds) => connections.relationshipKindsOf(viewerId, memberIds),
    hasBlocked: (viewerId, memberId) => blocks.hasBlocked(viewerId, memberId),
    endConnection: async (tx, blocker, blocked) => {
      await connections.endByBlock(tx, blocker, blocked)
      await preparation.endByBlock(tx, blocker, blocked)
    },
    leaveMeetings: (tx, blocker, blocked) => meetings.applyBlock(tx, blocker, blocked),
    meetingsTogether: (viewerId, memberId) => meetings.together(viewerId, memberId),
    prestigeOf: (memberId) => prestige.onProfile(memberId),
    membershipChanged: (memberId) => rsvps.membershipChanged(memberId),
    respondentIds: (eventId, who) => rsvps.respondentIds(eventId, who),
    eventOf: (reader, eventId) => events.nonDraft(reader, eventId),
    hiddenEvents: (viewer, ids) => events.hiddenAmong(viewer, ids),
    isPictureHidden: (user) => moderation.isPictureHidden(user),
    permittedAmong: (...asked) => liveViewing.permittedAmong(...asked),
    openReports: (admin) => moderation.reportQueue.countOpen(admin),
    forgetAnnouncements: (tx, eventId) => announcements.deleteOfEvent(tx, eventId),
    timeZoneChanged: (tx, memberId, timeZone) => preferences.moveDigest(tx, memberId, timeZone),
    namesForAdmins: (ids) => members.namesForAdmins(ids),
    moveIndustry: (tx, from, to) => members.moveIndustry(tx, from, to),
  }

  const auditLog = createAuditLog({ store, clock, newId, log: logger })
  const audit = auditLog.record
  const images = createImageService({ store, files: imageFiles, clock, isHidden: later.isPictureHidden })
  const community = createCommunity({ store, clock, auditLog, logger, images, later })
  const syncMemberChanges = watchMembers(store, {
    onChange: later.memberChanged,
    onMissed: later.memberChangesMissed,
  })
  const members = createMemberService({
    store,
    clock,
    newId,
    audit,
    notify: later.notify,
    admissionOf: async (email) => admissionOf((await community.current('joining')).value, email),
    visibilityOfNewcomers: community.visibilityOfNewcomers,
    industries: community.industries,
    adminEmails: config.adminEmails,
    invitations: { isInvited: later.isInvited, accept: later.acceptInvitation },
    emailChanged: later.emailChanged,
    relationshipKindOf: later.relationshipKindOf,
    relationshipKindsOf: later.relationshipKindsOf,
    hasBlocked: later.hasBlocked,
    useImage: images.use,
    timeZoneChanged: later.timeZoneChanged,
    accountChanged: later.evictSession,
    membershipChanged: later.membershipChanged,
    log: logger,
    prestigeOf: later.prestigeOf,
  })
  const sessions = createSessionService({
    identity,
    store,
    clock,
    audit,
    admit: later.admit,
    secret: config.secret,
    maxAge: config.sessionMaxAge,
    onEnd: later.sessionEnded,
    ...(metrics && { onCheck: metrics.sessionChecked }),
  })

  const hiddenFrom = createHiddenFrom(store)
  const notificationDelivery = createNotificationDelivery(deps, {
    sessions,
    hiddenFrom,
    attendeeIds: later.respondentIds,
    permittedAmong: later.permittedAmong,
    members,
  })
  const { notifications, notificationStreams, preferences, push, pushSender, refusals } = notificationDelivery
  const { notify } = notifications

  const awards = createAwards({ clock, newId })
  const eventMutex: KeyedMutex = (id, work) => store.withLock(`event-${id}`, work)
  const rsvps = createRsvpService({
    store,
    clock,
    eventMutex,
    eventOf: later.eventOf,
    hiddenAmong: later.hiddenEvents,
    accountStates: members.accountStates,
    notify,
    awards,
  })
  const publicEvents = createPublicEvents({
    store,
    clock,
    seatsOf: rsvps.seatsOf,
  })
  const events = createEventService({
    store,
    clock,
    newId,
    audit,
    eventMutex,
    cards: members.cards,
    useImage: images.use,
    onDelete: later.forgetAnnouncements,
    notify,
    prepareChange: rsvps.prepareEventChange,
    onRescheduled: rsvps.reschedule,
    hasRsvps: rsvps.hasRsvps,
    participation: rsvps.participation,
    canOrganise: members.canOrganise,
    recordDraftView: createViewLog({ clock, audit, action: 'event.draft_viewed_by_admin' }),
  })
  const blocks = createBlockService({
    store,
    clock,
    names: members.names,
    endConnection: async (tx, blocker, blocked) => {
      await later.endConnection(tx, blocker, blocked)
      await notifications.separate(tx, blocker, blocked)
    },
    leaveMeetings: later.leaveMeetings,
  })
  const { announcements, attendeeMessages, checkIn, roster, rosterCommands } = createEventOrganising(
    { store, clock, newId, secret: config.secret },
    {
      audit,
      notifications,
      blocksBetween: blocks.blocksBetween,
      events,
      members,
      rsvps,
      progressOf: notificationDelivery.progressOf,
    },
  )
  const liveViewing = connectLiveViews({
    store,
    clock,
    liveViews: notificationDelivery.liveViews,
    rsvpsTo: rsvps.rsvpsTo,
    deliveriesOf: announcements.deliveriesOf,
  })
  const connections = createConnectionService({
    store,
    clock,
    notify,
    requestAnswered: (memberId, id) => notifications.markRead(memberId, { subject: { kind: 'request', id } }),
    profile: members.profile,
    accountStateOf: members.accountStateOf,
    blocksBetween: blocks.blocksBetween,
    eventsTogether: rsvps.eventsInCommon,
    meetingsTogether: later.meetingsTogether,
  })
  const notes = createConnectionNoteService({
    store,
    clock,
    acceptedConnection: connections.acceptedConnection,
  })

  const introductions = createIntroductionService({
    store,
    clock,
    ownProfile: members.ownProfile,
  })
  const meetings = createMeetingService({
    store,
    clock,
    notify,
    newId,
    awards,
    accountStates: members.accountStates,
    accountStateOf: members.accountStateOf,
    hiddenFrom,
    blocksAmong: blocks.blocksAmong,
    connectedAmong: connections.connectedAmong,
    cards: members.cards,
    timeZones: members.timeZones,
    eventSummaries: events.summaries,
    reasonsWith: introductions.exchangesWith,
    introductionOf: (reader, id, people) => memberIntroductions.introductionOf(reader, id, people),
    introductionsBehind: (...meeting) => memberIntroductions.introductionsBehind(...meeting),
    followUpIntroductions: (...meeting) => memberIntroductions.followUp(...meeting),
    isEvent: async (eventId) => (await events.visible([eventId])).length > 0,
  })

  const preparation = createMeetingPreparation({
    store,
    clock,
    newId,
    notify,
    blocks,
    connections,
    events,
    introductions,
    members,
    rsvps,
  })
  const { availability, meetAgain, memberIntroductions } = preparation
  const calendar = createCalendarService({
    store,
    clock,
    origin,
    product: config.client.PRODUCT_NAME,
    eventDetails: events.details,
    meetings: meetings.inCalendar,
    meeting: meetings.calendarEntry,
    lastMeeting: meetings.lastCalendarEntry,
  })
  const calendarFeeds = createCalendarFeeds({
    store,
    clock,
    audit,
    origin,
    isActive: members.isActive,
    newId,
    secret: config.secret,
  })

  const { emails, emailJobs, unsubscribe } = createEmailDelivery(deps, {
    accent: community.accent,
    recipients: { members, notifications, preferences, refusals },
    about: { announcements, calendar, connections, events, meetings, memberIntroductions, rsvps },
    invitationToSend: later.invitationToSend,
    newVerificationLink: sessions.verification.newLink,
  })
  const directory = createDirectoryService({
    store,
    relationshipsWith: connections.relationshipsWith,
  })
  const organiserFigures = createOrganiserFigures({
    clock,
    store,
  })
  const dashboard = createDashboardService({
    clock,
    ownProfile: members.ownProfile,
    requests: async (memberId) => (await connections.list(memberId, { list: 'received' })).items,
    agenda: rsvps.agenda,
    hasRecentRsvp: rsvps.hasRecentRsvp,
    reminders: notes.dueReminders,
    meetingTasks: meetings.tasksOf,
    askedIntroductions: memberIntroductions.askedOf,
    prestige: (memberId) => prestige.latest(memberId),
    upcoming: events.next,
    introductions: introductions.suggestions,
    organiserFigures,
  })

  const prestige = createPrestigeService({
    store,
    clock,
    newId,
    notify,
    audit,
    putEntry: awards.putEntry,
    secret: config.secret,
    origin,
    productSlug: config.client.PRODUCT_SLUG,
    cards: members.cards,
    namesForAdmins: members.namesForAdmins,
    timeZonesOf: members.timeZonesOf,
    publicProfile: members.publicProfile,
  })

  const health = createServiceHealth(deps, { members, ...notificationDelivery })
  const administration = createAdministration(deps, {
    auditLog,
    notify,
    members,
    industries: community.industries,
    meetings,
    prestige,
    events,
    seatsOf: rsvps.seatsOf,
    sessions,
    notificationDelivery,
    openReports: later.openReports,
    serviceProblems: health.problems,
  })
  const moderation = createModeration(deps, {
    auditLog,
    announcements,
    connections,
    events,
    images,
    members,
    notifications,
    suspend: administration.admin.actions.suspend,
  })

  const clientErrors = createClientErrors(deps, {
    audit,
    notify,
    idOfAddress: members.idOfAddress,
  })
  const accountData = createAccountDataService({
    clock,
    audit,
    parts: accountDataParts({
      activity: administration.activity,
      announcements,
      attendeeMessages,
      auditLog: administration.memberTrail,
      availability,
      blocks,
      calendarFeeds,
      clientErrors,
      connections,
      consents: community.consents,
      emails,
      events,
      images,
      introductions,
      invitations: administration.invitations,
      meetAgain,
      meetings,
      memberIntroductions,
      members,
      notes,
      notifications,
      preferences,
      prestige,
      push,
      reports: moderation.reports,
      rsvps,
      sessions,
    }),
    viewsOf: administration.memberTrail.viewsOf,
    dueForDeletion: members.dueForDeletion,
    anonymise: members.anonymise,
    completeDeletion: members.completeDeletion,
    deleteUser: identity.deleteUser,
  })

  const jobs = createScheduledJobs({
    store,
    logger,
    accountData,
    events,
    images,
    meetings,
    notifications,
    prestige,
    rsvps,
    sizes: health.sizes,
  })

  return {
    accountData,
    admin: administration.admin,
    announcements,
    attendeeMessages,
    auditLog,
    availability,
    blocks,
    calendar,
    calendarFeeds,
    checkIn,
    clientErrors,
    community,
    connections,
    dashboard,
    directory,
    emails,
    events,
    health,
    images,
    introductions,
    invitations: administration.invitations,
    jobs: [...jobs, ...administration.jobs, ...clientErrors.jobs, ...community.jobs, ...emailJobs],
    meetAgain,
    meetings,
    memberIntroductions,
    members,
    notes,
    notifications,
    preferences,
    notificationStreams,
    prestige,
    publicEvents,
    push,
    pushSender,
    reportQueue: moderation.reportQueue,
    reports: moderation.reports,
    roster,
    rosterCommands,
    rsvps,
    sessions,
    unsubscribe,
    allowsSearchEngines: async (memberId: string) =>
      (await community.allowsSearchEngines()) && members.allowsSearchEngines(memberId),
    /** Whether visitors may see a picture, too. */
    isPublicPicture: async (imageId: string) =>
      (await community.isLogo(imageId)) ||
      (await publicEvents.isCover(imageId)) ||
      prestige.isPublicPhoto(imageId),
    /**
     * Reads what is answered from memory, and registers the release. After a failure the next call resumes where it
     * stopped.
     */
    warmUp: async () => {
      await Promise.all([
        store.views(),
        syncMemberChanges(),
        sessions.syncEnds(),
        clientErrors.groups.start(),
        community.start(),
        notifications.start(),
        notificationStreams.start(),
        liveViewing.start(),
      ])
    },
  }
}
