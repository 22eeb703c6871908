import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** Members who offer to be a buddy for newcomers. The id is the member's. */
export const buddyOffers = defineCollection({
  name: 'buddy-offers',
  schema: Type.Object({
    id: Type.String(),
    /** Newcomers at a time. */
    most: Type.Integer({ minimum: 1 }),
    since: Type.String(),
  }),
  hasFeed: true,
})

/** A newcomer who asked a member to be their buddy. The id is the joined id of the two. */
export const buddyPairs = defineCollection({
  name: 'buddy-pairs',
  schema: Type.Object({
    id: Type.String(),
    newcomer: Type.String(),
    buddy: Type.String(),
    at: Type.String(),
    /** Id of the meeting that was proposed to the two. */
    meeting: Type.String(),
  }),
  indexes: [{ equal: ['newcomer'] }, { equal: ['buddy'] }],
  hasFeed: true,
})
