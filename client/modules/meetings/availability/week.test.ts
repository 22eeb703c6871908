import { describe, expect, test } from 'vitest'

import { cellState, hoursLabel, painted, ROWS, timeOfRow, WEEKDAYS } from './week.ts'

const MORNING = { day: 1, from: '09:00', to: '12:00' }
const TEN = 20

describe('painting the week', () => {
  test('opening cells joins the hours on both sides', () => {
    const windows = [MORNING, { day: 1, from: '13:00', to: '17:00' }]
    expect(painted(windows, { from: { day: 1, row: 24 }, to: { day: 1, row: 25 }, isOpen: true })).toEqual([
      { day: 1, from: '09:00', to: '17:00' },
    ])
  })

  test('closing a cell in the middle splits hours, and leaves other days alone', () => {
    const other = { day: 2, from: '08:15', to: '08:45' }
    const cell = { day: 1, row: TEN }
    expect(painted([MORNING, other], { from: cell, to: cell, isOpen: false })).toEqual([
      other,
      { day: 1, from: '09:00', to: '10:00' },
      { day: 1, from: '10:30', to: '12:00' },
    ])
  })

  test.for([
    [
      { day: 6, row: 46 },
      { day: 7, row: 47 },
    ],
    [
      { day: 7, row: 46 },
      { day: 6, row: 47 },
    ],
    [
      { day: 7, row: 47 },
      { day: 6, row: 46 },
    ],
  ])('all cells between the corners are open, whichever comes first', ([from, to]) => {
    expect(painted([], { from: from!, to: to!, isOpen: true })).toEqual([
      { day: 6, from: '23:00', to: '24:00' },
      { day: 7, from: '23:00', to: '24:00' },
    ])
  })

  test('painting keeps hours that start on the quarter beside the cell', () => {
    const cell = { day: 1, row: TEN }
    expect(painted([{ day: 1, from: '09:15', to: '10:15' }], { from: cell, to: cell, isOpen: true })).toEqual(
      [{ day: 1, from: '09:15', to: '10:30' }],
    )
  })

  test('painting joins hours of one day that overlap', () => {
    const windows = [MORNING, { day: 1, from: '11:00', to: '13:00' }]
    const cell = { day: 1, row: 0 }
    expect(painted(windows, { from: cell, to: cell, isOpen: false })).toEqual([
      { day: 1, from: '09:00', to: '13:00' },
    ])
  })
})

test('a cell that is open for a quarter of an hour shows that quarter', () => {
  const windows = [{ day: 1, from: '09:15', to: '10:15' }]
  const states = [17, 18, 19, TEN].map((row) => cellState(windows, { day: 1, row }))
  expect(states.map((state) => [state.open, hoursLabel(state)])).toEqual([
    [undefined, '08:30 – 09:00'],
    ['second', '09:15 – 09:30'],
    ['whole', '09:30 – 10:00'],
    ['first', '10:00 – 10:15'],
  ])
})

test('a week begins on Monday, and a day ends at midnight', () => {
  expect([WEEKDAYS[0], WEEKDAYS[6]]).toEqual([
    { day: 1, name: 'Monday', short: 'Mon' },
    { day: 7, name: 'Sunday', short: 'Sun' },
  ])
  expect([timeOfRow(0), timeOfRow(ROWS)]).toEqual(['00:00', '24:00'])
  expect(hoursLabel({ from: timeOfRow(ROWS - 1), to: timeOfRow(ROWS) })).toBe('23:30 – Midnight')
})
