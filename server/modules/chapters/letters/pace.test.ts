import { expect, test } from 'vitest'

import { DAY, HOUR } from '#shared/lib/durations.ts'

import { fitsPace, nextFree, PACE } from './pace.ts'

const NOW = Date.parse('2026-11-30T10:00:00.000Z')
const days = (...counts: number[]) => counts.map((count) => NOW + count * DAY)

test('a chapter that sends one letter a week can send the next one at the same time a week later', () => {
  expect(fitsPace([], NOW)).toBe(true)
  expect(fitsPace(days(-7), NOW)).toBe(true)
  expect(fitsPace(days(-6), NOW)).toBe(false)
  expect(fitsPace(days(3), NOW)).toBe(false)
  // The clocks have gone forward.
  expect(fitsPace([NOW - 7 * DAY + HOUR], NOW)).toBe(true)
})

test('a chapter never exceeds its weekly limit of letters', () => {
  expect(fitsPace(days(-2), NOW, '2')).toBe(true)
  expect(fitsPace(days(-2, 2), NOW, '2')).toBe(false)
  expect(fitsPace(days(-8, -7, 7, 8), NOW, '2')).toBe(true)
})

test('letters from before the number was lowered do not forbid those of later weeks', () => {
  expect(fitsPace(days(-7, -7, 7, 7), NOW)).toBe(true)
  expect(nextFree(days(0, 0, 9, 9), NOW)).toBe(NOW + 9 * DAY + PACE)
})

test('the next letter can be sent as soon as it fits before or after those that are planned', () => {
  expect(nextFree([], NOW)).toBe(NOW)
  expect(nextFree(days(-2), NOW)).toBe(NOW - 2 * DAY + PACE)
  expect(nextFree(days(-2, 8), NOW)).toBe(NOW + 8 * DAY + PACE)
  expect(nextFree(days(-2), NOW, '2')).toBe(NOW)
})
