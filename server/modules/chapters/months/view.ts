import { defineView } from '#server/views/view.ts'

import { chapterMonths } from './collection.ts'

/** `filled`: seats taken, in parts of a thousand; NULL without a limit. */
export const chapterMonthView = defineView({
  of: chapterMonths,
  name: 'chapterMonth',
  columns: {
    chapter: 'TEXT NOT NULL',
    month: 'TEXT NOT NULL',
    members: 'INTEGER NOT NULL',
    joined: 'INTEGER NOT NULL',
    left: 'INTEGER NOT NULL',
    events: 'INTEGER NOT NULL',
    seats: 'INTEGER NOT NULL',
    capacity: 'INTEGER NOT NULL',
    filled: 'INTEGER',
    going: 'INTEGER NOT NULL',
    noShows: 'INTEGER NOT NULL',
    met: 'INTEGER NOT NULL',
    alone: 'INTEGER NOT NULL',
    countedAt: 'TEXT NOT NULL',
  },
  indexes: ['chapter, month, countedAt', 'month, chapter'],
  rowsOf: ({ chapter, month, members, joined, left, events, seats, capacity, ...more }) => {
    const { going, noShows, met, alone, countedAt } = more
    const filled = capacity > 0 ? Math.round((1_000 * seats) / capacity) : undefined
    const ofEvents = { events, seats, capacity, filled, going, noShows }
    return { chapterMonth: { chapter, month, members, joined, left, ...ofEvents, met, alone, countedAt } }
  },
})
