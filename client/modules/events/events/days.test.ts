import { expect, test, vi } from 'vitest'

import type { EventCard } from '#shared/events/schema.ts'
import { partOf } from '#server/tools/part-of.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'] })
const { daysOf, dayLabel, firstPastDay } = await import('./days.ts')

const event = (id: string, startsAt: string, more: Partial<EventCard> = {}) =>
  partOf<EventCard>({ id, startsAt, endsAt: startsAt, timeZone: 'Europe/Lisbon', allDay: false, ...more })

test('each event is listed under its day in the time zone of the viewer', () => {
  const events = [
    event('evening', '2026-12-02T19:00:00.000Z'),
    event('whole-day-in-tokyo', '2026-12-02T15:00:00.000Z', { allDay: true, timeZone: 'Asia/Tokyo' }),
    event('night', '2026-12-02T23:30:00.000Z'),
    event('morning', '2026-12-03T09:00:00.000Z'),
  ]
  const shown = (viewerZone: string) =>
    daysOf(events, viewerZone).map(
      ({ date, events: ofDay }) => `${date}: ${ofDay.map(({ id }) => id).join(', ')}`,
    )
  expect(shown('Europe/Lisbon')).toEqual([
    '2026-12-02: evening, night',
    '2026-12-03: whole-day-in-tokyo, morning',
  ])
  expect(shown('Europe/Zurich')).toEqual([
    '2026-12-02: evening',
    '2026-12-03: whole-day-in-tokyo, night, morning',
  ])
})

test('the past starts at the first day whose events have all ended', () => {
  const events = [
    event('under way since yesterday', '2026-12-01T19:00:00.000Z', { endsAt: '2026-12-03T19:00:00.000Z' }),
    event('this evening', '2026-12-02T19:00:00.000Z'),
    event('this morning', '2026-12-02T09:00:00.000Z'),
    event('last week', '2026-11-25T09:00:00.000Z'),
  ]
  const firstPast = (now: string) => firstPastDay(daysOf(events, 'Europe/Lisbon'), Date.parse(now))
  expect(firstPast('2026-12-02T12:00:00.000Z')).toBe(2)
  expect(firstPast('2026-12-02T20:00:00.000Z')).toBe(1)
  expect(firstPast('2026-11-20T20:00:00.000Z')).toBe(-1)
})

test.each([
  ['2026-12-31', 'Today', '31 December'],
  ['2027-01-01', 'Tomorrow', '1 January 2027'],
  ['2026-12-30', 'Yesterday', '30 December'],
  ['2026-12-24', 'Thursday', '24 December'],
])('%s is labelled %s, %s on the last day of the year', (date, weekday, day) => {
  expect(dayLabel(date, '2026-12-31')).toEqual({ weekday, day })
})
