import { Type, type Static } from 'typebox'

import { CONNECTION_LIMITS } from '#shared/people/connection-rules.ts'
import { defineCollection } from '#server/store/port.ts'

/** A private note of one member about another. The id is the joined id of owner and subject, in this order. */
const ConnectionNoteDocumentSchema = Type.Object({
  id: Type.String(),
  owner: Type.String(),
  about: Type.String(),
  /** Connection id. */
  connection: Type.String(),
  /** Incremented by each change; `If-Match` is compared with it. */
  version: Type.Integer({ minimum: 1 }),
  changedAt: Type.String(),
  text: Type.String({ maxLength: CONNECTION_LIMITS.privateNote }),
  /** `YYYY-MM-DD`, in the time zone of the owner's profile. */
  getInTouchOn: Type.Optional(Type.String()),
})
export type ConnectionNoteDocument = Static<typeof ConnectionNoteDocumentSchema>

export const connectionNotes = defineCollection({
  name: 'connection-notes',
  schema: ConnectionNoteDocumentSchema,
  indexes: [{ equal: ['owner'] }, { equal: ['about'] }],
  hasFeed: true,
})
