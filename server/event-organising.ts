import { createAnnouncementService } from '#server/features/announcements/service.ts'
import { createAttendeeMessageService } from '#server/features/attendee-messages/service.ts'
import type { BlockService } from '#server/features/blocks/service.ts'
import { createCheckInService } from '#server/features/check-in/service.ts'
import type { AccountStates, BlockedBy, HiddenFrom } from '#server/features/connections/types.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { NotificationService } from '#server/features/notifications/service.ts'
import { createRosterCommands } from '#server/features/roster/commands.ts'
import { createRosterService } from '#server/features/roster/service.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { createCardLookup } from '#server/lib/card-lookup.ts'
import type { Clock } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import type { SearchIndex } from '#server/search/index.ts'
import type { Store, Transaction } from '#server/store/port.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  secret: string
}

interface Parts {
  audit: RecordAudit
  notifications: NotificationService
  blocksBetween: BlockService['blocksBetween']
  events: EventService
  memberReadModel: {
    accountStates: AccountStates
    /** Members in the directory, by name, company and headline. */
    directory: () => Promise<SearchIndex>
    names: () => Promise<ReadonlyMap<string, string>>
  }
  members: MemberService
  rsvps: RsvpService
  progressOf: Parameters<typeof createAnnouncementService>[0]['progressOf']
  blockReadModel: { blockedBy: BlockedBy; hiddenFrom: HiddenFrom }
}

/** Constructs what organisers do for an event’s attendees. A part of `createServices`. */
export function createEventOrganising({ store, clock, newId, secret }: Deps, parts: Parts) {
  const { audit, notifications, blocksBetween, events, members, memberReadModel, blockReadModel, rsvps } =
    parts
  const { notify } = notifications
  const lookUpCards = createCardLookup(members.cardsForOrganisers)

  /** Members who are suspended, or whom a block separates from the actor, look alike. */
  async function assertReachable(tx: Transaction, actor: Actor, memberId: string) {
    const [state, { byViewer, ofViewer }] = await Promise.all([
      members.accountStateOf(tx, memberId),
      blocksBetween(tx, actor.id, memberId),
    ])
    if (state === 'active' && !byViewer && !ofViewer) return
    throw conflict('member_unavailable', 'This member isn’t available.')
  }

  async function searchMembers(viewerId: string, text: string, limit: number) {
    const [index, without] = await Promise.all([
      memberReadModel.directory(),
      blockReadModel.hiddenFrom(viewerId),
    ])
    return members.cards(viewerId, index.page({ list: 'roster candidates', text, without, limit }).ids)
  }

  const roster = createRosterService({
    clock,
    audit,
    managedEvent: events.managedEvent,
    rosterRsvps: rsvps.rosterRsvps,
    trackRoster: rsvps.trackRoster,
    memberNames: memberReadModel.names,
    lookUpCards,
    visibleProfiles: members.openProfileIds,
  })
  return {
    roster,
    announcements: createAnnouncementService({
      store,
      clock,
      notify,
      newId,
      managedEvent: events.managedEvent,
      auditAdmin: events.auditAdmin,
      eventDetails: events.details,
      cards: members.cards,
      accountStates: memberReadModel.accountStates,
      blockedBy: blockReadModel.blockedBy,
      rsvpsTo: roster.rsvps,
      notifiedAmong: notifications.notifiedAmong,
      progressOf: parts.progressOf,
    }),
    rosterCommands: createRosterCommands({
      store,
      notify,
      managedIn: events.managedIn,
      auditEvent: events.auditEvent,
      assertReachable,
      commandRsvp: rsvps.command,
      searchMembers,
      rsvpsTo: rsvps.rsvpsTo,
    }),
    attendeeMessages: createAttendeeMessageService({
      store,
      clock,
      newId,
      notify,
      managedIn: events.managedIn,
      auditEvent: events.auditEvent,
      assertReachable,
      rsvpsTo: rsvps.rsvpsTo,
    }),
    checkIn: createCheckInService({
      clock,
      secret,
      managedEvent: events.managedEvent,
      auditAdmin: events.auditAdmin,
      eventDetails: events.details,
      rosterRsvps: roster.rsvps,
      lookUpCards,
      memberChanges: members.changes,
      updateCheckIns: rsvps.updateCheckIns,
    }),
  }
}
