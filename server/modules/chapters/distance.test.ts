import { expect, test } from 'vitest'

import { byDistance } from './distance.ts'

const NOW = Date.parse('2026-11-30T10:00:00.000Z')
const chapters = [
  { name: 'Athens', place: '', timeZone: 'Europe/Athens' },
  { name: 'Berlin', place: '', timeZone: 'Europe/Berlin' },
  { name: 'Founders', place: 'Zürich', timeZone: 'Europe/Zurich' },
  { name: 'New York', place: '', timeZone: 'America/New_York' },
  { name: 'Vienna', place: 'Wien', timeZone: 'Europe/Vienna' },
]
const nearest = (city: string, timeZone: string) =>
  byDistance(chapters, { city, timeZone }, NOW).map(({ name }) => name)

test('a chapter in the same city is the nearest, however it is written', () => {
  expect(nearest('zurich', 'America/New_York')[0]).toBe('Founders')
  expect(nearest('BERLIN', 'UTC')[0]).toBe('Berlin')
})

test('a chapter in the same time zone comes next, then those whose clocks differ least', () => {
  expect(nearest('Graz', 'Europe/Vienna')).toEqual(['Vienna', 'Berlin', 'Founders', 'Athens', 'New York'])
  expect(nearest('', 'America/Chicago')[0]).toBe('New York')
})

test('without a city, no chapter is in it', () => {
  expect(nearest('', 'Europe/Athens')[0]).toBe('Athens')
})
