import { expect, test } from 'vitest'

import { timesOf } from './imported.ts'

test('an impossible time of an attendee is replaced with the start of the event', () => {
  const event = { startsAt: '2026-03-05T18:00:00.000Z', endsAt: '2026-03-05T20:00:00.000Z' }
  const of = (times: { answeredAt?: string; checkedInAt?: string }) =>
    timesOf({ email: 'ada@example.org', guests: 0, ...times }, event)
  expect(of({})).toEqual({ answeredAt: event.startsAt })
  expect(of({ answeredAt: '2026-02-01T10:00:00Z', checkedInAt: '2026-03-05T18:05:00Z' })).toEqual({
    answeredAt: '2026-02-01T10:00:00.000Z',
    checkedInAt: '2026-03-05T18:05:00.000Z',
  })
  expect(of({ answeredAt: '2027-01-01T00:00:00Z', checkedInAt: 'Yes' })).toEqual({
    answeredAt: event.startsAt,
    checkedInAt: event.startsAt,
  })
})
