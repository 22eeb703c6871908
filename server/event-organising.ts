import { createAnnouncementService } from '#server/features/announcements/service.ts'
import { createAttendeeMessageService } from '#server/features/attendee-messages/service.ts'
import type { BlockService } from '#server/features/blocks/service.ts'
import { createCheckInService } from '#server/features/check-in/service.ts'
import type { BlockedBy } from '#server/features/connections/types.ts'
import { searchDirectory } from '#server/features/directory/service.ts'
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
    /** Another number after each change of any member. */
    changes: () => Promise<number>
    names: () => Promise<ReadonlyMap<string, string>>
  }
  members: MemberService
  rsvps: RsvpService
  progressOf: Parameters<typeof createAnnouncementService>[0]['progressOf']
  blockedBy: BlockedBy
}

/** Constructs what organisers do for an event’s attendees. A part of `createServices`. */
export function createEventOrganising({ store, clock, newId, secret }: Deps, parts: Parts) {
  const { audit, notifications, blocksBetween, events, members, memberReadModel, rsvps } = parts
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
      accountStates: members.accountStates,
      blockedBy: parts.blockedBy,
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
      searchMembers: (viewerId, text, rows) => searchDirectory(store, viewerId, { text, rows }),
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
      memberChanges: memberReadModel.changes,
      updateCheckIns: rsvps.updateCheckIns,
    }),
  }
}
