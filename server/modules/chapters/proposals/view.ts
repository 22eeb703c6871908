import { defineView } from '#server/views/view.ts'

import { chapterProposals } from './collection.ts'

/** Open proposals to start a chapter. The id is that of the member. */
export const chapterProposalView = defineView({
  of: chapterProposals,
  name: 'chapterProposal',
  columns: {
    version: 'INTEGER NOT NULL',
    name: 'TEXT NOT NULL',
    place: 'TEXT NOT NULL',
    region: 'TEXT NOT NULL',
    timeZone: 'TEXT NOT NULL',
    reason: 'TEXT NOT NULL',
    since: 'TEXT NOT NULL',
  },
  indexes: ['since, id'],
  rowsOf: ({ state, version, name, place, region, timeZone, reason, since }) =>
    state === 'open'
      ? { chapterProposal: { version, name, place, region, timeZone, reason, since } }
      : undefined,
})
