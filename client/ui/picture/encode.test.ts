import { expect, test } from 'vitest'

import { fitting } from './encode.ts'

const sized = (size: number) => new Blob([new Uint8Array(size)])

test('the first that fits is taken, the best first', async () => {
  const tried: string[] = []
  const picture = await fitting(async (scale, quality) => {
    tried.push(`${scale}@${quality}`)
    return sized(Math.round(1000 * scale * quality))
  }, 700)
  expect(picture.size).toBe(700)
  expect(tried).toEqual(['1@0.9', '1@0.8', '1@0.7'])
})

test('where quality does not do it, it gets smaller', async () => {
  const picture = await fitting(async (scale, quality) => sized(scale < 1 ? 10 : 1000 * quality), 50)
  expect(picture.size).toBe(10)
})

test('what never fits is refused in words', async () => {
  await expect(fitting(async () => sized(100), 50)).rejects.toThrow('cannot be made small enough')
})
