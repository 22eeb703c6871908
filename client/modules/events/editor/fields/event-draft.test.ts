import { expect, test } from 'vitest'

import type { WallClock } from '#client/lib/time/wall-clock.ts'

import { hasStart, movedEnd } from './event-draft.ts'

const clock = (date: string, time = ''): WallClock => ({ date, time })
const evening = {
  startsAt: clock('2030-05-01', '18:00'),
  endsAt: clock('2030-05-01', '20:00'),
  allDay: false,
}

test.each([
  ['later on the day', clock('2030-05-01', '20:30'), clock('2030-05-01', '22:30')],
  ['so late that it ends the next day', clock('2030-05-01', '23:00'), clock('2030-05-02', '01:00')],
  ['on another day', clock('2030-12-31', '18:00'), clock('2030-12-31', '20:00')],
  ['earlier', clock('2030-04-30', '07:15'), clock('2030-04-30', '09:15')],
])('an event that starts %s lasts as long as before', (_, next, end) => {
  expect(movedEnd(evening, next)).toEqual(end)
})

test('typing a start digit by digit moves the end by the total change', () => {
  const typed = [clock('2030-05-01', '02:00'), clock('2030-05-01', '21:00'), clock('0002-05-01', '21:00')]
  const last = [...typed, clock('2030-05-01', '21:00')].reduce(
    (draft, next) => ({ ...draft, startsAt: next, endsAt: movedEnd(draft, next) }),
    evening,
  )
  expect(last.endsAt).toEqual(clock('2030-05-01', '23:00'))
})

test('an all-day event keeps its number of days', () => {
  const fair = { startsAt: clock('2030-02-27', '18:00'), endsAt: clock('2030-02-28', '20:00'), allDay: true }
  expect(movedEnd(fair, clock('2030-03-30', '18:00'))).toEqual(clock('2030-03-31', '20:00'))
})

test.each([clock('', '18:00'), clock('2030-05-02', '')])(
  'an incomplete start does not move the end: %j',
  (next) => {
    expect(movedEnd(evening, next)).toBe(evening.endsAt)
    expect(hasStart({ ...evening, startsAt: next })).toBe(false)
    expect(hasStart({ ...evening, startsAt: next, allDay: true })).toBe(next.date !== '')
  },
)

test('the choice between two ambiguous times stays while the start is the same', () => {
  const night = { ...evening, endsAt: { ...clock('2030-10-27', '01:30'), choice: 'later' as const } }
  expect(movedEnd(night, evening.startsAt)).toBe(night.endsAt)
})
