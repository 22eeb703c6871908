import { defineView } from '#server/views/view.ts'

import { eventInvitations } from './collection.ts'

export const eventInvitationView = defineView({
  of: eventInvitations,
  name: 'eventInvitation',
  columns: {
    event: 'TEXT NOT NULL',
    member: 'TEXT NOT NULL',
    invitedBy: 'TEXT NOT NULL',
    at: 'TEXT NOT NULL',
    isByAddress: 'INTEGER NOT NULL',
    remindedAt: 'TEXT',
  },
  indexes: ['member, event', 'event, member'],
  rowsOf: ({ event, member, by, at, byAddress, remindedAt }) => ({
    eventInvitation: { event, member, invitedBy: by, at, isByAddress: byAddress !== undefined, remindedAt },
  }),
})
