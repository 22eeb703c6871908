import { Type } from 'typebox'

import { AuditEntrySchema } from '#shared/admin.ts'
import { defineCollection } from '#server/store/port.ts'

const Snapshot = Type.Optional(Type.Record(Type.String(), Type.Unknown()))

/** Append-only: nothing in this application changes or deletes an entry. */
export const auditEntries = defineCollection({
  name: 'audit-entries',
  schema: Type.Object({
    ...AuditEntrySchema.properties,
    before: Snapshot,
    after: Snapshot,
    requestId: Type.Optional(Type.String()),
  }),
  indexes: [
    { order: 'at', directions: ['desc'] },
    { equal: ['actor'], order: 'at' },
    { equal: ['target'], order: 'at' },
  ],
})
