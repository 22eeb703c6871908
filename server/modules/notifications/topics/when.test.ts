import { expect, test } from 'vitest'

import { inLanguage } from '#server/lib/language.ts'

import { fullTimes, shortTime } from './when.ts'

const saturday = {
  startsAt: '2027-01-16T00:00:00Z',
  endsAt: '2027-01-17T00:00:00Z',
  allDay: true,
  timeZone: 'Europe/London',
}

test.for(['America/New_York', 'Africa/Casablanca', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'an all-day event keeps its own day for a reader in %s',
  (readerZone) => {
    expect(shortTime(saturday, readerZone)).toBe('Sat 16 Jan 2027')
    expect(fullTimes(saturday, readerZone)).toEqual(['Sat 16 Jan 2027'])
    const tokyo = {
      ...saturday,
      timeZone: 'Asia/Tokyo',
      startsAt: '2027-01-15T15:00:00Z',
      endsAt: '2027-01-16T15:00:00Z',
    }
    expect(shortTime(tokyo, readerZone)).toBe('Sat 16 Jan 2027')
  },
)

test('an event with a time is shown in the reader’s zone', () => {
  const evening = { startsAt: '2027-01-16T23:30:00Z', timeZone: 'Europe/London', allDay: false }
  expect(shortTime(evening, 'Asia/Tokyo')).toBe('Sun 17 Jan 2027, 08:30, Tokyo time')
})

test('a single time has its word in German, as a span does', () => {
  const evening = { startsAt: '2027-01-16T18:30:00Z' }
  const inGerman = (times: typeof evening & { endsAt?: string }) =>
    inLanguage('de', () => fullTimes(times, 'Europe/Lisbon'))
  expect(inGerman(evening)).toEqual(['Sa., 16. Jan. 2027, 18:30 Uhr, Ortszeit Lissabon'])
  expect(inGerman({ ...evening, endsAt: '2027-01-16T20:00:00Z' })).toEqual([
    'Sa., 16. Jan. 2027, 18:30–20:00 Uhr, Ortszeit Lissabon',
  ])
  expect(inGerman({ ...evening, endsAt: '2027-01-17T02:00:00Z' }).map(plain)).toEqual([
    'Sa., 16. Jan. 2027, 18:30 – So., 17. Jan. 2027, 02:00 Uhr, Ortszeit Lissabon',
  ])
})

test('an event of several days is shown with its first and last day', () => {
  const fair = { ...saturday, endsAt: '2027-01-18T00:00:00Z' }
  expect(fullTimes(fair, 'Europe/London').map(plain)).toEqual(['Sat 16 Jan – Sun 17 Jan 2027'])
  const night = { startsAt: '2027-01-16T22:00:00Z', endsAt: '2027-01-17T02:00:00Z' }
  expect(fullTimes(night, 'Europe/London').map(plain)).toEqual([
    'Sat 16 Jan 2027, 22:00 – Sun 17 Jan 2027, 02:00, London time',
  ])
})

/** `Intl` writes thin spaces around a dash. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')
