import { defineView } from '#server/views/view.ts'

import { introductions } from './collection.ts'

/** `event` is the one after which both chose to meet again; then there is no introducer. */
export const introductionView = defineView({
  of: introductions,
  name: 'introduction',
  columns: {
    introducer: 'TEXT',
    event: 'TEXT',
    reason: 'TEXT NOT NULL',
    ask: 'TEXT',
    introducedAt: 'TEXT NOT NULL',
    connectedAt: 'TEXT',
    followedUpAt: 'TEXT',
  },
  indexes: ['introducer, introducedAt, id'],
  lists: {
    /** Each of the two with the other. `place` is 0 for the first of them. */
    introducedMember: {
      columns: {
        memberId: 'TEXT NOT NULL',
        otherId: 'TEXT NOT NULL',
        place: 'INTEGER NOT NULL',
        introducedAt: 'TEXT NOT NULL',
        hasAccepted: 'INTEGER NOT NULL',
        hasDeclined: 'INTEGER NOT NULL',
      },
      key: ['memberId', 'introducedAt', 'number'],
    },
  },
  revision: 2,
  rowsOf({ people, accepted, declined, ...introduction }) {
    const { introducer, event, reason, ask, introducedAt, connectedAt, followedUpAt } = introduction
    const [one = '', other = ''] = people
    return {
      introduction: { introducer, event, reason, ask, introducedAt, connectedAt, followedUpAt },
      introducedMember: [[one, other] as const, [other, one] as const].map(([memberId, otherId], place) => ({
        memberId,
        otherId,
        place,
        introducedAt,
        hasAccepted: accepted.includes(memberId),
        hasDeclined: declined.includes(memberId),
      })),
    }
  },
})
