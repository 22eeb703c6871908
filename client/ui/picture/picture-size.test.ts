import { expect, test } from 'vitest'

import { pictureSize } from './picture-size.ts'

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  )

const PNG = bytes(
  [0x89],
  'PNG\r\n\x1a\n',
  [0, 0, 0, 13],
  'IHDR',
  [0, 0, 3, 0x20],
  [0, 0, 2, 0x58],
  [8, 2, 0, 0, 0],
)
const GIF = bytes('GIF89a', [0x20, 3], [0x58, 2], [0, 0, 0])
const VP8X = bytes(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8X',
  [10, 0, 0, 0],
  [0, 0, 0, 0],
  [0x1f, 3, 0],
  [0x57, 2, 0],
  [0],
)
const VP8 = bytes(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8 ',
  [0, 0, 0, 0],
  [0, 0, 0, 0x9d, 1, 0x2a],
  [0x20, 3, 0x58, 2],
)
const VP8L = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0], [0x2f], [0x1f, 0xc3, 0x95, 0])
const METADATA = [0xff, 0xe1, 0, 4, 1, 2]
const TABLE = [0xff, 0xc4, 0, 2]
const JPEG = bytes([0xff, 0xd8], METADATA, TABLE, [0xff, 0xc2, 0, 17, 8, 2, 0x58, 3, 0x20, 3])

test.for([
  ['PNG', PNG],
  ['GIF', GIF],
  ['extended WebP', VP8X],
  ['lossy WebP', VP8],
  ['lossless WebP', VP8L],
  ['JPEG', JPEG],
] as const)('the size of a %s is read from its header', ([, file]) => {
  expect(pictureSize(file)).toEqual({ width: 800, height: 600 })
})

test.for([
  ['a text', bytes('Not a picture at all, but long enough.')],
  ['nothing', bytes()],
  ['a JPEG that ends in its metadata', JPEG.slice(0, 8)],
  ['a PNG that ends inside its header', PNG.slice(0, 18)],
] as const)('%s has no size', ([, file]) => {
  expect(pictureSize(file)).toBeUndefined()
})
