import { Type } from 'typebox'

import { RecapEditSchema } from '#shared/conversation/recaps/schema.ts'
import { defineCollection, type DocumentOf } from '#server/store/port.ts'

const PictureSchema = Type.Object({
  image: Type.String(),
  alt: Type.String(),
  /** The member who asked to remove it. The picture is hidden until a host decides. */
  removal: Type.Optional(Type.Object({ by: Type.String(), at: Type.String() })),
  /** Members who asked before a host decided to keep it. */
  keptDespite: Type.Optional(Type.Array(Type.String())),
})

/** Text and pictures of a past event, by its hosts. */
export const eventRecaps = defineCollection({
  name: 'event-recaps',
  schema: Type.Object({
    /** Id of the event. */
    id: Type.String(),
    /** Increases with each change; compared with `If-Match`. */
    version: Type.Integer({ minimum: 1 }),
    text: RecapEditSchema.properties.text,
    pictures: Type.Array(PictureSchema),
    /** The last editor. */
    by: Type.String(),
    at: Type.String(),
  }),
  indexes: [{ equal: ['by'], order: 'at' }],
  hasFeed: true,
})
export type RecapDocument = DocumentOf<typeof eventRecaps>
