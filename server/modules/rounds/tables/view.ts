import { defineView } from '#server/views/view.ts'

import { tablePlans } from './collection.ts'

/** Plans of tables by event, and everyone whom they name, who may no longer be going. */
export const tablePlanView = defineView({
  of: tablePlans,
  name: 'tablePlan',
  columns: { publishedAt: 'TEXT' },
  lists: {
    tableSeat: {
      columns: {
        member: 'TEXT NOT NULL',
        /** JSON: the table in each round. Null for someone without a seat. */
        tables: 'TEXT',
      },
      key: ['number', 'member'],
      indexes: ['member'],
    },
  },
  rowsOf: ({ publishedAt, seats, together, apart }) => ({
    tablePlan: { publishedAt },
    tableSeat: [
      ...new Map([
        ...[...together, ...apart].flatMap(({ members }) => members.map((member) => [member, null] as const)),
        ...seats.map(({ member, tables }) => [member, JSON.stringify(tables)] as const),
      ]),
    ].map(([member, tables]) => ({ member, tables })),
  }),
})
