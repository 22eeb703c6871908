import { Type } from 'typebox'

import { LETTER_STATES } from '#shared/chapters/rules.ts'
import { LetterEditSchema } from '#shared/chapters/letters.ts'
import { type DocumentOf, defineCollection } from '#server/store/port.ts'

/** Letters of leads to the members of a chapter. They belong to the chapter, like announcements to an event. */
export const chapterLetters = defineCollection({
  name: 'chapter-letters',
  schema: Type.Object({
    id: Type.String(),
    /** Increases with each edit; compared with `If-Match`. */
    version: Type.Integer({ minimum: 1 }),
    chapter: Type.String(),
    ...Type.Pick(LetterEditSchema, ['title', 'text']).properties,
    /** The member who wrote it, or edited it last. */
    by: Type.String(),
    state: Type.Enum([...LETTER_STATES]),
    /** ISO instant at which it was sent, or is to be sent. */
    at: Type.String(),
    /** Set by the merge that brought it to its chapter. It goes back only as long as this is its version. */
    merge: Type.Optional(
      Type.Object({ id: Type.String(), version: Type.Integer(), wasScheduled: Type.Boolean() }),
    ),
  }),
  indexes: [
    { equal: ['chapter'], order: 'at' },
    { equal: ['chapter', 'state'], order: 'at' },
    { equal: ['state'], order: 'at' },
    { equal: ['by'], order: 'at' },
    { equal: ['merge.id'] },
    { equal: ['by', 'state'] },
  ],
  hasFeed: true,
})
export type LetterDocument = DocumentOf<typeof chapterLetters>
