import { defineView } from '#server/views/view.ts'

import { reports } from './collection.ts'

export const reportView = defineView({
  of: reports,
  name: 'report',
  columns: {
    version: 'INTEGER NOT NULL',
    kind: 'TEXT NOT NULL',
    reason: 'TEXT NOT NULL',
    text: 'TEXT NOT NULL',
    at: 'TEXT NOT NULL',
    owner: 'TEXT NOT NULL',
    reporter: 'TEXT',
    state: 'TEXT NOT NULL',
    /** JSON. */
    decision: 'TEXT',
    awaits: 'TEXT',
  },
  indexes: ['state, at, id', 'owner, at, id', 'reporter, at, id', 'awaits'],
  lists: {
    /** Members who must not handle the report. */
    reportConcerned: { columns: { memberId: 'TEXT NOT NULL' }, key: ['number', 'memberId'] },
  },
  rowsOf: ({ version, kind, reason, text, at, owner, reporter, state, decision, awaits, concerned }) => ({
    report: {
      version,
      kind,
      reason,
      text,
      at,
      owner,
      reporter,
      state,
      decision: decision && JSON.stringify(decision),
      awaits,
    },
    reportConcerned: [...new Set(concerned)].map((memberId) => ({ memberId })),
  }),
})
