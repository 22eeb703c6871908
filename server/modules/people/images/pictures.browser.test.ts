import { afterAll, expect, test } from 'vitest'

import { launchBrowser } from '#server/tools/browser.ts'
import { extended, piece, webpFile } from '#server/testing/fixtures/webp.ts'

import { readWebP } from './webp.ts'

const browser = await launchBrowser()
const page = await browser.newPage()
afterAll(() => browser.close())

/** A picture from a browser's encoder: a gradient, with or without a transparent corner. */
async function encoded({ quality, alpha }: { quality: number; alpha: boolean }) {
  const url = await page.evaluate(
    ([q, seeThrough]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 120
      canvas.height = 80
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      const gradient = context.createLinearGradient(0, 0, 120, 80)
      gradient.addColorStop(0, seeThrough ? 'rgb(255 0 0 / 0.2)' : 'red')
      gradient.addColorStop(1, 'blue')
      context.fillStyle = gradient
      context.fillRect(0, 0, 120, 80)
      return canvas.toDataURL('image/webp', q)
    },
    [quality, alpha] as const,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** The file as a browser decodes it: its size and some of its pixels. */
const decoded = (file: Buffer) =>
  page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/webp;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])]
    return { size: [canvas.width, canvas.height], pixels: [at(3, 3), at(60, 40), at(116, 76)] }
  }, file.toString('base64'))

test.for([
  { quality: 0.8, alpha: false },
  { quality: 0.8, alpha: true },
  { quality: 1, alpha: false },
  { quality: 1, alpha: true },
])('a picture encoded by a browser looks the same after cleaning: %j', async (kind) => {
  const file = await encoded(kind)
  const clean = readWebP(file)
  expect(clean).toMatchObject({ width: 120, height: 80 })
  expect(await decoded(clean?.bytes ?? Buffer.alloc(0))).toEqual(await decoded(file))
})

test('a picture with camera metadata looks the same without it', async () => {
  const file = readWebP(await encoded({ quality: 0.8, alpha: false }))?.bytes ?? Buffer.alloc(0)
  const pixels = {
    name: file.toString('latin1', 12, 16),
    data: file.subarray(20, 20 + file.readUInt32LE(16)),
  }
  const withMetadata = webpFile(
    extended(120, 80, 0x0c),
    pixels,
    piece('EXIF', 'at home'),
    piece('XMP ', 'by Ada'),
  )
  expect(await decoded(withMetadata)).toEqual(await decoded(file))
  expect(readWebP(withMetadata)?.bytes).toEqual(file)
})
