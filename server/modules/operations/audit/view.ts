import { defineView } from '#server/views/view.ts'

import { auditEntries } from './collection.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

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
    chapter: 'TEXT',
    isSession: 'INTEGER NOT NULL',
  },
  indexes: ['at, id', 'isSession, at, id', 'action, at, id', 'actor, at, id', 'target, at, id'],
  rowsOf: ({ at, action, actor, target, reason, sessionHash, after }) => ({
    auditEntry: {
      at,
      action,
      actor,
      target,
      reason,
      sessionHash,
      // A change of a membership is recorded under the member.
      chapter: action.startsWith('chapter.') ? textOf(after?.['chapter']) : undefined,
      isSession: action.startsWith('session.') && action !== 'session.denied',
    },
  }),
})
