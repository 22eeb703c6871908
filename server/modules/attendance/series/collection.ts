import { Type } from 'typebox'

import { defineCollection, type DocumentOf } from '#server/store/port.ts'

/** Members who get a seat at every new event of a series. */
export const seriesMembers = defineCollection({
  name: 'series-members',
  schema: Type.Object({
    /** `joinedId(series, member)`. */
    id: Type.String(),
    series: Type.String(),
    member: Type.String(),
    /** False once the member has left. */
    isActive: Type.Boolean(),
    guests: Type.Integer({ minimum: 0 }),
    joinedAt: Type.String(),
    /** Events whose seats were given up by leaving the series. Someone who returns gets a seat there again. */
    left: Type.Array(Type.String()),
  }),
  indexes: [
    { equal: ['series', 'isActive'], order: 'joinedAt' },
    { equal: ['member'], order: 'joinedAt' },
  ],
})
export type SeriesMember = DocumentOf<typeof seriesMembers>

/** Published events of series, until everyone who joined the series has an RSVP. The id is the event's. */
export const newSeriesEvents = defineCollection({
  name: 'new-series-events',
  schema: Type.Object({ id: Type.String() }),
})
