import { beforeAll, describe, expect, test, vi } from 'vitest'

let words: typeof import('./field-labels.ts')

// The words follow the browser's language, which is read once.
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  words = await import('./field-labels.ts')
})

test.each([
  ['startsAt', 'Starts'],
  ['startsAt.date', 'Starts'],
  ['venue.name', 'Name of the place'],
  ['venue.address', 'Address'],
  ['hosts', 'Hosts'],
])('%s is called %s', (path, name) => {
  expect(words.fieldName(path)).toBe(name)
})

describe('beside a choice it says', () => {
  const context = { timeZone: 'Europe/Lisbon', hosts: [{ id: 'ada', displayName: 'Ada' }] }

  test.each([
    ['startsAt', '2026-12-03T18:00:00.000Z', 'Thu 3 Dec, 18:00 Lisbon time'],
    ['format', 'inPerson', 'In person'],
    ['visibility', 'public', 'Everyone'],
    ['timeZone', 'America/New_York', 'America/New York'],
    ['allDay', true, 'Yes'],
    ['capacity', 12, '12'],
    ['capacity', undefined, 'Nothing'],
    ['description', '', 'Nothing'],
    ['description', 'word '.repeat(100), `${'word '.repeat(80)}…`],
    ['tags', ['food', 'river'], 'food · river'],
    ['tags', [], 'None'],
    ['hosts', ['ada', 'ben'], 'Ada, somebody else'],
    ['hosts', [], 'Nobody'],
    ['cover', 'a'.repeat(64), 'A picture'],
    ['venue.address', { city: 'Porto', country_code: 'PT' }, 'Porto, PT'],
  ])('%s: %j is %s', (path, value, said) => {
    expect(words.fieldValue(path, value, context).replaceAll(/\s/g, ' ').replace('Thu,', 'Thu')).toBe(said)
  })
})
