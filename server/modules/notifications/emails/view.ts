import { defineView } from '#server/views/view.ts'

import { type EmailDocument, emails } from './collection.ts'

/** Topics whose delivery is shown for each email. */
const FOLLOWED: ReadonlySet<EmailDocument['topic']> = new Set(['announcement', 'invitation'])

/** Emails that are queued or have failed, and all announcements and invitations. Without their content. */
export const emailView = defineView({
  of: emails,
  name: 'email',
  columns: {
    topic: 'TEXT NOT NULL',
    /** Id of an invitation. */
    invitation: 'TEXT',
    domainEvent: 'TEXT',
    at: 'TEXT NOT NULL',
    state: 'TEXT NOT NULL',
    dueAt: 'TEXT',
    reason: 'TEXT',
  },
  indexes: ['state, at, id', 'dueAt', 'domainEvent, state', 'invitation, at'],
  rowsOf({ topic, member, domainEvent, at, state, dueAt, reason }) {
    if (state !== 'queued' && state !== 'failed' && !FOLLOWED.has(topic)) return undefined
    const invitation = topic === 'invitation' ? member : undefined
    return { email: { topic, invitation, domainEvent, at, state, dueAt, reason } }
  },
})
