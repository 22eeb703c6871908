import { Type, type Static } from 'typebox'

import { AuditEntrySchema } from '#shared/admin.ts'
import { defineCollection } from '#server/store/port.ts'

const Snapshot = Type.Optional(Type.Record(Type.String(), Type.Unknown()))

const AuditDocumentSchema = Type.Object({
  ...AuditEntrySchema.properties,
  before: Snapshot,
  after: Snapshot,
  requestId: Type.Optional(Type.String()),
})

/** No command changes or deletes an entry: the store refuses it. */
export const auditEntries = defineCollection({
  name: 'audit-entries',
  schema: AuditDocumentSchema,
  indexes: [
    { order: 'at', directions: ['desc'] },
    { equal: ['actor'], order: 'at', directions: ['asc', 'desc'] },
    { equal: ['target'], order: 'at', directions: ['asc', 'desc'] },
    // Filters can be combined: one index for each combination (decision 069).
    { equal: ['action'], order: 'at', directions: ['desc'] },
    { equal: ['action', 'actor'], order: 'at', directions: ['desc'] },
    { equal: ['action', 'target'], order: 'at', directions: ['desc'] },
    { equal: ['actor', 'target'], order: 'at', directions: ['desc'] },
    { equal: ['action', 'actor', 'target'], order: 'at', directions: ['desc'] },
  ],
  appendOnly: true,
  schemaVersion: 2,
  migrate: (document) => fromVersion1(document as Version1),
})

type Version1 = Static<typeof AuditDocumentSchema>

/** Actions by the names that they had in version 1. */
const RENAMED_ACTIONS: Readonly<Record<string, string>> = {
  'own_data.exported': 'member.data_exported',
  'member.deletion_asked': 'member.deletion_requested',
  'member.deletion_taken_back': 'member.deletion_cancelled',
}

const fromVersion1 = (entry: Version1) => ({
  ...entry,
  action: RENAMED_ACTIONS[entry.action] ?? entry.action,
})
