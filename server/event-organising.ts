import { createAnnouncementService } from '#server/features/announcements/service.ts'
import { createAttendeeMessageService } from '#server/features/attendee-messages/service.ts'
import type { BlockService } from '#server/features/blocks/service.ts'
import { createCheckInService } from '#server/features/check-in/service.ts'
import { searchDirectory } from '#server/features/directory/service.ts'
import type { EventService } from '#server/features/events/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import type { NotificationService } from '#server/features/notifications/service.ts'
import { createRosterCommands } from '#server/features/roster/commands.ts'
import { createRosterService } from '#server/features/roster/service.ts'
import type { RsvpService } from '#server/features/rsvps/service.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
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
  members: MemberService
  rsvps: RsvpService
  progressOf: Parameters<typeof createAnnouncementService>[0]['progressOf']
}

/** Constructs what organisers do for an event’s attendees. A part of `createServices`. */
export function createEventOrganising({ store, clock, newId, secret }: Deps, parts: Parts) {
  const { audit, notifications, blocksBetween, events, members, rsvps } = parts
  const { notify } = notifications

  /** Members who are suspended, or whom a block separates from the actor, look alike. */
  async function assertReachable(tx: Transaction, actor: Actor, memberId: string) {
    const [state, { byViewer, ofViewer }] = await Promise.all([
      members.accountStateOf(tx, memberId),
      blocksBetween(tx, actor.id, memberId),
    ])
    if (state === 'active' && !byViewer && !ofViewer) return
    throw conflict('member_unavailable', 'This member isn’t available.')
  }

  return {
    roster: createRosterService({ store, clock, audit, managedEvent: events.managedEvent }),
    announcements: createAnnouncementService({
      store,
      clock,
      notify,
      newId,
      managedEvent: events.managedEvent,
      auditAdmin: events.auditAdmin,
      eventDetails: events.details,
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
      store,
      clock,
      secret,
      managedEvent: events.managedEvent,
      auditAdmin: events.auditAdmin,
      eventDetails: events.details,
      updateCheckIns: rsvps.updateCheckIns,
    }),
  }
}
