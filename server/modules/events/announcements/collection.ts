import { Type } from 'typebox'

import { HiddenSchema } from '#shared/lib/hidden.ts'
import { allOf } from '#server/store/all-of.ts'
import { defineCollection, type DocumentOf, type Transaction } from '#server/store/port.ts'

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

/** Called when a draft that had been published before is deleted. */
export async function deleteAnnouncementsOf(tx: Transaction, eventId: string) {
  const all = await allOf(tx, announcements, { where: { event: eventId }, orderBy: 'at' })
  for (const { id } of all) tx.delete(announcements, id)
}
