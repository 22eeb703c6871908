import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

const ActivitySchema = Type.Object({
  /** The member's id. */
  id: Type.String(),
  /** Date of the last day on which the member used the product. Absent for members who only have met someone. */
  activeOn: Type.Optional(Type.String()),
  /** Bit n: active in the nth week before that of `activeOn`. */
  weeks: Type.Integer({ minimum: 0 }),
  /** Date of the first growth meeting that the member confirmed as held. */
  metOn: Type.Optional(Type.String()),
})
export type ActivityDocument = Static<typeof ActivitySchema>

/** When members use the product, by the day: one write per member and day. */
export const memberActivity = defineCollection({
  name: 'member-activity',
  schema: ActivitySchema,
  feeds: [[]],
})

/** Growth meetings held, by week: one document. */
export const meetingCounts = defineCollection({
  name: 'meeting-counts',
  schema: Type.Object({
    id: Type.String(),
    /** ISO instant of the last count. */
    countedAt: Type.String(),
    /** Absent until everything that was held before has been counted once. */
    complete: Type.Optional(Type.Boolean()),
    /** By the Monday on which the week begins. */
    weeks: Type.Record(Type.String(), Type.Integer()),
  }),
})
