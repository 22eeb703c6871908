import { beforeAll, expect, test, vi } from 'vitest'

let times: typeof import('./times.ts')

// The words follow the browser's language, which is read once.
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  times = await import('./times.ts')
})

const START = '2030-12-03T18:30:00.000Z'
/** Spaces around the dash and the comma after the weekday differ by browser. */
const plain = (text: string) =>
  text
    .replaceAll(/\s*–\s*/g, '–')
    .replaceAll(/\s/g, ' ')
    .replaceAll('day, ', 'day ')
const clocks = (viewerZone: string, ...people: [name: string, timeZone: string][]) =>
  times
    .otherClocks(START, 60, { people: people.map(([name, timeZone]) => ({ name, timeZone })), viewerZone })
    .map((clock) => ({ ...clock, times: plain(clock.times) }))

test('a slot is named by its day, its time and the zone', () => {
  const { days, times: clock } = times.slotLabel(START, 45, 'Asia/Kolkata')
  expect([plain(days), plain(clock)]).toEqual(['Wednesday 4 December 2030', '00:00–00:45 Kolkata time'])
})

test('the time is shown in the other participants’ zones, grouped by zone, with the day if it differs', () => {
  expect(
    clocks('Europe/Lisbon', ['Chi', 'Asia/Tokyo'], ['Dee', 'America/New_York'], ['Eli', 'Asia/Tokyo']),
  ).toEqual([
    { times: 'Wed 4 Dec 2030, 03:30–04:30 Tokyo time', names: ['Chi', 'Eli'] },
    { times: '13:30–14:30 New York time', names: ['Dee'] },
  ])
})

test('a zone whose clock shows the same time is left out, whatever the zone is called', () => {
  expect(clocks('Europe/Lisbon', ['Ada', 'Europe/London'], ['Ben', 'Europe/Lisbon'])).toEqual([])
})

test('a meeting ends after its length', () => {
  expect(times.endOf({ startsAt: START, durationMinutes: 90 })).toBe('2030-12-03T20:00:00.000Z')
})
