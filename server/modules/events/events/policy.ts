import * as m from '#shared/events/messages.ts'
import { can } from '#shared/people/roles.ts'
import { canOnEvent, type EventRight, eventRightOf, eventRoleOf } from '#shared/events/rights.ts'
import type { EventStatus } from '#shared/events/rules.ts'
import type { Actor } from '#server/modules/actor.ts'
import { conflict, type Failure, forbidden, notFound } from '#server/lib/failure.ts'
import type { RsvpDocument } from '#server/modules/events/rsvps/collection.ts'
import { removalReasonOf } from '#server/modules/events/rsvps/seats/seats.ts'

import type { EventDocument } from './collection.ts'

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
type PolicyEvent = Organised & Pick<EventDocument, 'status' | 'startsAt' | 'endsAt' | 'hidden'>
type Organised = Pick<EventDocument, 'createdBy' | 'organiser' | 'editors' | 'helpers'> & {
  hosts: readonly string[]
}

/** The creator, unless an admin has chosen another. */
export const organiserOf = ({ organiser, createdBy }: Pick<Organised, 'createdBy' | 'organiser'>) =>
  organiser ?? createdBy

export const roleAt = (event: Organised, { id }: Pick<Person, 'id'>) =>
  eventRoleOf(id, { ...event, organiser: organiserOf(event) })

export const rightOn = (event: Organised, person: Person) => eventRightOf(person.role, roleAt(event, person))

/** Whether it is the person's own event; admins manage the others too. */
export const organises = ({ id }: Pick<Person, 'id'>, event: Organised) =>
  organiserOf(event) === id || event.hosts.includes(id)

/** Whether the person sees everything of the event, and can edit it. */
export const mayEdit = (person: Person, event: Organised) =>
  canOnEvent({ right: rightOn(event, person) }, 'edit')

/** Whether the person has to ask for a place, unless they are invited. */
export const needsRequest = (
  person: Pick<Person, 'id'>,
  event: Organised & Pick<EventDocument, 'joinMode'>,
) => event.joinMode === 'request' && !organises(person, event)

/** Whether someone sees an event for invited people because of their RSVP: its mode may have changed since. */
export const isOnGuestList = (rsvp: RsvpDocument | undefined) =>
  rsvp !== undefined && (rsvp.state !== 'declined' || removalReasonOf(rsvp) !== undefined)

type Published = Pick<EventDocument, 'visibility' | 'joinMode' | 'status' | 'cover' | 'hidden'>

/**
 * Whether members who do not manage the event may see it. Drafts and events that admins have hidden are not visible
 * to them.
 */
export const isVisible = ({ status, hidden }: Pick<EventDocument, 'status' | 'hidden'>) =>
  status !== 'draft' && !hidden?.event

/**
 * Whether it took place before it was imported. Its attendees are asked nothing and earn nothing, and no one is checked
 * in.
 */
export const isHistory = ({
  status,
  imported,
  publishedAt,
}: Pick<EventDocument, 'status' | 'imported' | 'publishedAt'>) =>
  status === 'completed' && imported !== undefined && publishedAt === undefined

/** Whether people without a session may see the event. */
export const isPublic = (event: Pick<Published, 'visibility' | 'joinMode' | 'status' | 'hidden'>) =>
  event.visibility === 'public' && event.joinMode !== 'invited' && isVisible(event)

/** Whether an admin has hidden the current cover of the event. */
export const isCoverHidden = ({ cover, hidden }: Pick<EventDocument, 'cover' | 'hidden'>) =>
  hidden?.event !== undefined || (cover !== '' && hidden?.cover?.image === cover)

/** The picture for people who may see the event; empty when there is none. */
export const visibleCoverOf = (event: Pick<EventDocument, 'cover' | 'hidden'>) =>
  isCoverHidden(event) ? '' : event.cover

/** The picture for everyone; empty when there is none. */
export const publicCoverOf = (event: Published) =>
  isPublic(event) && event.status !== 'cancelled' ? visibleCoverOf(event) : ''

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
 * Permissions for an event, depending on its state. @returns the reason for a refusal; undefined when the command is
 * allowed
 */
export function refusal(
  command: EventCommand,
  person: Person,
  event: PolicyEvent,
  now: number,
): Failure | undefined {
  const right = rightOn(event, person)
  // People who may not see it must not learn that it exists.
  if (!canOnEvent({ right }, 'edit') && !isVisible(event)) return notFound('event')
  if (command === 'see') return undefined
  if (!canOnEvent({ right }, NEEDED[command])) {
    return right !== undefined || can(person.role, 'organise')
      ? forbidden('not_your_event', m.eventOrganisersOnly())
      : forbidden('role_required', m.eventRoleNeeded())
  }
  // A copy would reveal hidden content.
  if ((command === 'changeRoster' || command === 'duplicate') && event.hidden?.event) {
    return conflict('event_hidden', m.eventHidden())
  }
  if (!STATUSES[command].includes(event.status)) return wrongStatus(command, event.status)
  if (event.status !== 'published') return undefined
  if ((command === 'cancel' || command === 'changeRoster') && now >= Date.parse(event.endsAt))
    return conflict('event_over', m.eventOver())
  if (command === 'complete' && now < Date.parse(event.startsAt)) {
    return conflict('not_started', m.eventNotStarted())
  }
  return undefined
}

/** @throws Failure with the reason; a missing event and a hidden one look alike */
export function assertAllowed<E extends PolicyEvent>(
  command: EventCommand,
  person: Person,
  event: E | undefined,
  now: number,
): E {
  if (!event) throw notFound('event')
  const refused = refusal(command, person, event, now)
  if (refused) throw refused
  return event
}

function wrongStatus(command: EventCommand, status: EventStatus) {
  if (command === 'delete') return conflict('not_a_draft', m.eventDraftsOnly())
  if (status === 'draft') return conflict('not_published', m.eventUnpublished())
  if (status === 'cancelled') return conflict('event_cancelled', m.eventCancelled())
  return conflict('event_over', m.eventOver())
}
