import { pictureSize } from './picture-size.ts'
import { PictureError } from './picture-error.ts'

const MOST_BYTES = 25 * 1024 * 1024
const MOST_PIXELS = 50_000_000
/** More than any picture here needs, and little enough to be drawn again with each movement. */
const LONGEST_SIDE = 3_000

/**
 * The picture in a file, upright.
 * @throws PictureError in words for the person
 */
export async function readPicture(file: File): Promise<ImageBitmap> {
  if (file.size > MOST_BYTES) throw new PictureError('This file is larger than 25 MB. Choose a smaller one.')
  refuseLarge(pictureSize(new Uint8Array(await file.arrayBuffer())))
  const picture = await decode(file)
  refuseLarge(picture)
  return reduced(picture)
}

async function decode(file: File) {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    throw new PictureError(
      'This file is not a picture that your browser can open. Choose a JPEG, PNG or WebP file.',
      { cause },
    )
  }
}

function refuseLarge(size: { width: number; height: number } | undefined) {
  if (size && size.width * size.height > MOST_PIXELS) {
    throw new PictureError('This picture has more than 50 megapixels. Choose a smaller one.')
  }
}

async function reduced(picture: ImageBitmap) {
  const scale = LONGEST_SIDE / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const smaller = await createImageBitmap(picture, {
    resizeWidth: Math.max(1, Math.round(picture.width * scale)),
    resizeHeight: Math.max(1, Math.round(picture.height * scale)),
    resizeQuality: 'high',
  })
  picture.close()
  return smaller
}
