import type { Config } from '#server/config.ts'
import type { EmailFigures, ServiceProblem } from '#shared/admin-overview.ts'
import { createActivityService } from '#server/features/activity/service.ts'
import { createAdminAuditLog } from '#server/features/admin/audit/service.ts'
import { createViewLog } from '#server/features/admin/audit/view-log.ts'
import { createAdminEvents } from '#server/features/admin/events/service.ts'
import { createListViewLog } from '#server/features/admin/members/list-views.ts'
import { createMemberList } from '#server/features/admin/members/list.ts'
import { organisers } from '#server/features/admin/members/queries.ts'
import { createMembershipActions } from '#server/features/admin/members/service.ts'
import { createVerificationResending } from '#server/features/admin/members/verification.ts'
import { createOverview } from '#server/features/admin/overview/service.ts'
import { createMemberTrail } from '#server/features/audit/member-trail.ts'
import type { AuditLog } from '#server/features/audit/service.ts'
import type { VerificationEmails } from '#server/features/emails/types.ts'
import type { InvitationEmails } from '#server/features/invitations/types.ts'
import { createConsent } from '#server/features/invitations/consent.ts'
import { createInvitationList } from '#server/features/invitations/list.ts'
import { createInvitationService } from '#server/features/invitations/service.ts'
import type { MeetingService } from '#server/features/meetings/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { PrestigeService } from '#server/features/prestige/service.ts'
import type { SessionService } from '#server/features/session/service.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Job } from '#server/lib/jobs.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Store } from '#server/store/port.ts'

const MINUTE = 60 * 1_000

interface Deps {
  config: Config
  store: Store
  clock: Clock
  newId: () => string
  logger: Logger
}

interface Parts {
  auditLog: AuditLog
  notify: Notify
  members: MemberService
  /** Industries that members can choose. */
  industries: () => Promise<ReadonlySet<string>>
  meetings: MeetingService
  prestige: PrestigeService
  events: EventService
  seatsOf: RsvpService['seatsOf']
  sessions: SessionService
  /** Reports that wait for this admin. */
  openReports: (admin: { id: string }) => Promise<number>
  notificationDelivery: {
    /** Absent where no emails are sent. */
    emailFigures: (() => Promise<EmailFigures>) | undefined
    invitationEmails: InvitationEmails
    verificationEmails: VerificationEmails
  }
  /** Of the replica that is asked. */
  serviceProblems: () => Promise<ServiceProblem[]>
}

/** Constructs the services of the admin area. A part of `createServices`. */
export function createAdministration({ config, store, clock, newId, logger }: Deps, parts: Parts) {
  const { auditLog, notify } = parts
  const { members, meetings, prestige, sessions } = parts
  const audit = auditLog.record
  const isConfiguredAdmin = (email: string) => config.adminEmails.has(email.toLowerCase())

  const activity = createActivityService({
    store,
    clock,
    log: logger,
    heldMeetings: meetings.heldSince,
  })
  const actions = createMembershipActions({
    clock,
    audit,
    notify,
    isConfiguredAdmin,
    memberships: members.memberships,
    changeMembership: members.changeMembership,
  })
  const recordView = createViewLog({ clock, audit })
  const recordListView = createListViewLog({ store, clock, audit, timesOf: auditLog.timesOf })
  const list = createMemberList({
    store,
    clock,
    audit,
    recordView,
    recordListView,
    profile: (id) => members.ownProfile({ id }),
    sessions: sessions.exportOf,
    admins: async () => (await members.memberships([])).admins,
    isConfiguredAdmin,
    sendsEmail: parts.notificationDelivery.verificationEmails.sendsEmail,
  })
  const verification = createVerificationResending({
    store,
    clock,
    newId,
    audit,
    timesOf: auditLog.timesOf,
    accountOf: sessions.verification.accountOf,
    emails: parts.notificationDelivery.verificationEmails,
  })
  const adminEvents = createAdminEvents({
    store,
    clock,
    seatsOf: parts.seatsOf,
    organisers: async (text, limit) => organisers(await store.views(), text, limit),
    namesOf: members.namesForAdmins,
    recordDraftView: parts.events.recordDraftView,
    recordListView,
  })
  const adminAuditLog = createAdminAuditLog({
    store,
    log: auditLog,
    recordView,
  })
  const invitations = createInvitationService({
    store,
    clock,
    newId,
    audit,
    secret: config.secret,
    origin: config.origins[0],
    emails: parts.notificationDelivery.invitationEmails,
    nameOf: members.nameOf,
    industries: parts.industries,
    notify,
    hasMember: async (email) => (await members.idOfAddress(email)) !== undefined,
  })
  const decide = createConsent({
    store,
    clock,
    audit,
    membershipOf: async (id) => (await members.memberships([id])).found[0],
    approve: (actor, { id, version }) => actions.act(actor, id, version, { kind: 'approve' }),
  })
  const invitationList = createInvitationList({
    store,
    clock,
    audit,
    urlOf: invitations.urlOf,
    emails: parts.notificationDelivery.invitationEmails,
  })

  const overview = createOverview({
    store,
    clock,
    activeByWeek: activity.activeByWeek,
    meetingsByWeek: activity.meetingsByWeek,
    openDisputes: prestige.countOpenDisputes,
    openReports: parts.openReports,
    openRequests: invitationList.countRequests,
    emails: parts.notificationDelivery.emailFigures,
    serviceProblems: parts.serviceProblems,
  })

  const memberTrail = createMemberTrail({
    store,
    joinedAtOf: async (id) => (await members.joinedAtOf(id)) ?? isoInstant(clock()),
  })

  return {
    activity,
    memberTrail,
    invitations: { ...invitations, ...invitationList, decide },
    jobs: [
      { name: 'ended suspensions', every: MINUTE, run: members.endDueSuspensions },
      { name: 'meeting counts', every: MINUTE, run: activity.countMeetings },
      { name: 'ended invitations', every: 60 * MINUTE, run: invitations.deleteExpired },
    ] satisfies Job[],
    /** What the routes of the admin area call. */
    admin: {
      events: { ...adminEvents, reassign: parts.events.reassign },
      actions,
      list,
      overview,
      verification,
      /** Ends all sessions of a member. @throws Failure 404 */
      async signOut({ id, sessionHash }: Actor, memberId: string) {
        await members.ownProfile({ id: memberId })
        const action = 'member.signed_out_everywhere'
        await sessions.endSessionsOf(memberId, { action, actor: id, target: memberId, sessionHash })
      },
      auditLog: adminAuditLog,
      historyOf: (admin: Actor, memberId: string, cursor?: string) =>
        adminAuditLog.page(admin, { target: memberId }, cursor),
    },
  }
}
