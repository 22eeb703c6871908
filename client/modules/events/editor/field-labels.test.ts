import { beforeAll, describe, expect, test, vi } from 'vitest'

let labels: typeof import('./field-labels.ts')

// The locale is read once, when the module loads.
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  labels = await import('./field-labels.ts')
})

test.each([
  ['startsAt', 'Start'],
  ['startsAt.date', 'Start'],
  ['venue.name', 'Venue name'],
  ['venue.address', 'Address'],
  ['hosts', 'Hosts'],
])('the label of %s is %s', (path, name) => {
  expect(labels.eventFieldLabel(path)).toBe(name)
})

describe('the value label of', () => {
  const context = { timeZone: 'Europe/Lisbon', hosts: [{ id: 'ada', displayName: 'Ada' }] }

  test.each([
    ['startsAt', '2026-12-03T18:00:00.000Z', 'Thu 3 Dec, 18:00 Lisbon time'],
    ['format', 'inPerson', 'In person'],
    ['visibility', 'public', 'Everyone on the internet'],
    ['timeZone', 'America/New_York', 'America/New York'],
    ['allDay', true, 'Yes'],
    ['capacity', 12, '12'],
    ['capacity', undefined, 'Not set'],
    ['description', '', 'Not set'],
    ['description', 'word '.repeat(100), `${'word '.repeat(80)}…`],
    ['tags', ['food', 'river'], 'food · river'],
    ['tags', [], 'None'],
    ['hosts', ['ada', 'ben'], 'Ada, another member'],
    ['hosts', [], 'None'],
    ['editors', ['ada'], 'Ada'],
    ['helpers', undefined, 'None'],
    ['cover', 'a'.repeat(64), 'Image'],
    ['venue.address', { city: 'Porto', country_code: 'PT' }, 'Porto, PT'],
  ])('the value label of %s: %j is %s', (path, value, label) => {
    expect(labels.valueLabel(path, value, context).replaceAll(/\s/g, ' ').replace('Thu,', 'Thu')).toBe(label)
  })
})
