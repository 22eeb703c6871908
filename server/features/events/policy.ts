import type { EventStatus } from '#shared/event-rules.ts'
import type { Actor } from '#server/features/session/types.ts'
import { conflict, type Failure, forbidden, notFound } from '#server/lib/failure.ts'

import type { EventDocument } from './collection.ts'

/** `organise`: its roster, announcements and check-in. */
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

type Person = Pick<Actor, 'id' | 'role'>
type Judged = Pick<EventDocument, 'status' | 'createdBy' | 'hosts' | 'startsAt' | 'endsAt'>

export const manages = ({ id, role }: Person, { createdBy, hosts }: Pick<Judged, 'createdBy' | 'hosts'>) =>
  role === 'admin' || (role === 'organiser' && (createdBy === id || hosts.includes(id)))

/** Where an act leads is among them: doing it twice succeeds. */
const POSSIBLE: Readonly<Record<EventCommand, readonly EventStatus[]>> = {
  see: ['draft', 'published', 'cancelled', 'completed'],
  edit: ['draft', 'published', 'completed'],
  publish: ['draft', 'published'],
  unpublish: ['draft', 'published'],
  cancel: ['published', 'cancelled'],
  complete: ['published', 'completed'],
  delete: ['draft'],
  duplicate: ['draft', 'published', 'cancelled', 'completed'],
  organise: ['draft', 'published', 'cancelled', 'completed'],
}

/** Who may do what to an event, and when: the reason why not, if there is one. */
export function refusal(act: EventCommand, person: Person, event: Judged, now: number): Failure | undefined {
  if (!manages(person, event)) {
    // Whoever may not see a draft learns nothing of it.
    if (event.status === 'draft') return notFound('event')
    if (act === 'see') return undefined
    return person.role === 'member'
      ? forbidden('role_required', 'Your role does not allow this.')
      : forbidden('not_your_event', 'Only those who organise this event can do this.')
  }
  if (!POSSIBLE[act].includes(event.status)) return wrongStatus(act, event.status)
  if (event.status !== 'published') return undefined
  if (act === 'cancel' && now >= Date.parse(event.endsAt))
    return conflict('event_over', 'This event is over.')
  if (act === 'complete' && now < Date.parse(event.startsAt)) {
    return conflict('not_started', 'This event has not started yet.')
  }
  return undefined
}

/** @throws Failure that says why not; what does not exist looks like what may not be known of */
export function allowed<E extends Judged>(
  act: EventCommand,
  person: Person,
  event: E | undefined,
  now: number,
): E {
  if (!event) throw notFound('event')
  const refused = refusal(act, person, event, now)
  if (refused) throw refused
  return event
}

function wrongStatus(act: EventCommand, status: EventStatus) {
  if (act === 'delete')
    return conflict('not_a_draft', 'Only drafts can be deleted. You can cancel this event.')
  if (status === 'draft') return conflict('not_published', 'This event has not been published.')
  if (status === 'cancelled') return conflict('event_cancelled', 'This event was cancelled.')
  return conflict('event_over', 'This event is over.')
}
