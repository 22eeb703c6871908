import { Type } from 'typebox'

import { ChapterFiguresSchema } from '#shared/chapters/health.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { defineCollection } from '#server/store/port.ts'

/** The figures of a chapter in a month that is over. One for each chapter and month. */
export const chapterMonths = defineCollection({
  name: 'chapter-months',
  schema: Type.Object({
    id: Type.String(),
    chapter: Type.String(),
    /** `2026-10` */
    month: Type.String(),
    ...ChapterFiguresSchema.properties,
    countedAt: Type.String(),
  }),
  hasFeed: true,
})

export const chapterMonthId = (chapter: string, month: string) => joinedId(chapter, month)
