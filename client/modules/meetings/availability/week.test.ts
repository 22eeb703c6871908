import { describe, expect, test } from 'vitest'

import { copiedDay, END_TIMES, nextWindow, START_TIMES, WEEKDAYS } from './week.ts'

describe('hours to add', () => {
  test('the first hours added to a day are 09:00 to 17:00', () => {
    expect(nextWindow([{ day: 2, from: '10:00', to: '11:00' }], 1)).toEqual({
      day: 1,
      from: '09:00',
      to: '17:00',
    })
  })

  test.for([
    ['12:15', '13:15', '14:15'],
    ['22:30', '23:00', '24:00'],
    ['24:00', '23:00', '24:00'],
  ])('hours added after %s start an hour later, but no later than 23:00', ([last, from, to]) => {
    const windows = [
      { day: 1, from: '00:00', to: last! },
      { day: 1, from: '00:00', to: '00:15' },
    ]
    expect(nextWindow(windows, 1)).toEqual({ day: 1, from, to })
  })
})

test('a copied day replaces the hours of the others, and an empty day empties them', () => {
  const windows = [
    { day: 1, from: '09:00', to: '10:00' },
    { day: 1, from: '11:00', to: '12:00' },
    { day: 3, from: '20:00', to: '21:00' },
    { day: 4, from: '08:00', to: '09:00' },
  ]
  expect(copiedDay(windows, 1, [2, 3])).toEqual([
    ...windows.slice(0, 2),
    windows[3],
    { day: 2, from: '09:00', to: '10:00' },
    { day: 2, from: '11:00', to: '12:00' },
    { day: 3, from: '09:00', to: '10:00' },
    { day: 3, from: '11:00', to: '12:00' },
  ])
  expect(copiedDay(windows, 5, [1, 3])).toEqual([windows[3]])
})

test('a day begins on Monday, and its hours can end at midnight', () => {
  expect([WEEKDAYS[0], WEEKDAYS[6]]).toEqual([
    { day: 1, name: 'Monday' },
    { day: 7, name: 'Sunday' },
  ])
  expect([START_TIMES.length, START_TIMES.at(-1)?.value]).toEqual([96, '23:45'])
  expect([END_TIMES[0]?.value, END_TIMES.at(-1)]).toEqual(['00:15', { value: '24:00', label: 'Midnight' }])
})
