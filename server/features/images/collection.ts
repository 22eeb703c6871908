import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** One per picture, named by the SHA-256 of its bytes, so that the same picture is stored once. */
const ImageDocumentSchema = Type.Object({
  id: Type.String(),
  /** The WebP file, base64, or the key of a file that has it, and the file's size. `ImagePlace`. */
  bytes: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer()),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  /** `member:<id>`, `event:<id>` and `settings:logo`. */
  usedBy: Type.Array(Type.String()),
  /** Since its upload; absent while it is used. */
  unusedSince: Type.Optional(Type.String()),
  /** Who uploaded it first. */
  uploadedBy: Type.String(),
  /** Others who uploaded the same picture and may use it, latest last. */
  alsoUploadedBy: Type.Optional(Type.Array(Type.String())),
})
export type ImageDocument = Static<typeof ImageDocumentSchema>

export const images = defineCollection({
  name: 'images',
  schema: ImageDocumentSchema,
  indexes: [
    { order: 'unusedSince' },
    { equal: ['uploadedBy'], order: 'unusedSince' },
    { equal: ['uploadedBy'] },
    { contains: 'usedBy' },
  ],
})
