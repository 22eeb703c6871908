/** The geometry of cropping. Both the preview and the encoded picture use it. */

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** The centre as fractions of the picture. Zoom 1 shows the largest area that fits the frame. */
export interface Crop extends Point {
  zoom: number
}

export interface CropRect extends Size {
  left: number
  top: number
}

export const CENTRED: Crop = { x: 0.5, y: 0.5, zoom: 1 }
const MIDDLE: Point = { x: 0.5, y: 0.5 }

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

function sizeAt(picture: Size, aspect: number, zoom: number): Size {
  const isWide = picture.width / picture.height > aspect
  const width = (isWide ? picture.height * aspect : picture.width) / zoom
  return { width, height: width / aspect }
}

/** The cropped area in pixels of the picture; always inside it. */
export function cropRect(picture: Size, aspect: number, { x, y, zoom }: Crop): CropRect {
  const { width, height } = sizeAt(picture, aspect, zoom)
  return {
    width,
    height,
    left: clamp(x * picture.width - width / 2, 0, picture.width - width),
    top: clamp(y * picture.height - height / 2, 0, picture.height - height),
  }
}

const cropOf = (picture: Size, { left, top, width, height }: CropRect, zoom: number): Crop => ({
  x: (left + width / 2) / picture.width,
  y: (top + height / 2) / picture.height,
  zoom,
})

/** @param by fractions of the frame; the crop stops at the picture's edge */
export function moved(picture: Size, aspect: number, crop: Crop, by: Point): Crop {
  const rect = cropRect(picture, aspect, crop)
  const x = (rect.left + rect.width * (0.5 + by.x)) / picture.width
  const y = (rect.top + rect.height * (0.5 + by.y)) / picture.height
  return cropOf(picture, cropRect(picture, aspect, { ...crop, x, y }), crop.zoom)
}

/** @param at fixed point in fractions of the frame: the finger or the pointer */
export function zoomed(picture: Size, aspect: number, crop: Crop, to: number, at: Point = MIDDLE): Crop {
  const before = cropRect(picture, aspect, crop)
  const after = sizeAt(picture, aspect, to)
  const x = (before.left + before.width * at.x - after.width * (at.x - 0.5)) / picture.width
  const y = (before.top + before.height * at.y - after.height * (at.y - 0.5)) / picture.height
  return cropOf(picture, cropRect(picture, aspect, { x, y, zoom: to }), to)
}

const CLOSEST = 8

/** Keeps at least half the resolution of the limits, so that the result is not blurred. */
export const largestZoom = (picture: Size, limits: Size) =>
  clamp(sizeAt(picture, limits.width / limits.height, 1).width / (limits.width / 2), 2, CLOSEST)

/** Never upscaled: interpolated pixels cost bytes and add nothing. */
export function outputSize(crop: Size, limits: Size, scale = 1): Size {
  const share = Math.min(1, crop.width / limits.width) * scale
  return {
    width: Math.max(1, Math.round(limits.width * share)),
    height: Math.max(1, Math.round(limits.height * share)),
  }
}
