import { can } from '#shared/roles.ts'
import type { EventStatus } from '#shared/event-rules.ts'
import type { Actor } from '#server/features/session/types.ts'
import { conflict, type Failure, forbidden, notFound } from '#server/lib/failure.ts'

import type { EventDocument } from './collection.ts'

/** `organise`: its roster, announcements and check-in. `changeRoster`: decisions about people on it, and messages to them. */
export type EventCommand =
  | 'see'
  | 'edit'
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
type Organised = Pick<EventDocument, 'createdBy' | 'organiser'> & { hosts: readonly string[] }

/** Its creator, unless an admin has chosen another. */
export const organiserOf = ({ organiser, createdBy }: Pick<Organised, 'createdBy' | 'organiser'>) =>
  organiser ?? createdBy

/** Whether it is the person's own event; admins manage the others too. */
export const organises = ({ id }: Pick<Person, 'id'>, event: Organised) =>
  organiserOf(event) === id || event.hosts.includes(id)

export const manages = (person: Person, event: Organised) =>
  can(person.role, 'manageAllEvents') || (can(person.role, 'organise') && organises(person, event))

type Published = Pick<EventDocument, 'visibility' | 'status' | 'cover' | 'hidden'>

/** Whether members who do not manage the event may know of it: drafts are not for them, nor what admins have hidden. */
export const isVisible = ({ status, hidden }: Pick<EventDocument, 'status' | 'hidden'>) =>
  status !== 'draft' && !hidden?.event

/** Whether people without a session may know of the event. */
export const isPublic = (event: Pick<Published, 'visibility' | 'status' | 'hidden'>) =>
  event.visibility === 'public' && isVisible(event)

/** Whether an admin has hidden the cover that the event has now. */
export const isCoverHidden = ({ cover, hidden }: Pick<EventDocument, 'cover' | 'hidden'>) =>
  hidden?.event !== undefined || (cover !== '' && hidden?.cover?.image === cover)

/** The picture that those who may see the event see; empty when there is none. */
export const visibleCoverOf = (event: Pick<EventDocument, 'cover' | 'hidden'>) =>
  isCoverHidden(event) ? '' : event.cover

/** The picture that anyone may see; empty when there is none. */
export const publicCoverOf = (event: Published) =>
  isPublic(event) && event.status !== 'cancelled' ? visibleCoverOf(event) : ''

/** The statuses in which a command is possible. Its own outcome is among them, so repeating it succeeds. */
const STATUSES: Readonly<Record<EventCommand, readonly EventStatus[]>> = {
  see: ['draft', 'published', 'cancelled', 'completed'],
  edit: ['draft', 'published', 'completed'],
  publish: ['draft', 'published'],
  unpublish: ['draft', 'published'],
  cancel: ['published', 'cancelled'],
  complete: ['published', 'completed'],
  delete: ['draft'],
  duplicate: ['draft', 'published', 'cancelled', 'completed'],
  organise: ['draft', 'published', 'cancelled', 'completed'],
  changeRoster: ['published'],
}

/** Who may do what to an event, and when. @returns why not; undefined when the command is allowed */
export function refusal(
  command: EventCommand,
  person: Person,
  event: PolicyEvent,
  now: number,
): Failure | undefined {
  if (!manages(person, event)) {
    // Those who may not see it must not learn that it exists.
    if (!isVisible(event)) return notFound('event')
    if (command === 'see') return undefined
    return can(person.role, 'organise')
      ? forbidden('not_your_event', 'Only organisers of this event can do this.')
      : forbidden('role_required', 'Your role doesn’t allow this.')
  }
  // A copy would show again what was hidden.
  if ((command === 'changeRoster' || command === 'duplicate') && event.hidden?.event) {
    return conflict('event_hidden', 'An admin has hidden this event.')
  }
  if (!STATUSES[command].includes(event.status)) return wrongStatus(command, event.status)
  if (event.status !== 'published') return undefined
  if ((command === 'cancel' || command === 'changeRoster') && now >= Date.parse(event.endsAt))
    return conflict('event_over', 'This event has ended.')
  if (command === 'complete' && now < Date.parse(event.startsAt)) {
    return conflict('not_started', 'This event hasn’t started yet.')
  }
  return undefined
}

/** @throws Failure that says why not; an absent event and a hidden one look alike */
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
  if (command === 'delete')
    return conflict('not_a_draft', 'Only drafts can be deleted. You can cancel this event instead.')
  if (status === 'draft') return conflict('not_published', 'This event isn’t published yet.')
  if (status === 'cancelled') return conflict('event_cancelled', 'This event was cancelled.')
  return conflict('event_over', 'This event has ended.')
}
