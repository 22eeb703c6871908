import type { EventStatus } from '#shared/event-rules.ts'
import type { Actor } from '#server/lib/actor.ts'

export interface OrganisedEvent {
  id: string
  status: EventStatus
  title: string
  /** ISO instants. */
  startsAt: string
  endsAt: string
  /** IANA name. */
  timeZone: string
}

/** @throws Failure when the actor does not manage the event */
export type ManagedEvent = (actor: Actor, eventId: string) => Promise<OrganisedEvent>
