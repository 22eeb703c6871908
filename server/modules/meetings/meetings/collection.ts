import { defineCollection } from '#server/store/port.ts'

import { MeetingDocumentSchema } from './document/document.ts'

export const meetings = defineCollection({
  name: 'meetings',
  schema: MeetingDocumentSchema,
  indexes: [
    { contains: 'participants', order: 'closesAt' },
    { equal: ['organiser', 'state'], order: 'closesAt' },
    { contains: 'dueDays' },
    { equal: ['state'], order: 'startsAt' },
    { order: 'dueAt' },
  ],
  hasFeed: true,
})
