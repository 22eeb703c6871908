import { Type } from 'typebox'

import { CHAPTER_NEEDS } from '#shared/chapters/rules.ts'
import { defineCollection } from '#server/store/port.ts'

/** Chapters whose members were asked who takes over. The id is that of the chapter. Deleted once it thrives again. */
export const chapterSuccessions = defineCollection({
  name: 'chapter-successions',
  schema: Type.Object({
    id: Type.String(),
    need: Type.Enum([...CHAPTER_NEEDS]),
    askedAt: Type.String(),
  }),
  hasFeed: true,
})
