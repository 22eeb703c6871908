import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** One per picture, named by the SHA-256 of its bytes, so that the same picture is stored once. */
const ImageDocumentSchema = Type.Object({
  id: Type.String(),
  /** An `ImagePlace`: the WebP file in base64, or the key of a file that contains it and the file's size. */
  bytes: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer()),
  /** A photo's small size: a JPEG file in base64. */
  small: Type.Optional(Type.String()),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  /** `member:<id>`, `event:<id>`, `recap:<event id>` and `settings:logo`. */
  usedBy: Type.Array(Type.String()),
  /** Start of the unused time; undefined while it is used. */
  unusedSince: Type.Optional(Type.String()),
  /** First uploader. */
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
