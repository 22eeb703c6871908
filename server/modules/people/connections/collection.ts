import { Type, type Static } from 'typebox'

import { CONNECTION_LIMITS, CONNECTION_STATES } from '#shared/people/connection-rules.ts'
import { HiddenSchema } from '#shared/lib/hidden.ts'
import { defineCollection } from '#server/store/port.ts'

const StateSchema = Type.Enum([...CONNECTION_STATES])

/** The last change of state. */
const changeProperties = {
  state: StateSchema,
  changedAt: Type.String(),
  /** Member id. */
  changedBy: Type.String(),
}

/** One per pair of members, in any state. The id is the joined id of the sorted pair. */
const ConnectionDocumentSchema = Type.Object({
  id: Type.String(),
  /** The pair, sorted. */
  members: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
  /** Author of the last request. */
  requester: Type.String(),
  receiver: Type.String(),
  requestedAt: Type.String(),
  note: Type.String({ maxLength: CONNECTION_LIMITS.requestNote }),
  /** Set when an admin has hidden the note of the request of this instant. */
  hiddenNote: Type.Optional(Type.Object({ ...HiddenSchema.properties, requestedAt: Type.String() })),
  ...changeProperties,
  /** Whether the requester sees an open request, which a decline does not change. Derived from the state, for queries. */
  unanswered: Type.Boolean(),
  /** The state before the last decline, withdrawal or removal, to undo it. */
  before: Type.Optional(Type.Object(changeProperties)),
  /** Time of each member's last undo, until their next command. */
  undos: Type.Optional(Type.Array(Type.Object({ at: Type.String(), by: Type.String() }))),
})
export type ConnectionDocument = Static<typeof ConnectionDocumentSchema>

export const connections = defineCollection({
  name: 'connections',
  schema: ConnectionDocumentSchema,
  indexes: [{ contains: 'members', order: 'changedAt' }],
  hasFeed: true,
})
