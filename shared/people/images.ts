import { Type } from 'typebox'

/** The answer to `POST /api/images?kind=photo|cover|logo`, whose body is the picture itself. */
export const UploadedImageSchema = Type.Object({ id: Type.String() })
