import { TIERS } from '#shared/people/tiers.ts'
import { defineView } from '#server/views/view.ts'

import { prestigeCounts, prestigeEntries, prestigeSettings } from './collection.ts'

/** `document` is JSON, because the counted points of an entry depend on the time. */
export const prestigeEntryView = defineView({
  of: prestigeEntries,
  name: 'prestigeEntry',
  columns: { member: 'TEXT NOT NULL', at: 'TEXT NOT NULL', disputedAt: 'TEXT', document: 'TEXT NOT NULL' },
  indexes: ['member, at, id', 'disputedAt, id'],
  lists: {
    prestigeConfirmer: {
      columns: { memberId: 'TEXT NOT NULL', at: 'TEXT NOT NULL' },
      key: ['memberId', 'at', 'number'],
    },
  },
  rowsOf(entry) {
    const { member, at, disputedAt, confirmedBy } = entry
    return {
      prestigeEntry: { member, at, disputedAt, document: JSON.stringify(entry) },
      prestigeConfirmer: confirmedBy.map((memberId) => ({ memberId, at })),
    }
  },
})

/** The latest calculated tiers. Excludes members who never earned anything. */
export const prestigeTierView = defineView({
  of: prestigeCounts,
  name: 'prestigeTier',
  columns: {
    tier: 'TEXT NOT NULL',
    /** Higher for higher tiers; 0 for the lowest. */
    rank: 'INTEGER NOT NULL',
    points: 'REAL NOT NULL',
    people: 'INTEGER NOT NULL',
    since: 'TEXT',
    /** JSON. NULL for none, and for members with too many confirmers for a ring. */
    confirmers: 'TEXT',
  },
  indexes: ['tier'],
  rowsOf({ tier = 'Member', points = 0, people = 0, since, confirmers = [] }) {
    const rank = TIERS.indexOf(tier)
    const json = confirmers.length > 0 ? JSON.stringify(confirmers) : undefined
    return { prestigeTier: { tier, rank, points, people, since, confirmers: json } }
  },
})

/** Members' sharing settings. Excludes members who never chose. */
export const prestigeSharingView = defineView({
  of: prestigeSettings,
  name: 'prestigeSharing',
  columns: { listed: 'INTEGER NOT NULL' },
  indexes: ['listed, id'],
  rowsOf: ({ listed }) => ({ prestigeSharing: { listed } }),
})
