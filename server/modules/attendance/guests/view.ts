import { defineView } from '#server/views/view.ts'
import { sortKey, sortOrder } from '#server/views/sort-keys.ts'
import { indexed } from '#shared/lib/words.ts'

import { eventGuests } from './collection.ts'

/** Guests without an account, as those who run the event see them. `card` is JSON. */
export const eventGuestView = defineView({
  of: eventGuests,
  name: 'eventGuest',
  columns: {
    event: 'TEXT NOT NULL',
    isConfirmed: 'INTEGER NOT NULL',
    card: 'TEXT NOT NULL',
    nameKey: 'TEXT NOT NULL',
    nameWords: 'TEXT NOT NULL',
    /** The member who brings them. */
    invitedBy: 'TEXT',
  },
  indexes: ['isConfirmed, event'],
  uses: sortOrder,
  rowsOf: ({ id, event, name, namedBy, confirmedAt }) => ({
    eventGuest: {
      event,
      isConfirmed: confirmedAt !== undefined,
      card: JSON.stringify({ id, displayName: name, guest: true }),
      nameKey: sortKey(name),
      nameWords: indexed(name),
      invitedBy: namedBy[0],
    },
  }),
})
