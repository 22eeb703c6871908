import { describe, expect, test } from 'vitest'

import { CENTRED, largestZoom, moved, outputSize, cropRect, zoomed } from './crop.ts'

const wide = { width: 400, height: 200 }
const tall = { width: 200, height: 400 }
const square = { width: 512, height: 512 }

describe('the crop', () => {
  test('the crop is the largest centred area that fits', () => {
    expect(cropRect(wide, 1, CENTRED)).toEqual({ left: 100, top: 0, width: 200, height: 200 })
    expect(cropRect(tall, 1, CENTRED)).toEqual({ left: 0, top: 100, width: 200, height: 200 })
    expect(cropRect(wide, 16 / 9, CENTRED)).toMatchObject({ top: 0, height: 200 })
    expect(cropRect(tall, 16 / 9, CENTRED)).toMatchObject({ left: 0, width: 200, height: 112.5 })
  })

  test('the crop stays inside the picture', () => {
    expect(cropRect(wide, 1, { x: -3, y: 9, zoom: 2 })).toEqual({
      left: 0,
      top: 100,
      width: 100,
      height: 100,
    })
  })
})

test('moving stops at the edge and returns from there immediately', () => {
  const atEdge = moved(wide, 1, CENTRED, { x: 10, y: 0 })
  expect(cropRect(wide, 1, atEdge).left).toBe(200)
  expect(cropRect(wide, 1, moved(wide, 1, atEdge, { x: -0.5, y: 0 })).left).toBe(100)
})

test('zooming keeps the point under the pointer in place', () => {
  const start = { x: 0.5, y: 0.5, zoom: 2 }
  const at = { x: 0.25, y: 0.75 }
  const [before, after] = [start, zoomed(wide, 1, start, 4, at)].map((crop) => cropRect(wide, 1, crop))
  if (!before || !after) throw new Error('There are two')
  expect(after.left + after.width * at.x).toBeCloseTo(before.left + before.width * at.x)
  expect(after.top + after.height * at.y).toBeCloseTo(before.top + before.height * at.y)
  expect(after.width).toBe(50)
})

test('zooming out at the edge stays inside the picture', () => {
  const corner = { x: 0, y: 0, zoom: 4 }
  expect(cropRect(wide, 1, zoomed(wide, 1, corner, 1))).toMatchObject({ left: 0, top: 0, width: 200 })
})

test('large pictures can be zoomed further than small ones, up to a limit', () => {
  expect(largestZoom({ width: 300, height: 300 }, square)).toBe(2)
  expect(largestZoom({ width: 1024, height: 2000 }, square)).toBe(4)
  expect(largestZoom({ width: 9000, height: 9000 }, square)).toBe(8)
})

test('the output fits the limits and is never upscaled', () => {
  expect(outputSize({ width: 2000, height: 2000 }, square)).toEqual(square)
  expect(outputSize({ width: 100, height: 100 }, square)).toEqual({ width: 100, height: 100 })
  expect(outputSize({ width: 2000, height: 1125 }, { width: 1280, height: 720 }, 0.5)).toEqual({
    width: 640,
    height: 360,
  })
  expect(outputSize({ width: 0.2, height: 0.2 }, square)).toEqual({ width: 1, height: 1 })
})
