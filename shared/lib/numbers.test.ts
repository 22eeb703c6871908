import { expect, test } from 'vitest'

import { counted, plural } from './numbers.ts'

test('a count is followed by the singular or the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'guest'))).toEqual(['0 guests', '1 guest', '2 guests'])
  expect([1, 2].map((count) => plural(count, 'person', 'people'))).toEqual(['person', 'people'])
})

test('thousands are separated', () => {
  expect(counted(12_345, 'person', 'people')).toBe('12,345 people')
})

test('a negative number has the form of its absolute value', () => {
  expect([-1, -2].map((count) => counted(count, 'point'))).toEqual(['-1 point', '-2 points'])
})
