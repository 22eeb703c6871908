import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A JPEG whose left half is red and whose right half is blue, as from a camera. */
export async function twoColours(page: Page, { width, height }: { width: number; height: number }) {
  const base64 = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('No canvas')
      context.fillStyle = 'rgb(255 0 0)'
      context.fillRect(0, 0, w / 2, h)
      context.fillStyle = 'rgb(0 0 255)'
      context.fillRect(w / 2, 0, w / 2, h)
      const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
      return new Uint8Array(await file.arrayBuffer()).toBase64()
    },
    [width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

/** A PNG of noise, which hardly compresses. */
export async function noise(page: Page, size: number) {
  const base64 = await page.evaluate(async (side) => {
    const canvas = new OffscreenCanvas(side, side)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    const picture = context.createImageData(side, side)
    let state = 1
    for (let index = 0; index < picture.data.length; index++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      picture.data[index] = index % 4 === 3 ? 255 : state >> 16
    }
    context.putImageData(picture, 0, 0)
    const file = await canvas.convertToBlob({ type: 'image/png' })
    return new Uint8Array(await file.arrayBuffer()).toBase64()
  }, size)
  return Buffer.from(base64, 'base64')
}

export const CAPTION = 'Taken at home'

/** The same JPEG with EXIF metadata: an orientation, a caption and a location. */
export function withMetadata(jpeg: Buffer, orientation: number) {
  const entry = (tag: number, type: number, count: number, value: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt16BE(tag, 0)
    head.writeUInt16BE(type, 2)
    head.writeUInt32BE(count, 4)
    return Buffer.concat([head, value, Buffer.alloc(4 - value.length)])
  }
  const number = (value: number) => Buffer.from([0, 0, value >> 8, value & 0xff])
  const caption = Buffer.from(`${CAPTION}\0`)
  const afterFirst = 8 + 2 + 3 * 12 + 4
  const gpsAt = afterFirst + caption.length
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    Buffer.from([0, 3]),
    entry(0x010e, 2, caption.length, number(afterFirst)),
    entry(0x0112, 3, 1, Buffer.from([0, orientation])),
    entry(0x8825, 4, 1, number(gpsAt)),
    Buffer.alloc(4),
    caption,
    Buffer.from([0, 1]),
    entry(0x0001, 2, 2, Buffer.from('N\0')),
    Buffer.alloc(4),
  ])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const length = body.length + 2
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]), body])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

/** The size of a picture as a browser decodes it, and whether each spot (in fractions) is red or blue. */
export async function inspect(page: Page, picture: Buffer, spots: readonly (readonly [number, number])[]) {
  return page.evaluate(
    async ([base64, places]) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64(base64)]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (!context) throw new Error('No canvas')
      context.drawImage(bitmap, 0, 0)
      const colours = places.map(([x, y]) => {
        const [red = 0, , blue = 0] = context.getImageData(x * bitmap.width, y * bitmap.height, 1, 1).data
        return red > blue ? 'red' : 'blue'
      })
      return { width: bitmap.width, height: bitmap.height, colours }
    },
    [picture.toString('base64'), spots] as const,
  )
}

/** Adds a photo to a form, and waits until the form shows the server's copy. */
export async function addPhoto(page: Page) {
  const buffer = await twoColours(page, { width: 600, height: 600 })
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Save photo' }).click()
  await page.getByRole('button', { name: 'Change photo' }).waitFor()
  const shown = page.getByRole('group', { name: 'Photo' }).locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
}
