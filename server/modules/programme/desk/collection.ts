import { Type } from 'typebox'

import { defineCollection, type DocumentOf } from '#server/store/port.ts'

/** Views of an event's page on a day. Says nothing about people. */
export const eventPageViews = defineCollection({
  name: 'event-page-views',
  schema: Type.Object({
    /** `joinedId(event, day)`. */
    id: Type.String(),
    event: Type.String(),
    /** Date in UTC. */
    day: Type.String(),
    /** Opened by members, except by people who manage the event. */
    members: Type.Integer({ minimum: 0 }),
    /** Opened without a session. */
    visitors: Type.Integer({ minimum: 0 }),
  }),
  indexes: [{ equal: ['event'], order: 'day' }],
  hasFeed: true,
})
export type EventPageViews = DocumentOf<typeof eventPageViews>
