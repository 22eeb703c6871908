import { afterEach, expect, test } from 'vitest'

import { setLanguageSource } from './current.ts'
import { counted, formatPercent, plural } from './numbers.ts'

afterEach(() => setLanguageSource(() => 'en'))

test('a count is followed by the singular or the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'guest'))).toEqual(['0 guests', '1 guest', '2 guests'])
  expect([1, 2].map((count) => plural(count, 'person', 'people'))).toEqual(['person', 'people'])
})

test('thousands are separated', () => {
  expect(counted(12_345, 'person', 'people')).toBe('12,345 people')
})

test('a negative count has the plural form of its absolute value', () => {
  expect([-1, -2].map((count) => counted(count, 'point'))).toEqual(['-1 point', '-2 points'])
})

test('a share is a percentage as the language writes it', () => {
  expect([1, 0.5, 0.125].map(formatPercent)).toEqual(['100%', '50%', '13%'])
  setLanguageSource(() => 'de')
  expect(formatPercent(1)).toBe('100\u00a0%')
})
