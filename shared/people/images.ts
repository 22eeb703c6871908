import { Type } from 'typebox'

export const ImageIdSchema = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** The answer to `POST /api/images?kind=photo|cover|logo`, whose body is the picture itself. */
export const UploadedImageSchema = Type.Object({ id: Type.String() })
