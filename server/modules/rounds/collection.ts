import { Type } from 'typebox'

import { ROUND_AUDIENCES, ROUND_STATES } from '#shared/rounds/rules.ts'
import { RoundSizeSchema } from '#shared/rounds/schema.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { type DocumentOf, defineCollection } from '#server/store/port.ts'

export const rounds = defineCollection({
  name: 'rounds',
  schema: Type.Object({
    id: Type.String(),
    title: Type.String(),
    audience: Type.Enum([...ROUND_AUDIENCES]),
    /** Id of the chapter that it is for. */
    chapter: Type.Optional(Type.String()),
    /** The merge of chapters by which it got its chapter. */
    merge: Type.Optional(Type.String()),
    size: RoundSizeSchema,
    optInUntil: Type.String(),
    monthly: Type.Boolean(),
    /** Day of the month on which the first of monthly rounds closed. Undefined in that one. */
    day: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
    state: Type.Enum([...ROUND_STATES]),
    openedAt: Type.String(),
    /** Member id. */
    openedBy: Type.String(),
    /** The attempt to form groups that is in progress. An earlier one writes no more. */
    attempt: Type.Optional(Type.String()),
    /** Number of the last group. */
    groups: Type.Integer(),
    releasedAt: Type.Optional(Type.String()),
    /** Time at which a job has to continue. */
    dueAt: Type.Optional(Type.String()),
  }),
  indexes: [{ order: 'dueAt' }, { equal: ['state'] }, { equal: ['chapter'] }],
  hasFeed: true,
})
export type RoundDocument = DocumentOf<typeof rounds>

/** The id of the round that follows a monthly one. */
export const nextId = (id: string) => joinedId(id, 'next')

/** A member's answer to one round, or an organiser's invitation to it, and their group in it. The id is the joined id of round and member. */
export const roundParticipants = defineCollection({
  name: 'round-participants',
  schema: Type.Object({
    id: Type.String(),
    round: Type.String(),
    member: Type.String(),
    state: Type.Enum(['in', 'out', 'invited']),
    topic: Type.String(),
    at: Type.String(),
    /** From 1, once groups are formed; 0 for someone without a group. */
    group: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Id of the meeting of the group, and the time at which it was proposed. */
    meeting: Type.Optional(Type.String()),
    matchedAt: Type.Optional(Type.String()),
    /** Whether they answered the proposed meeting, once that is counted. */
    answered: Type.Optional(Type.Boolean()),
  }),
  indexes: [{ equal: ['round'] }, { equal: ['round', 'group'] }, { equal: ['member'] }],
  hasFeed: true,
})
export type RoundParticipant = DocumentOf<typeof roundParticipants>

/** Members who join every round until further notice. The id is the member's. */
export const everyRound = defineCollection({
  name: 'every-round',
  schema: Type.Object({
    id: Type.String(),
    topic: Type.String(),
    since: Type.String(),
    /** Number of their last rounds without an answer. */
    unanswered: Type.Integer({ minimum: 0 }),
  }),
  hasFeed: true,
})
