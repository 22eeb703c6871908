import { can } from '#shared/people/roles.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { AuditFact } from '#server/modules/operations/audit/types.ts'
import type { Transaction } from '#server/store/port.ts'
import type { EventDocument } from './collection.ts'
import { roleAt } from './rights.ts'

type AuditedEvent = Pick<EventDocument, 'id' | 'createdBy' | 'organiser' | 'hosts' | 'editors' | 'helpers'>
type Fact = Omit<AuditFact, 'actor' | 'sessionHash'>

/** Stewards and leads of its chapter manage an event without a role at it, too. */
const isOnlyAdmin = (event: AuditedEvent, actor: Actor) =>
  can(actor.role, 'manageAllEvents') && !roleAt.of(event, actor)

export type EventAudit = ReturnType<typeof createEventAudit>

/**
 * Commands on events, for the audit log. The action ends with `_by_admin` if the actor manages the event only as an
 * admin. The target is the event unless the fact names another.
 */
export function createEventAudit({ operations }: { operations: Operations }) {
  const record = (
    tx: Transaction,
    actor: Actor,
    event: AuditedEvent,
    { action, target = event.id, ...fact }: Fact,
  ) =>
    operations.audit.record(
      {
        action: isOnlyAdmin(event, actor) ? `${action}_by_admin` : action,
        actor: actor.id,
        target,
        sessionHash: actor.sessionHash,
        ...fact,
      },
      tx,
    )

  return {
    record,

    /** Records only admins' commands on others' events. */
    async recordAdmin(tx: Transaction, actor: Actor, event: AuditedEvent, fact: Fact) {
      if (isOnlyAdmin(event, actor)) await record(tx, actor, event, fact)
    },
  }
}
