import * as m from '#shared/lib/messages.ts'
import { outputSize, type CropRect, type Size } from './crop.ts'
import { PictureError } from './picture-error.ts'
import { encodeWebp } from './webp.ts'

const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4] as const
const SCALES = [1, 0.75, 0.5] as const

export interface PictureLimits extends Size {
  bytes: number
  /** Keeps transparency instead of filling it with white. */
  transparent?: boolean
}

/** The best result that fits: reduces quality first, then size. */
export async function encodeToFit(encode: (scale: number, quality: number) => Promise<Blob>, bytes: number) {
  for (const scale of SCALES) {
    for (const quality of QUALITIES) {
      const picture = await encode(scale, quality)
      if (picture.size <= bytes) return picture
    }
  }
  throw new PictureError(m.pictureNotSmall())
}

/**
 * The cropped picture as a new file: pixels only, without location, camera or preview.
 * @throws PictureError
 */
export const encodePicture = (picture: ImageBitmap, rect: CropRect, limits: PictureLimits) =>
  encodeToFit((scale, quality) => {
    const { width, height } = outputSize(rect, limits, scale)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    drawCropped(canvas, picture, rect, limits)
    return encodeWebp(canvas, quality)
  }, limits.bytes)

/** Fills the canvas with the crop. */
export function drawCropped(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  rect: CropRect,
  { transparent = false }: Pick<PictureLimits, 'transparent'>,
) {
  const context = canvas.getContext('2d')
  if (!context) throw new PictureError(m.pictureNoEditing())
  context.imageSmoothingQuality = 'high'
  if (transparent) context.clearRect(0, 0, canvas.width, canvas.height)
  else {
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  const { left, top, width, height } = rect
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
}
