import { defineView } from '#server/views/view.ts'

import { type ConnectionDocument, connections } from './collection.ts'

/** Pairs with a connection or a request, except removed ones. */
export const connectionView = defineView({
  of: connections,
  name: 'connection',
  columns: {
    requester: 'TEXT NOT NULL',
    receiver: 'TEXT NOT NULL',
    state: 'TEXT NOT NULL',
    requestedAt: 'TEXT NOT NULL',
    changedAt: 'TEXT NOT NULL',
    /** `YYYY-MM-DD`, in UTC. */
    changedOn: 'TEXT NOT NULL',
    changedBy: 'TEXT NOT NULL',
    note: 'TEXT NOT NULL',
    /** JSON. */
    hiddenNote: 'TEXT',
    unanswered: 'INTEGER NOT NULL',
  },
  indexes: ['receiver, state, requestedAt, requester', 'requester, unanswered, requestedAt, receiver'],
  lists: {
    /** Each of the two with the other. */
    connectionOf: {
      columns: {
        memberId: 'TEXT NOT NULL',
        otherId: 'TEXT NOT NULL',
        state: 'TEXT NOT NULL',
        changedAt: 'TEXT NOT NULL',
      },
      key: ['memberId', 'otherId', 'number'],
      indexes: ['memberId, state, changedAt, otherId'],
    },
  },
  counts: { connectionCount: { of: 'connection', by: ['state', 'changedOn'] } },
  rowsOf({ members, hiddenNote, ...connection }: ConnectionDocument) {
    const { requester, receiver, state, requestedAt, changedAt, changedBy, note, unanswered } = connection
    if (state === 'removed') return undefined
    const [one, other] = members as [string, string]
    return {
      connection: {
        requester,
        receiver,
        state,
        requestedAt,
        changedAt,
        changedOn: changedAt.slice(0, 'YYYY-MM-DD'.length),
        changedBy,
        note,
        hiddenNote: hiddenNote && JSON.stringify(hiddenNote),
        unanswered,
      },
      connectionOf: [
        { memberId: one, otherId: other, state, changedAt },
        { memberId: other, otherId: one, state, changedAt },
      ],
    }
  },
})
