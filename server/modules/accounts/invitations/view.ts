import { defineView } from '#server/views/view.ts'

import { invitations } from './collection.ts'

/** Invitations without the inputs of their links. */
export const invitationView = defineView({
  of: invitations,
  name: 'invitation',
  columns: {
    version: 'INTEGER NOT NULL',
    email: 'TEXT NOT NULL',
    displayName: 'TEXT',
    state: 'TEXT NOT NULL',
    sentAt: 'TEXT NOT NULL',
    sentBy: 'TEXT NOT NULL',
    expiresAt: 'TEXT NOT NULL',
    /** JSON. */
    request: 'TEXT',
    /** Whether a request waits for an admin. */
    isWaiting: 'INTEGER NOT NULL',
  },
  indexes: ['email, id', 'expiresAt, id', 'state, expiresAt, id', 'isWaiting, expiresAt, id'],
  rowsOf: ({ version, email, profile, state, sentAt, sentBy, expiresAt, request }) => ({
    invitation: {
      version,
      email,
      displayName: profile.displayName,
      state,
      sentAt,
      sentBy,
      expiresAt,
      request: request && JSON.stringify(request),
      isWaiting: state === 'open' && request?.consent === 'waiting',
    },
  }),
})
