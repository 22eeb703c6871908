import { describe, expect, test } from 'vitest'

import type { RosterEntry } from '#shared/programme/roster.ts'

import { filtersFor, isCheckInOpen, rosterStateLabel } from './labels.ts'

const NO_COUNTS = {
  going: 0,
  maybe: 0,
  waitlisted: 0,
  offered: 0,
  requested: 0,
  declined: 0,
  checkedIn: 0,
  noShow: 0,
  guests: 0,
  held: 0,
}
const PUBLISHED = { status: 'published' as const, joinMode: 'open' as const }
const valuesOf = (...given: Parameters<typeof filtersFor>) => filtersFor(...given).map(({ value }) => value)

describe('filters', () => {
  test('an event without a limit has a filter for each RSVP long before it starts', () => {
    expect(valuesOf(PUBLISHED, NO_COUNTS, 'all', false)).toEqual(['all', 'going', 'maybe', 'declined'])
  })

  test.for([
    ['a limit', { ...PUBLISHED, capacity: 5 }, NO_COUNTS, 'waitlisted'],
    ['a choice of who joins', { ...PUBLISHED, joinMode: 'request' }, NO_COUNTS, 'requested'],
    ['an offer', PUBLISHED, { ...NO_COUNTS, offered: 1 }, 'offered'],
    [
      'someone on the waitlist from when there was a limit',
      PUBLISHED,
      { ...NO_COUNTS, waitlisted: 1 },
      'waitlisted',
    ],
    ['a no-show', PUBLISHED, { ...NO_COUNTS, noShow: 1 }, 'noShow'],
  ] as const)('the filter for %s is added', ([, event, counts, filter]) => {
    expect(valuesOf(event, counts, 'all', false)).toContain(filter)
  })

  test('open check-in adds a filter, unless the event is cancelled', () => {
    expect(valuesOf(PUBLISHED, NO_COUNTS, 'all', true)).toContain('checkedIn')
    expect(valuesOf({ ...PUBLISHED, status: 'cancelled' }, NO_COUNTS, 'all', true)).not.toContain('checkedIn')
  })

  test('the selected tab is shown, even if it is empty', () => {
    expect(valuesOf(PUBLISHED, NO_COUNTS, 'noShow', false)).toContain('noShow')
  })

  test('each filter has its count, once the counts are loaded', () => {
    const counts = { ...NO_COUNTS, going: 3, maybe: 1, declined: 2, checkedIn: 2, guests: 7 }
    const shown = filtersFor(PUBLISHED, counts, 'all', false)
    expect(shown.map(({ value, count }) => [value, count])).toEqual([
      ['all', 6],
      ['going', 3],
      ['checkedIn', 2],
      ['maybe', 1],
      ['declined', 2],
    ])
    expect(filtersFor(PUBLISHED, undefined, 'all', false)[0]).not.toHaveProperty('count', expect.anything())
  })
})

test('check-in opens twelve hours before the start', () => {
  const event = { startsAt: '2026-12-03T19:00:00.000Z' }
  expect(isCheckInOpen(event, Date.parse('2026-12-03T06:59:59Z'))).toBe(false)
  expect(isCheckInOpen(event, Date.parse('2026-12-03T07:00:00Z'))).toBe(true)
})

test.for<[Partial<RosterEntry>, string]>([
  [{ state: 'going' }, 'Going'],
  [{ state: 'going', checkedInAt: '2026-12-03T18:00:00.000Z' }, 'Checked in'],
  [{ state: 'going', noShow: true }, 'No-show'],
  [{ state: 'waitlisted', position: 3 }, '#3 on the waitlist'],
  [{ state: 'offered' }, 'Seat offered'],
  [{ state: 'maybe' }, 'Maybe'],
  [{ state: 'requested' }, 'Asked to join'],
  [{ state: 'declined' }, 'Can’t go'],
  [{ state: 'declined', lapsed: true }, 'Offer expired'],
])('the badge of %j is %s', ([entry, label]) => {
  const whole: RosterEntry = {
    member: { id: 'ada', displayName: 'Ada' },
    hasProfile: true,
    state: 'going',
    version: 1,
    guests: 0,
    answeredAt: '2026-12-01T18:00:00.000Z',
    noShow: false,
    ...entry,
  }
  expect(rosterStateLabel(whole).label).toBe(label)
})
