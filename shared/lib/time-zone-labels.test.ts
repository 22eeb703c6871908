import { afterEach, expect, test } from 'vitest'

import { setLanguageSource } from './language/current.ts'
import type { Language } from './language/languages.ts'
import { zoneLabel, zoneName } from './time-zone-labels.ts'

const WINTER = '2026-12-03T19:00:00.000Z'
const SUMMER = '2026-07-03T19:00:00.000Z'

const readIn = (language: Language) => setLanguageSource(() => language)

afterEach(() => readIn('en'))

test.each([
  ['en', 'Lisbon time', 'Zurich', 'New York'],
  ['de', 'Ortszeit Lissabon', 'Zürich', 'New York'],
  ['pt', 'hora de Lisboa', 'Zurique', 'Nova Iorque'],
] as const)(
  'in %s, a zone has the name of its city in that language',
  (language, lisbon, zurich, newYork) => {
    readIn(language)
    expect(zoneLabel('Europe/Lisbon', WINTER)).toBe(lisbon)
    expect(zoneName('Europe/Zurich', WINTER)).toBe(zurich)
    expect(zoneName('America/New_York', SUMMER)).toBe(newYork)
  },
)

test('a city that a language has no other name for keeps its own', () => {
  readIn('de')
  expect(zoneName('America/Argentina/Buenos_Aires', WINTER)).toBe('Buenos Aires')
  expect(zoneName('Europe/Kiev', WINTER)).toBe('Kiew')
})

test('a zone that is no place is labelled by its offset', () => {
  readIn('de')
  expect(zoneLabel('UTC', WINTER)).toBe('UTC')
  expect(zoneLabel('Etc/GMT+3', WINTER)).toBe('GMT-3')
})
