import { decodeQR } from 'qr/decode.js'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { QrPicture } from './QrPicture.tsx'

const SCALE = 4

test('a scanner reads the encoded text from the QR code', () => {
  const text = 'guildhall:check-in:4f9a0c1d2e3b4a5968778695a4b3c2d1'
  const svg = renderToStaticMarkup(<QrPicture text={text} />)
  expect(decodeQR(drawn(svg))).toBe(text)
})

/** The squares of the path, painted dark on white. */
function drawn(svg: string) {
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const width = modules * SCALE
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < SCALE; row += 1)
      for (let column = 0; column < SCALE; column += 1)
        data.fill(0, ...pixel(Number(x) * SCALE + column, Number(y) * SCALE + row))
  return { width, height: width, data }

  function pixel(x: number, y: number): [number, number] {
    const first = (y * width + x) * 4
    return [first, first + 3]
  }
}
