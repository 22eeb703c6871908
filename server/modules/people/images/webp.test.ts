import { describe, expect, test } from 'vitest'

import {
  extended,
  losslessPixels,
  lossyPixels,
  ONE_PIXEL,
  piece,
  webpFile,
} from '#server/testing/fixtures/webp.ts'

import { readWebP } from './webp.ts'

const EXIF = piece('EXIF', 'Exif GPS 48.2082 N 16.3738 E')
const XMP = piece('XMP ', '<x:xmpmeta>secret</x:xmpmeta>')
const PROFILE = piece('ICCP', 'Camera of Ada')
const ALPHA = piece('ALPH', 'see-through')

describe('a picture', () => {
  test.for([
    ['of one pixel', ONE_PIXEL, 1, 1],
    ['in lossy form', webpFile(lossyPixels(512, 300)), 512, 300],
    ['in lossless form', webpFile(losslessPixels(300, 512)), 300, 512],
    ['of odd length', webpFile(lossyPixels(10, 20, 21)), 10, 20],
    ['as large as the format allows', webpFile(losslessPixels(16_384, 16_384)), 16_384, 16_384],
  ] as const)('%s is read with its size, and its bytes are unchanged', ([, file, width, height]) => {
    expect(readWebP(file)).toEqual({ width, height, bytes: file })
  })

  test('a picture loses its colour profile, location and other metadata', () => {
    const pixels = lossyPixels(40, 30)
    const file = webpFile(extended(40, 30, 0x2c), PROFILE, pixels, EXIF, XMP, piece('JUNK', 'secret'))
    expect(readWebP(file)?.bytes).toEqual(webpFile(pixels))
  })

  test('a cleaned picture keeps its transparency, and no other optional part', () => {
    const pixels = lossyPixels(40, 30)
    const file = webpFile(extended(40, 30, 0x3c), PROFILE, ALPHA, pixels, EXIF)
    expect(readWebP(file)?.bytes).toEqual(webpFile(extended(40, 30, 0x10), ALPHA, pixels))
  })

  test('a cleaned picture is not changed by cleaning it again', () => {
    const file = webpFile(extended(40, 30, 0x38), PROFILE, ALPHA, lossyPixels(40, 30, 7), XMP)
    const once = readWebP(file)
    expect(readWebP(once?.bytes ?? Buffer.alloc(0))).toEqual(once)
  })
})

const good = webpFile(extended(40, 30), lossyPixels(40, 30), EXIF)
const changed = (at: number, ...bytes: number[]) => {
  const file = Buffer.from(good)
  file.set(bytes, at)
  return file
}
const plain = (change: (data: Buffer) => void) => {
  const pixels = lossyPixels(40, 30)
  change(pixels.data)
  return webpFile(pixels)
}

describe('invalid input is refused:', () => {
  test.for<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a PNG under another name', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a JPEG with EXIF', Buffer.from('ffd8ffe100184578696600004d4d002a00000008', 'hex')],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['another file in RIFF', Buffer.concat([good.subarray(0, 8), Buffer.from('WAVE'), good.subarray(12)])],
    ['a file with something behind its end', Buffer.concat([good, Buffer.from('PK\u0003\u0004')])],
    ['one whose length says more', changed(4, good.length)],
    ['one whose length says less', changed(4, 10)],
    ['one whose length says four gigabytes', changed(4, 0xff, 0xff, 0xff, 0xff)],
    ['one whose chunk is longer than the file', changed(16, 0xff, 0xff, 0xff, 0x7f)],
    ['one without pixels', webpFile(extended(40, 30), EXIF)],
    ['one with two pictures', webpFile(lossyPixels(40, 30), lossyPixels(40, 30))],
    ['one in both forms', webpFile(lossyPixels(40, 30), losslessPixels(40, 30))],
    ['one that says two things of its size', webpFile(extended(41, 30), lossyPixels(40, 30))],
    ['an animation', webpFile(extended(40, 30, 2), piece('ANIM', 'x'), piece('ANMF', 'x'.repeat(40)))],
    ['an animation around a picture', webpFile(lossyPixels(40, 30), piece('ANMF', 'x'.repeat(40)))],
    ['one of no width', plain((data) => data.writeUInt16LE(0, 6))],
    ['one of no height', plain((data) => data.writeUInt16LE(0, 8))],
    ['a frame that needs another', plain((data) => data.writeUInt8(data[0]! | 1, 0))],
    ['a frame that is not shown', plain((data) => data.writeUInt8(data[0]! & ~0b1_0000, 0))],
    ['a frame with another start', plain((data) => data.writeUInt8(0, 3))],
    ['a frame whose first part is longer than it', plain((data) => data.writeUInt8(0xff, 1))],
    ['pixels of no length', webpFile({ name: 'VP8 ', data: Buffer.alloc(0) })],
    [
      'lossless pixels of a later version',
      webpFile({ name: 'VP8L', data: Buffer.from('2f000000e000', 'hex') }),
    ],
    [
      'a thousand chunks',
      webpFile(lossyPixels(4, 4), ...Array.from({ length: 1000 }, () => piece('JUNK', ''))),
    ],
  ])('a file is refused: %s', ([, file]) => {
    expect(readWebP(file)).toBeUndefined()
  })

  test('a truncated picture is refused at any length', () => {
    for (let length = 0; length < good.length; length += 1) {
      expect(readWebP(good.subarray(0, length))).toBeUndefined()
    }
  })

  test('changed bytes neither throw nor hang', () => {
    for (let at = 0; at < good.length; at += 1) {
      for (const byte of [0, 1, 0x7f, 0x80, 0xff]) expect(() => readWebP(changed(at, byte))).not.toThrow()
    }
  })
})
