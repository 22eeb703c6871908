/** Which part of a picture a frame shows. Pure: what is drawn and what is cut out both follow from it. */

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** The middle of the part, as shares of the picture; at zoom 1 it is the largest part that fits the frame. */
export interface Crop extends Point {
  zoom: number
}

export interface Part extends Size {
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

/** In the picture's own pixels; always inside of it. */
export function partOf(picture: Size, aspect: number, { x, y, zoom }: Crop): Part {
  const { width, height } = sizeAt(picture, aspect, zoom)
  return {
    width,
    height,
    left: clamp(x * picture.width - width / 2, 0, picture.width - width),
    top: clamp(y * picture.height - height / 2, 0, picture.height - height),
  }
}

const cropOf = (picture: Size, { left, top, width, height }: Part, zoom: number): Crop => ({
  x: (left + width / 2) / picture.width,
  y: (top + height / 2) / picture.height,
  zoom,
})

/** The frame goes by shares of its own size; at the picture's edge it stops. */
export function moved(picture: Size, aspect: number, crop: Crop, by: Point): Crop {
  const part = partOf(picture, aspect, crop)
  const x = (part.left + part.width * (0.5 + by.x)) / picture.width
  const y = (part.top + part.height * (0.5 + by.y)) / picture.height
  return cropOf(picture, partOf(picture, aspect, { ...crop, x, y }), crop.zoom)
}

/** @param at what stays where it is, as shares of the frame: the finger or the pointer */
export function zoomed(picture: Size, aspect: number, crop: Crop, to: number, at: Point = MIDDLE): Crop {
  const before = partOf(picture, aspect, crop)
  const after = sizeAt(picture, aspect, to)
  const x = (before.left + before.width * at.x - after.width * (at.x - 0.5)) / picture.width
  const y = (before.top + before.height * at.y - after.height * (at.y - 0.5)) / picture.height
  return cropOf(picture, partOf(picture, aspect, { x, y, zoom: to }), to)
}

const CLOSEST = 8

/** Not so close that a quarter of the wanted pixels would have to be made up. */
export const largestZoom = (picture: Size, limits: Size) =>
  clamp(sizeAt(picture, limits.width / limits.height, 1).width / (limits.width / 2), 2, CLOSEST)

/** Never larger than the part is, since pixels that are made up weigh as much as others. */
export function outputSize(part: Size, limits: Size, scale = 1): Size {
  const share = Math.min(1, part.width / limits.width) * scale
  return {
    width: Math.max(1, Math.round(limits.width * share)),
    height: Math.max(1, Math.round(limits.height * share)),
  }
}
