import { expect, test } from 'vitest'

import { encodeToFit } from './encode.ts'

const sized = (size: number) => new Blob([new Uint8Array(size)])

test('the best quality that fits the limit is used', async () => {
  const tried: string[] = []
  const picture = await encodeToFit(async (scale, quality) => {
    tried.push(`${scale}@${quality}`)
    return sized(Math.round(1000 * scale * quality))
  }, 700)
  expect(picture.size).toBe(700)
  expect(tried).toEqual(['1@0.9', '1@0.8', '1@0.7'])
})

test('the size is reduced when less quality is not enough', async () => {
  const picture = await encodeToFit(async (scale, quality) => sized(scale < 1 ? 10 : 1000 * quality), 50)
  expect(picture.size).toBe(10)
})

test('a picture that never fits is rejected with a message', async () => {
  await expect(encodeToFit(async () => sized(100), 50)).rejects.toThrow('can’t be made small enough')
})
