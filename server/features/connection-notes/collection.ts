import { Type, type Static } from 'typebox'

import { CONNECTION_LIMITS } from '#shared/connection-rules.ts'
import { defineCollection } from '#server/store/port.ts'

/** What one person notes about another for themselves. Its id is the joined id of the two, in this order. */
const ConnectionNoteDocumentSchema = Type.Object({
  id: Type.String(),
  owner: Type.String(),
  about: Type.String(),
  /** Id of the connection of the two. */
  connection: Type.String(),
  /** Grows by one with each change; what `If-Match` is compared with. */
  version: Type.Integer({ minimum: 1 }),
  changedAt: Type.String(),
  text: Type.String({ maxLength: CONNECTION_LIMITS.privateNote }),
  /** `YYYY-MM-DD`, in whatever time zone the owner is on that day. */
  getInTouchOn: Type.Optional(Type.String()),
})
export type ConnectionNoteDocument = Static<typeof ConnectionNoteDocumentSchema>

export const connectionNotes = defineCollection({
  name: 'connection-notes',
  schema: ConnectionNoteDocumentSchema,
  indexes: [{ equal: ['owner'], order: 'getInTouchOn' }, { equal: ['owner'] }, { equal: ['about'] }],
})
