import { describe, expect, test } from 'vitest'

import type { CalendarEvent } from '#shared/events/schema.ts'
import { partOf } from '#server/tools/part-of.ts'

import { addMonths, eventsByDay, mondayOf, monthIn, spanLabel, weeksOf } from './calendar-days.ts'
import { dayIn } from './use-event-filter.ts'

const event = (id: string, startsAt: string, endsAt: string, more: Partial<CalendarEvent> = {}) =>
  partOf<CalendarEvent>({ id, startsAt, endsAt, timeZone: 'Europe/Lisbon', allDay: false, ...more })

describe('the weeks of a month', () => {
  test.for([
    ['2026-12', '2026-11-30', '2027-01-03', 5],
    ['2027-02', '2027-02-01', '2027-02-28', 4],
    ['2026-08', '2026-07-27', '2026-09-06', 6],
    ['2028-02', '2028-01-31', '2028-03-05', 5],
    // The clocks change in these.
    ['2026-03', '2026-02-23', '2026-04-05', 6],
    ['2026-10', '2026-09-28', '2026-11-01', 5],
  ] as const)('the weeks of %s are those from Monday %s to Sunday %s', ([month, first, last, count]) => {
    const weeks = weeksOf(month)
    expect([weeks[0]![0], weeks.at(-1)![6], weeks.length]).toEqual([first, last, count])
    const days = weeks.flat()
    expect(new Set(days).size).toBe(count * 7)
    expect(days).toEqual(days.toSorted())
  })

  test('a week begins on Monday', () => {
    expect([mondayOf('2026-11-29'), mondayOf('2026-11-30'), mondayOf('2027-01-01')]).toEqual([
      '2026-11-23',
      '2026-11-30',
      '2026-12-28',
    ])
  })

  test('the same day of a shorter month is its last one', () => {
    expect([addMonths('2026-01-31', 1), addMonths('2026-12-15', 1)]).toEqual(['2026-02-28', '2027-01-15'])
  })

  test.for(['', '2026-13', '2026-1', 'december'])(
    'a link with the invalid month %j opens the current month',
    (text) => {
      expect(monthIn(text, '2026-11-26')).toBe('2026-11')
    },
  )

  test('an invalid day in a link is ignored', () => {
    expect([dayIn('2026-12-03'), dayIn('2026-12-99'), dayIn(null)]).toEqual(['2026-12-03', '', ''])
  })
})

describe('the events of a day', () => {
  const daysOf = (events: readonly CalendarEvent[], zone: string) =>
    Object.fromEntries(
      [...eventsByDay(events, zone, ['2026-12-01', '2026-12-31'])].map(([day, all]) => [
        day.slice(-2),
        all.map(({ event: { id }, continues }) => (continues ? `…${id}` : id)),
      ]),
    )

  test('an event is on the days of the viewer’s zone', () => {
    const late = event('late', '2026-12-03T23:30:00Z', '2026-12-04T00:30:00Z')
    expect(daysOf([late], 'Europe/Lisbon')).toEqual({ '03': ['late'], '04': ['…late'] })
    expect(daysOf([late], 'Asia/Tokyo')).toEqual({ '04': ['late'] })
  })

  test('an event that ends at midnight is not on the next day', () => {
    const supper = event('supper', '2026-12-03T19:00:00Z', '2026-12-04T00:00:00Z')
    expect(daysOf([supper], 'Europe/Lisbon')).toEqual({ '03': ['supper'] })
  })

  test('an all-day event is on its own days in every zone', () => {
    const fair = event('fair', '2026-12-02T11:00:00Z', '2026-12-04T11:00:00Z', {
      allDay: true,
      timeZone: 'Pacific/Auckland',
    })
    for (const zone of ['Pacific/Auckland', 'Pacific/Honolulu'])
      expect(daysOf([fair], zone)).toEqual({ '03': ['fair'], '04': ['…fair'] })
  })

  test('an event that covers the whole month is on each of its days', () => {
    const days = daysOf([event('long', '2026-11-20T10:00:00Z', '2027-01-05T10:00:00Z')], 'Europe/Lisbon')
    expect(Object.keys(days)).toHaveLength(31)
    expect(days['01']).toEqual(['…long'])
  })

  test('events of whole days and from earlier days come first', () => {
    const all = [
      event('early', '2026-12-03T07:00:00Z', '2026-12-03T08:00:00Z'),
      event('fair', '2026-12-03T00:00:00Z', '2026-12-04T00:00:00Z', { allDay: true }),
    ]
    expect(daysOf(all, 'Europe/Lisbon')).toEqual({ '03': ['fair', 'early'] })
  })
})

test('a span of days within one year names the year once', () => {
  expect(spanLabel('2026-12-28', '2027-01-03')).toMatch(/^28 December 2026.–.3 January 2027$/)
  expect(spanLabel('2026-11-23', '2026-11-29')).toMatch(/^23\s?–\s?29 November 2026$/)
})
