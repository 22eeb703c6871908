import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/**
 * One per file that is to be deleted, under its key: files without a document, including those that may still get
 * one.
 */
export const imageFileDeletions = defineCollection({
  name: 'image-file-deletions',
  schema: Type.Object({
    id: Type.String(),
    /** ISO instant. */
    dueAt: Type.String(),
  }),
  indexes: [{ order: 'dueAt' }],
})
