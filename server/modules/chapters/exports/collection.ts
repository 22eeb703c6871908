import { Type } from 'typebox'

import { DAY } from '#shared/lib/durations.ts'
import { defineCollection } from '#server/store/port.ts'

/** Long enough for someone who is written to by the reader of an old file. */
export const EXPORTS_KEPT = 365 * DAY

/** Files with the members of a chapter. Each has some of those in one file, so that they find it in their own data. */
export const chapterExports = defineCollection({
  name: 'chapter-exports',
  schema: Type.Object({
    id: Type.String(),
    chapter: Type.String(),
    /** The member who downloaded it. */
    by: Type.String(),
    at: Type.String(),
    /** At most 500. */
    members: Type.Array(Type.String()),
  }),
  indexes: [{ contains: 'members', order: 'at' }, { order: 'at' }],
  expiresAt: ({ at }) => Date.parse(at) + EXPORTS_KEPT,
})
