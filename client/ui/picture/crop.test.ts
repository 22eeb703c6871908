import { describe, expect, test } from 'vitest'

import { CENTRED, largestZoom, moved, outputSize, partOf, zoomed } from './crop.ts'

const wide = { width: 400, height: 200 }
const tall = { width: 200, height: 400 }
const square = { width: 512, height: 512 }

describe('the part that is shown', () => {
  test('is the largest that fits, from the middle', () => {
    expect(partOf(wide, 1, CENTRED)).toEqual({ left: 100, top: 0, width: 200, height: 200 })
    expect(partOf(tall, 1, CENTRED)).toEqual({ left: 0, top: 100, width: 200, height: 200 })
    expect(partOf(wide, 16 / 9, CENTRED)).toMatchObject({ top: 0, height: 200 })
    expect(partOf(tall, 16 / 9, CENTRED)).toMatchObject({ left: 0, width: 200, height: 112.5 })
  })

  test('never leaves the picture', () => {
    expect(partOf(wide, 1, { x: -3, y: 9, zoom: 2 })).toEqual({ left: 0, top: 100, width: 100, height: 100 })
  })
})

test('moving stops at the edge, and goes back from there at once', () => {
  const atEdge = moved(wide, 1, CENTRED, { x: 10, y: 0 })
  expect(partOf(wide, 1, atEdge).left).toBe(200)
  expect(partOf(wide, 1, moved(wide, 1, atEdge, { x: -0.5, y: 0 })).left).toBe(100)
})

test('zooming keeps what is under the pointer where it is', () => {
  const start = { x: 0.5, y: 0.5, zoom: 2 }
  const at = { x: 0.25, y: 0.75 }
  const [before, after] = [start, zoomed(wide, 1, start, 4, at)].map((crop) => partOf(wide, 1, crop))
  if (!before || !after) throw new Error('There are two')
  expect(after.left + after.width * at.x).toBeCloseTo(before.left + before.width * at.x)
  expect(after.top + after.height * at.y).toBeCloseTo(before.top + before.height * at.y)
  expect(after.width).toBe(50)
})

test('zooming out at the edge comes back inside', () => {
  const corner = { x: 0, y: 0, zoom: 4 }
  expect(partOf(wide, 1, zoomed(wide, 1, corner, 1))).toMatchObject({ left: 0, top: 0, width: 200 })
})

test('large pictures can be zoomed further than small ones, within reason', () => {
  expect(largestZoom({ width: 300, height: 300 }, square)).toBe(2)
  expect(largestZoom({ width: 1024, height: 2000 }, square)).toBe(4)
  expect(largestZoom({ width: 9000, height: 9000 }, square)).toBe(8)
})

test('what comes out fits the limits and is never blown up', () => {
  expect(outputSize({ width: 2000, height: 2000 }, square)).toEqual(square)
  expect(outputSize({ width: 100, height: 100 }, square)).toEqual({ width: 100, height: 100 })
  expect(outputSize({ width: 2000, height: 1125 }, { width: 1280, height: 720 }, 0.5)).toEqual({
    width: 640,
    height: 360,
  })
  expect(outputSize({ width: 0.2, height: 0.2 }, square)).toEqual({ width: 1, height: 1 })
})
