import { Type } from 'typebox'

import { AuditEntrySchema } from '#shared/operations/audit.ts'
import { defineCollection } from '#server/store/port.ts'

const Snapshot = Type.Optional(Type.Record(Type.String(), Type.Unknown()))

const AuditDocumentSchema = Type.Object({
  ...AuditEntrySchema.properties,
  before: Snapshot,
  after: Snapshot,
  requestId: Type.Optional(Type.String()),
})

/**
 * No feature can change or delete an entry: `pending-writes.ts` refuses it for both stores. Only the operators' commands
 * `migrate` and `copy-store` open the store without that mark.
 */
export const auditEntries = defineCollection({
  name: 'audit-entries',
  schema: AuditDocumentSchema,
  indexes: [
    { order: 'at', directions: ['desc'] },
    { equal: ['actor'], order: 'at', directions: ['asc', 'desc'] },
    { equal: ['target'], order: 'at', directions: ['asc', 'desc'] },
    { equal: ['action', 'actor'], order: 'at', directions: ['desc'] },
    { equal: ['action', 'target'], order: 'at', directions: ['desc'] },
  ],
  hasFeed: true,
  appendOnly: true,
})
