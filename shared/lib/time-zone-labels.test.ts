import { expect, test } from 'vitest'

import { zoneLabel } from './time-zone-labels.ts'

const WINTER = '2026-12-03T19:00:00.000Z'
const SUMMER = '2026-07-03T19:00:00.000Z'

test('English labels a zone by its city', () => {
  expect(zoneLabel('Europe/Lisbon', WINTER, 'en-GB')).toBe('Lisbon time')
  expect(zoneLabel('UTC', WINTER, 'en-GB')).toBe('UTC')
})

test.each(['de', 'pt-PT'])(
  'a zone that %s only abbreviates is labelled by its offset at that moment',
  (tag) => {
    const labels = (zone: string) => [WINTER, SUMMER].map((at) => zoneLabel(zone, at, tag))
    expect(labels('Europe/Lisbon')).toEqual(['GMT', 'GMT+1'])
    expect(labels('Europe/Berlin')).toEqual(['GMT+1', 'GMT+2'])
    expect(labels('Europe/Kyiv')).toEqual(['GMT+2', 'GMT+3'])
  },
)

test('a zone is labelled by a place that has a name in the language', () => {
  expect(zoneLabel('America/New_York', WINTER, 'de')).toBe('New York (Ortszeit)')
  expect(zoneLabel('Europe/London', WINTER, 'de')).toBe('Vereinigtes Königreich (Ortszeit)')
})
