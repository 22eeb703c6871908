import { defineCollection } from '#server/store/port.ts'

import { MeetingDocumentSchema } from './document.ts'
import { fromVersion1, type Version1 } from './version-1.ts'

export const meetings = defineCollection({
  name: 'meetings',
  schema: MeetingDocumentSchema,
  indexes: [
    { contains: 'participants', order: 'closesAt', directions: ['asc', 'desc'] },
    { contains: 'participants', order: 'startsAt' },
    { contains: 'participants', order: 'proposedAt', directions: ['desc'] },
    { contains: 'attentionOf', order: 'closesAt', directions: ['desc'] },
    { equal: ['organiser', 'state'], order: 'closesAt' },
    { contains: 'dueDays' },
    { equal: ['state'], order: 'startsAt' },
    { order: 'dueAt' },
  ],
  schemaVersion: 2,
  migrate: (document) => fromVersion1(document as unknown as Version1),
})
