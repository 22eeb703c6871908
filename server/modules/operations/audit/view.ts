import { defineView } from '#server/views/view.ts'

import { auditEntries } from './collection.ts'

/** Entries without their changes. */
export const auditView = defineView({
  of: auditEntries,
  name: 'auditEntry',
  columns: {
    at: 'TEXT NOT NULL',
    action: 'TEXT NOT NULL',
    actor: 'TEXT',
    target: 'TEXT',
    reason: 'TEXT',
    sessionHash: 'TEXT',
    isSession: 'INTEGER NOT NULL',
  },
  indexes: ['at, id', 'isSession, at, id', 'action, at, id', 'actor, at, id', 'target, at, id'],
  rowsOf: ({ at, action, actor, target, reason, sessionHash }) => ({
    auditEntry: {
      at,
      action,
      actor,
      target,
      reason,
      sessionHash,
      isSession: action.startsWith('session.') && action !== 'session.denied',
    },
  }),
})
