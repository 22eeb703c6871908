import { Type } from 'typebox'

/** Id of an uploaded picture, the SHA-256 of its bytes in hexadecimal. */
export const ImageIdSchema = Type.String({ pattern: '^[0-9a-f]{64}$' })
