import { expect, test } from 'vitest'

import { badgesOf, nameSize, widthOf } from './badges.ts'
import { daysBetween, pathOf, topOf } from './curve.ts'

const seated = (displayName: string, guests = 0, more = {}) => ({
  member: { id: displayName, displayName, ...more },
  guests,
  codeHash: '',
})

test('badges are in the order of names, and guests follow their member', () => {
  const people = [seated('Zoë', 1, { company: 'Type' }), seated('Álvarez'), seated('Bo')]
  expect(badgesOf(people).map(({ name, lines }) => [name, ...lines])).toEqual([
    ['Álvarez'],
    ['Bo'],
    ['Zoë', 'Type'],
    ['', 'Guest of Zoë'],
  ])
})

test('a long name or word gets smaller type, and a CJK character counts as two', () => {
  expect(nameSize('Ada Lovelace')).toBe('large')
  expect(nameSize('')).toBe('large')
  expect(nameSize('Maximiliana von Hohenstein')).toBe('medium')
  expect(nameSize('Papadopoulos-Kyriakidis')).toBe('small')
  expect(nameSize('A'.repeat(80))).toBe('tiny')
  expect(widthOf('山田太郎')).toBe(8)
  expect(nameSize('山田太郎')).toBe('large')
  expect(nameSize('محمد بن عبد الله')).toBe('large')
})

test('a curve starts at zero, ends at a round number and skips unknown values', () => {
  expect(topOf([{ label: '', values: [3, 37] }])).toBe(50)
  expect(topOf([{ label: '', values: [0, undefined] }])).toBe(1)
  expect(pathOf({ label: '', values: [0, undefined, 10] }, 10)).toBe('M0 120L320 0')
  expect(pathOf({ label: '', values: [5] }, 10)).toBe('M0 60h26.7')
  expect(pathOf({ label: '', values: [undefined, 5] }, 10)).toBe('M320 60h-26.7')
})

test('the days between two dates are listed without gaps', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
})
