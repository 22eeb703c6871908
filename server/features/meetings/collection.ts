import { defineCollection } from '#server/store/port.ts'

import { MeetingDocumentSchema } from './document.ts'

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
})
