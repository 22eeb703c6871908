import { Type } from 'typebox'

import { ChapterEditSchema } from '#shared/chapters/schema.ts'
import { type DocumentOf, defineCollection } from '#server/store/port.ts'

export const chapters = defineCollection({
  name: 'chapters',
  schema: Type.Object({
    id: Type.String(),
    /** Increases with each change; compared with `If-Match`. */
    version: Type.Integer({ minimum: 1 }),
    ...ChapterEditSchema.properties,
    createdAt: Type.String(),
    /** When the term of leads was last changed. */
    termSince: Type.Optional(Type.String()),
    /** The latest time at which it entered each state. */
    stateSince: Type.Object({
      forming: Type.Optional(Type.String()),
      active: Type.Optional(Type.String()),
      resting: Type.Optional(Type.String()),
      closed: Type.Optional(Type.String()),
    }),
    /** The merge by which it became part of another chapter, to which its slugs lead since then, and its state before. */
    merged: Type.Optional(
      Type.Object({ merge: Type.String(), into: Type.String(), state: ChapterEditSchema.properties.state }),
    ),
  }),
  hasFeed: true,
})
export type ChapterDocument = DocumentOf<typeof chapters>

/** Every slug that a chapter has or had; the id is the slug. Another chapter never gets it, so that links stay right. */
export const chapterSlugs = defineCollection({
  name: 'chapter-slugs',
  schema: Type.Object({ id: Type.String(), chapter: Type.String() }),
})
