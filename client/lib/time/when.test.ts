import { beforeAll, describe, expect, test, vi } from 'vitest'

let time: typeof import('./when.ts')
let relative: typeof import('./dates.ts')

// The words follow the browser's language, which is read once.
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  time = await import('./when.ts')
  relative = await import('./dates.ts')
})

const dinner = {
  startsAt: '2026-12-03T19:00:00.000Z',
  endsAt: '2026-12-03T21:00:00.000Z',
  timeZone: 'Europe/Lisbon',
  allDay: false,
}
/** Each reading in one line; spaces around the dash and the comma after the weekday differ by browser. */
const lines = (span: typeof dinner, viewerZone: string) =>
  time
    .formatWhen(span, viewerZone)
    .map(
      (words) =>
        words &&
        `${words.days} | ${words.times} | ${words.zone}`.replaceAll(/\s/g, ' ').replaceAll('day, ', 'day '),
    )

describe('formatWhen', () => {
  test('formatWhen shows only the event’s time if the viewer’s clock shows the same', () => {
    expect(lines(dinner, 'Europe/Lisbon')).toEqual(['Thursday 3 December 2026 | 19:00–21:00 | Lisbon time'])
    expect(lines(dinner, 'Europe/London')).toEqual(['Thursday 3 December 2026 | 19:00–21:00 | Lisbon time'])
  })

  test('formatWhen shows the viewer’s own time first if it differs', () => {
    expect(lines(dinner, 'Europe/Zurich')).toEqual([
      'Thursday 3 December 2026 | 20:00–22:00 | your time (Zurich)',
      'Thursday 3 December 2026 | 19:00–21:00 | Lisbon time',
    ])
  })

  test('formatWhen shows the day if it is a different one', () => {
    expect(lines({ ...dinner, timeZone: 'Asia/Tokyo' }, 'Europe/Lisbon')).toEqual([
      'Thursday 3 December 2026 | 19:00–21:00 | your time (Lisbon)',
      'Friday 4 December 2026 | Fri 4 Dec, 04:00–06:00 | Tokyo time',
    ])
  })

  test('formatWhen shows both days of a night, but one if it ends at midnight', () => {
    const night = { ...dinner, endsAt: '2026-12-04T02:00:00.000Z' }
    expect(lines(night, 'Europe/Lisbon')).toEqual([
      'Thursday 3 December – Friday 4 December 2026 | 19:00 – Fri 4 Dec, 02:00 | Lisbon time',
    ])
    expect(lines({ ...night, timeZone: 'Asia/Tokyo' }, 'Europe/Lisbon')[1]).toContain(
      '| Fri 4 Dec, 04:00–11:00 |',
    )
    expect(lines({ ...night, timeZone: 'Europe/Lisbon' }, 'Asia/Tokyo')[1]).toContain(
      '| Thu 3 Dec, 19:00 – Fri 4 Dec, 02:00 |',
    )
    expect(lines({ ...dinner, endsAt: '2026-12-04T00:00:00.000Z' }, 'Europe/Lisbon')).toEqual([
      'Thursday 3 December 2026 | 19:00 – 00:00 | Lisbon time',
    ])
  })

  test('formatWhen shows whole days in the event’s time zone to every viewer', () => {
    const fair = {
      startsAt: '2026-12-02T15:00:00.000Z',
      endsAt: '2026-12-04T15:00:00.000Z',
      timeZone: 'Asia/Tokyo',
      allDay: true,
    }
    const words = ['Thursday 3 December – Friday 4 December 2026 | All day until Fri 4 Dec | Tokyo time']
    expect(lines(fair, 'America/New_York')).toEqual(words)
    expect(lines(fair, 'Asia/Tokyo')).toEqual(words)
    expect(time.dayOf(fair, 'America/New_York')).toBe('2026-12-03')
  })

  test.each([
    ['Etc/GMT+3', 'GMT-3'],
    ['UTC', 'UTC'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
  ])('formatWhen labels the zone %s as %s', (timeZone, zone) => {
    expect(time.formatWhen({ ...dinner, timeZone }, timeZone)[0].zone).toBe(zone)
  })
})

test.each([
  ['2026-12-03T19:00:10Z', 'in a moment'],
  ['2026-12-03T18:59:30Z', 'just now'],
  ['2026-12-03T19:59:20Z', 'in 59 minutes'],
  ['2026-12-03T19:59:40Z', 'in 1 hour'],
  ['2026-12-03T21:10:00Z', 'in 2 hours'],
  ['2026-12-02T18:00:00Z', '1 day ago'],
  ['2026-12-20T19:00:00Z', 'in 2 weeks'],
  ['2027-03-03T19:00:00Z', 'in 3 months'],
])('formatRelative formats %s as “%s”', (instant, words) => {
  expect(relative.formatRelative(instant, Date.parse(dinner.startsAt))).toBe(words)
})

test('a single time has its word in German', async () => {
  const { setLanguageSource } = await import('#shared/lib/language/current.ts')
  setLanguageSource(() => 'de')
  expect(time.formatMoment('2026-12-03T19:00:00Z', 'Europe/Lisbon', '2026-12-03')).toBe(
    '19:00 Uhr Ortszeit Lissabon',
  )
  const night = { ...dinner, timeZone: 'Europe/Lisbon', startsAt: '2026-12-03T22:00:00Z' }
  const times = (endsAt: string) => time.formatWhen({ ...night, endsAt }, 'Europe/Lisbon')[0].times
  expect(times('2026-12-04T02:00:00Z')).toMatch(/^22:00 – Fr\., 4\. Dez\.,? 02:00 Uhr$/)
  expect(times('2026-12-04T00:00:00Z')).toBe('22:00 – 00:00 Uhr')
  setLanguageSource(() => 'en')
})

test('the start is in the viewer’s zone, but that of all-day events is their first day', () => {
  const text = (span: typeof dinner) => time.formatStart(span, 'America/New_York').replaceAll(/\s|,/g, ' ')
  expect(text(dinner)).toMatch(/^Thu +3 Dec(ember)?( 2026)? +14:00 New York time$/)
  const retreat = { ...dinner, startsAt: '2027-01-02T23:00:00.000Z', timeZone: 'Europe/Zurich', allDay: true }
  expect(text(retreat)).toMatch(/^Sun +3 Jan 2027$/)
})
