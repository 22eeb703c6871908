import { TIERS } from '#shared/prestige-rules.ts'
import { defineView } from '#server/views/view.ts'

import { prestigeCounts, prestigeSettings } from './collection.ts'

/** Tiers as they were calculated last. Without those who never earned anything. */
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
    /** JSON. NULL for none, and for those whom too many confirmed for a ring. */
    confirmers: 'TEXT',
  },
  rowsOf({ tier = 'Member', points = 0, people = 0, since, confirmers = [] }) {
    const rank = TIERS.indexOf(tier)
    const json = confirmers.length > 0 ? JSON.stringify(confirmers) : undefined
    return { prestigeTier: { tier, rank, points, people, since, confirmers: json } }
  },
})

/** How members share their prestige. Without those who never chose. */
export const prestigeSharingView = defineView({
  of: prestigeSettings,
  name: 'prestigeSharing',
  columns: { listed: 'INTEGER NOT NULL' },
  indexes: ['listed, id'],
  rowsOf: ({ listed }) => ({ prestigeSharing: { listed } }),
})
