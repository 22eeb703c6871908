import { defineView } from '#server/views/view.ts'

import { everyRound, roundParticipants, rounds } from './collection.ts'

export const roundView = defineView({
  of: rounds,
  name: 'round',
  columns: {
    title: 'TEXT NOT NULL',
    audience: 'TEXT NOT NULL',
    chapter: 'TEXT',
    size: 'INTEGER NOT NULL',
    optInUntil: 'TEXT NOT NULL',
    monthly: 'INTEGER NOT NULL',
    state: 'TEXT NOT NULL',
    openedAt: 'TEXT NOT NULL',
    groups: 'INTEGER NOT NULL',
    releasedAt: 'TEXT',
  },
  indexes: ['state, optInUntil', 'openedAt, id'],
  rowsOf: ({ title, audience, chapter, size, optInUntil, monthly, state, openedAt, groups, releasedAt }) => ({
    round: { title, audience, chapter, size, optInUntil, monthly, state, openedAt, groups, releasedAt },
  }),
})

export const roundParticipantView = defineView({
  of: roundParticipants,
  name: 'roundParticipant',
  columns: {
    round: 'TEXT NOT NULL',
    member: 'TEXT NOT NULL',
    state: 'TEXT NOT NULL',
    topic: 'TEXT NOT NULL',
    groupNumber: 'INTEGER',
    meeting: 'TEXT',
    matchedAt: 'TEXT',
  },
  indexes: ['round, state, groupNumber, member', 'member, round', 'meeting, member'],
  rowsOf: ({ round, member, state, topic, group, meeting, matchedAt }) => ({
    roundParticipant: { round, member, state, topic, groupNumber: group, meeting, matchedAt },
  }),
})

export const everyRoundView = defineView({
  of: everyRound,
  name: 'everyRound',
  columns: { topic: 'TEXT NOT NULL', since: 'TEXT NOT NULL' },
  rowsOf: ({ topic, since }) => ({ everyRound: { topic, since } }),
})
