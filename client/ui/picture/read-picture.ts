import * as m from '#shared/lib/messages.ts'
import { pictureSize } from './picture-size.ts'
import { PictureError } from './picture-error.ts'

const MAX_BYTES = 25 * 1024 * 1024
const MAX_PIXELS = 50_000_000
/** Enough for every picture of the product, and fast enough to redraw on each movement. */
const MAX_SIDE = 3_000

/**
 * Decodes a file with its EXIF orientation applied.
 * @throws PictureError
 */
export async function readPicture(file: File): Promise<ImageBitmap> {
  if (file.size > MAX_BYTES) throw new PictureError(m.pictureTooLarge())
  assertMaxPixels(pictureSize(new Uint8Array(await file.arrayBuffer())))
  const picture = await decode(file)
  assertMaxPixels(picture)
  return downscaled(picture)
}

async function decode(file: File) {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    throw new PictureError(m.pictureUnreadable(), { cause })
  }
}

function assertMaxPixels(size: { width: number; height: number } | undefined) {
  if (size && size.width * size.height > MAX_PIXELS) {
    throw new PictureError(m.pictureTooManyPixels())
  }
}

async function downscaled(picture: ImageBitmap) {
  const scale = MAX_SIDE / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const smaller = await createImageBitmap(picture, {
    resizeWidth: Math.max(1, Math.round(picture.width * scale)),
    resizeHeight: Math.max(1, Math.round(picture.height * scale)),
    resizeQuality: 'high',
  })
  picture.close()
  return smaller
}
