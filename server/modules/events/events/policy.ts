import * as m from '#shared/events/messages.ts'
import { can } from '#shared/people/roles.ts'
import { canOnEvent, type EventRight } from '#shared/events/rights.ts'
import type { EventStatus } from '#shared/events/rules.ts'
import type { Actor } from '#server/modules/actor.ts'
import { conflict, type Failure, forbidden, notFound } from '#server/lib/failure.ts'

import type { EventDocument } from './collection.ts'
import { type Guest, maySee, rightOn } from './rights.ts'
import { hasEnded, isHistory } from './rules.ts'

/**
 * `organise`: its roster and announcements. `changeRoster`: commands on people on it, and messages to them. `extend`:
 * a change of other dates of its series, too.
 */
export type EventCommand =
  | 'see'
  | 'checkIn'
  | 'edit'
  | 'extend'
  | 'publish'
  | 'unpublish'
  | 'cancel'
  | 'complete'
  | 'delete'
  | 'duplicate'
  | 'organise'
  | 'changeRoster'

type Person = Pick<Actor, 'id' | 'role'>
type PolicyEvent = Parameters<typeof maySee.of>[0] &
  Pick<EventDocument, 'startsAt' | 'endsAt' | 'imported' | 'publishedAt'>

/** The statuses in which a command is possible. They include its own outcome, so repeating it succeeds. */
const STATUSES: Readonly<Record<EventCommand, readonly EventStatus[]>> = {
  see: ['draft', 'published', 'cancelled', 'completed'],
  checkIn: ['draft', 'published', 'cancelled', 'completed'],
  edit: ['draft', 'published', 'completed'],
  extend: ['draft', 'published', 'completed'],
  publish: ['draft', 'published'],
  unpublish: ['draft', 'published'],
  cancel: ['published', 'cancelled'],
  complete: ['published', 'completed'],
  delete: ['draft'],
  duplicate: ['draft', 'published', 'cancelled', 'completed'],
  organise: ['draft', 'published', 'cancelled', 'completed'],
  changeRoster: ['published'],
}

const NEEDED: Readonly<Record<Exclude<EventCommand, 'see'>, EventRight>> = {
  checkIn: 'checkIn',
  edit: 'edit',
  organise: 'edit',
  changeRoster: 'edit',
  extend: 'manage',
  publish: 'manage',
  unpublish: 'manage',
  cancel: 'manage',
  complete: 'manage',
  delete: 'manage',
  duplicate: 'manage',
}

/**
 * Permissions for an event, depending on its state.
 * @param guest the person’s entry in the guest list; needed only where `isKnownToBeOpen` does not hold
 * @returns the reason for a refusal; undefined when the command is allowed
 */
export function refusal(
  command: EventCommand,
  person: Person,
  event: PolicyEvent,
  now: number,
  guest?: Guest,
): Failure | undefined {
  // People who may not see it must not learn that it exists.
  if (!maySee.of(event, person, guest)) return notFound('event')
  if (command === 'see') return undefined
  const right = rightOn(event, person)
  if (!canOnEvent({ right }, NEEDED[command])) {
    return right !== undefined || can(person.role, 'organise')
      ? forbidden('not_your_event', m.eventOrganisersOnly())
      : forbidden('role_required', m.eventRoleNeeded())
  }
  // A copy would reveal hidden content.
  if ((command === 'changeRoster' || command === 'duplicate') && event.hidden?.event) {
    return conflict('event_hidden', m.eventHidden())
  }
  // It took place without anyone RSVPing here, so that a mistaken import can be undone.
  if (command === 'delete' && isHistory.of(event)) return undefined
  if (!STATUSES[command].includes(event.status)) return wrongStatus(command, event.status)
  if (event.status !== 'published') return undefined
  if ((command === 'cancel' || command === 'changeRoster') && hasEnded.of(event, now))
    return conflict('event_over', m.eventOver())
  if (command === 'complete' && now < Date.parse(event.startsAt)) {
    return conflict('not_started', m.eventNotStarted())
  }
  return undefined
}

function wrongStatus(command: EventCommand, status: EventStatus) {
  if (command === 'delete') return conflict('not_a_draft', m.eventDraftsOnly())
  if (status === 'draft') return conflict('not_published', m.eventUnpublished())
  if (status === 'cancelled') return conflict('event_cancelled', m.eventCancelled())
  return conflict('event_over', m.eventOver())
}
