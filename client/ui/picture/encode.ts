import { outputSize, type Part, type Size } from './crop.ts'
import { PictureError } from './picture-error.ts'
import { webpOf } from './webp.ts'

const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4] as const
const SCALES = [1, 0.75, 0.5] as const

export interface PictureLimits extends Size {
  bytes: number
}

/** The best that fits: quality goes first, then size. */
export async function fitting(encode: (scale: number, quality: number) => Promise<Blob>, bytes: number) {
  for (const scale of SCALES) {
    for (const quality of QUALITIES) {
      const picture = await encode(scale, quality)
      if (picture.size <= bytes) return picture
    }
  }
  throw new PictureError('This picture cannot be made small enough. Choose another, or a smaller part of it.')
}

/**
 * A part of the picture as a new file, which holds its pixels and nothing else: no place, no camera, no preview.
 * @throws PictureError
 */
export const encodePicture = (picture: ImageBitmap, part: Part, limits: PictureLimits) =>
  fitting((scale, quality) => {
    const { width, height } = outputSize(part, limits, scale)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    drawPart(canvas, picture, part)
    return webpOf(canvas, quality)
  }, limits.bytes)

/** Fills the canvas with the part; what was transparent is white. */
export function drawPart(canvas: HTMLCanvasElement, picture: ImageBitmap, part: Part) {
  const context = canvas.getContext('2d')
  if (!context) throw new PictureError('Your browser cannot draw pictures here. Please try another.')
  context.imageSmoothingQuality = 'high'
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const { left, top, width, height } = part
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
}
