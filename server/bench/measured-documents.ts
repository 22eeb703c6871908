import { Type, type Static } from 'typebox'

import { MINUTE } from '#shared/lib/durations.ts'
import { defineCollection } from '#server/store/port.ts'

export const MeasuredSchema = Type.Object({
  id: Type.String(),
  shelf: Type.String(),
  addedAt: Type.String(),
  count: Type.Integer(),
  text: Type.String(),
  address: Type.Object({ line: Type.String(), city: Type.String(), country: Type.String() }),
  tags: Type.Array(Type.String()),
})
export type MeasuredDocument = Static<typeof MeasuredSchema>

export const measured = defineCollection({
  name: 'measured',
  schema: MeasuredSchema,
  indexes: [{ equal: ['shelf'], order: 'addedAt' }],
})

/** 1 KB of JSON, shaped like a member or an event. */
export const measuredDocument = (at: number): MeasuredDocument => ({
  id: `document-${at}`,
  shelf: at % 2 === 0 ? 'even' : 'odd',
  addedAt: new Date(Date.UTC(2026, 0, 1) + at * MINUTE).toISOString(),
  count: 0,
  text: 'What we did last year, and what we are going to do. '.repeat(13),
  address: { line: '12 Harbour Street', city: 'Copenhagen', country: 'DK' },
  tags: ['finance', 'growth', 'hiring', 'export', 'sustainability'],
})
