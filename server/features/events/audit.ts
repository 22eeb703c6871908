import type { RecordAudit } from '#server/features/audit/types.ts'

import { organises } from './policy.ts'
import type { AuditEvent } from './types.ts'

/** What is done about events, for the audit log. */
export function createEventAudit(audit: RecordAudit) {
  const auditEvent: AuditEvent = (tx, actor, event, { action, target = event.id, ...fact }) =>
    audit(
      {
        action: organises(actor, event) ? action : `${action}_by_admin`,
        actor: actor.id,
        target,
        sessionHash: actor.sessionHash,
        ...fact,
      },
      tx,
    )

  /** Records only what admins do about events that others organise. */
  const auditAdmin: AuditEvent = async (tx, actor, event, fact) => {
    if (!organises(actor, event)) await auditEvent(tx, actor, event, fact)
  }

  return { auditEvent, auditAdmin }
}
