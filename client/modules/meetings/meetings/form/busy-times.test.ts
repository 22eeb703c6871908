import { expect, test } from 'vitest'

import { HOUR, MINUTE } from '#shared/lib/durations.ts'

import { busyFileOf, isBusyAt } from './busy-times.ts'

const NOON = Date.parse('2026-06-01T12:00Z')

test('busy times become whole quarter hours, and those that touch are one', () => {
  const times = [
    { start: NOON + 50 * MINUTE, end: NOON + 55 * MINUTE },
    { start: NOON + 5 * MINUTE, end: NOON + 40 * MINUTE },
  ]
  const file = busyFileOf('work.ics', { times, unread: 0 })
  expect(file.times).toEqual([{ start: (NOON / HOUR) * 4, end: (NOON / HOUR + 1) * 4 }])
})

test('a meeting that ends when a busy time starts is free of it', () => {
  const file = busyFileOf('work.ics', { times: [{ start: NOON, end: NOON + HOUR }], unread: 0 })
  expect(isBusyAt(file, '2026-06-01T11:00Z', 60)).toBe(false)
  expect(isBusyAt(file, '2026-06-01T11:15Z', 60)).toBe(true)
  expect(isBusyAt(file, '2026-06-01T13:00Z', 60)).toBe(false)
})
