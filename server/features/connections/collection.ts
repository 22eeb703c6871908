import { Type, type Static } from 'typebox'

import { CONNECTION_STATES } from '#shared/connection-rules.ts'
import { defineCollection } from '#server/store/port.ts'

/** One per pair of members, whatever has become of it. */
const ConnectionDocumentSchema = Type.Object({
  id: Type.String(),
  /** The pair, sorted. */
  members: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
  /** Whose answer it waits for while requested. */
  receiver: Type.String(),
  state: Type.Enum([...CONNECTION_STATES]),
  /** When it came into its state. */
  changedAt: Type.String(),
})
export type ConnectionDocument = Static<typeof ConnectionDocumentSchema>

export const connections = defineCollection({
  name: 'connections',
  schema: ConnectionDocumentSchema,
  indexes: [
    { equal: ['state'], contains: 'members', order: 'changedAt' },
    { equal: ['state', 'receiver'], order: 'changedAt' },
  ],
})
