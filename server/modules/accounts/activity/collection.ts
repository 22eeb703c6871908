import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

const ActivitySchema = Type.Object({
  /** The member's id. */
  id: Type.String(),
  /** Date of the last day on which the member used the product. */
  activeOn: Type.String(),
  /** Bit n: active in the nth week before that of `activeOn`. */
  weeks: Type.Integer({ minimum: 0 }),
})
export type ActivityDocument = Static<typeof ActivitySchema>

/** Days on which members use the product: one write per member and day. */
export const memberActivity = defineCollection({
  name: 'member-activity',
  schema: ActivitySchema,
  hasFeed: true,
})
