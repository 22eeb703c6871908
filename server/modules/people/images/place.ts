import type { ImagePlace } from '#server/image-files/port.ts'

import type { ImageDocument } from './collection.ts'

/** The image with its bytes in another place. */
export function placedAt(image: ImageDocument, place: ImagePlace): ImageDocument {
  const { bytes: _bytes, file: _file, size: _size, ...rest } = image
  return { ...rest, ...place }
}

/** Size in bytes. */
export const sizeOf = ({ bytes, size = 0 }: ImagePlace) =>
  bytes === undefined ? size : Buffer.byteLength(bytes, 'base64')
