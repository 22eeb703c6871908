import { Type } from 'typebox'

import { HiddenSchema } from '#shared/lib/hidden.ts'
import { defineCollection, type DocumentOf } from '#server/store/port.ts'

export const announcements = defineCollection({
  name: 'announcements',
  schema: Type.Object({
    id: Type.String(),
    event: Type.String(),
    text: Type.String(),
    by: Type.String(),
    at: Type.String(),
    /** Set when an admin has hidden it. */
    hidden: Type.Optional(HiddenSchema),
  }),
  indexes: [
    { equal: ['event'], order: 'at' },
    { equal: ['by'], order: 'at' },
  ],
  hasFeed: true,
})

export type AnnouncementDocument = DocumentOf<typeof announcements>
