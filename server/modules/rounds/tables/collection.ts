import { Type } from 'typebox'

import { type DocumentOf, defineCollection } from '#server/store/port.ts'

/** Member ids. Objects, because Firestore stores no list within a list. */
const Groups = Type.Array(Type.Object({ members: Type.Array(Type.String()) }))

/** The tables of an event, and everyone's seats. */
export const tablePlans = defineCollection({
  name: 'table-plans',
  schema: Type.Object({
    /** Id of the event. */
    id: Type.String(),
    /** Increases with each change; compared with `If-Match`. */
    version: Type.Integer({ minimum: 1 }),
    rounds: Type.Integer(),
    /** Seats at a table. */
    size: Type.Integer(),
    /** Seats at the first tables, where these differ from `size`. */
    sizes: Type.Optional(Type.Array(Type.Integer())),
    together: Groups,
    apart: Groups,
    /** Number of tables. */
    tables: Type.Integer(),
    /** Tables of each member by round, from 1; 0 for none. */
    seats: Type.Array(Type.Object({ member: Type.String(), tables: Type.Array(Type.Integer()) })),
    publishedAt: Type.Optional(Type.String()),
  }),
  hasFeed: true,
})
export type TablePlanDocument = DocumentOf<typeof tablePlans>
