import type { AuditFact } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Reader, Transaction } from '#server/store/port.ts'
import type { EventStatus } from '#shared/event-rules.ts'
import type { Hidden } from '#shared/hidden.ts'

/** What others need of an event that the actor manages. */
export interface ManagedEvent {
  id: string
  title: string
  status: EventStatus
  /** ISO instant. */
  endsAt: string
  createdBy: string
  organiser?: string
  hosts: readonly string[]
  hidden?: { event?: Hidden }
}

/** In a command's own transaction. @throws Failure when the actor does not manage the event, or it is not coming */
export type ManagedIn = (reader: Pick<Reader, 'get'>, actor: Actor, eventId: string) => Promise<ManagedEvent>

/**
 * Records what was done about an event. The action ends with `_by_admin` if the actor manages the event only as an admin.
 * The target is the event unless `fact` names another.
 */
export type AuditEvent = (
  tx: Transaction | undefined,
  actor: Actor,
  event: Pick<ManagedEvent, 'id' | 'createdBy' | 'organiser' | 'hosts'>,
  fact: Omit<AuditFact, 'actor' | 'sessionHash'>,
) => Promise<void>
