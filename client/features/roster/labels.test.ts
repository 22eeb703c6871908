import { describe, expect, test } from 'vitest'

import type { RosterEntry } from '#shared/roster.ts'

import { filtersFor, isCheckInOpen, rosterStateLabel } from './labels.ts'

const NOBODY = {
  going: 0,
  maybe: 0,
  waitlisted: 0,
  offered: 0,
  declined: 0,
  checkedIn: 0,
  noShow: 0,
  guests: 0,
  held: 0,
}
const PUBLISHED = { status: 'published' as const }
const named = (...given: Parameters<typeof filtersFor>) => filtersFor(...given).map(({ value }) => value)

describe('filters', () => {
  test('an event without a limit, long before it starts, has those of the three answers', () => {
    expect(named(PUBLISHED, NOBODY, 'all', false)).toEqual(['all', 'going', 'maybe', 'declined'])
  })

  test.for([
    ['a limit', { ...PUBLISHED, capacity: 5 }, NOBODY, 'waitlisted'],
    ['an offer', PUBLISHED, { ...NOBODY, offered: 1 }, 'offered'],
    ['someone waiting from when there was a limit', PUBLISHED, { ...NOBODY, waitlisted: 1 }, 'waitlisted'],
    ['a no-show', PUBLISHED, { ...NOBODY, noShow: 1 }, 'noShow'],
  ] as const)('%s brings its own', ([, event, counts, filter]) => {
    expect(named(event, counts, 'all', false)).toContain(filter)
  })

  test('the door brings one, unless nobody comes', () => {
    expect(named(PUBLISHED, NOBODY, 'all', true)).toContain('checkedIn')
    expect(named({ status: 'cancelled' }, NOBODY, 'all', true)).not.toContain('checkedIn')
  })

  test('the open one is there, whatever it shows', () => {
    expect(named(PUBLISHED, NOBODY, 'noShow', false)).toContain('noShow')
  })

  test('each says how many it would show, once that is known', () => {
    const counts = { ...NOBODY, going: 3, maybe: 1, declined: 2, checkedIn: 2, guests: 7 }
    const shown = filtersFor(PUBLISHED, counts, 'all', false)
    expect(shown.map(({ value, count }) => [value, count])).toEqual([
      ['all', 6],
      ['going', 3],
      ['checkedIn', 2],
      ['maybe', 1],
      ['declined', 2],
    ])
    expect(filtersFor(PUBLISHED, undefined, 'all', false)[0]).not.toHaveProperty('count')
  })
})

test('people can be checked in twelve hours before the start', () => {
  const event = { startsAt: '2026-12-03T19:00:00.000Z' }
  expect(isCheckInOpen(event, Date.parse('2026-12-03T06:59:59Z'))).toBe(false)
  expect(isCheckInOpen(event, Date.parse('2026-12-03T07:00:00Z'))).toBe(true)
})

test.for<[Partial<RosterEntry>, string]>([
  [{ state: 'going' }, 'Going'],
  [{ state: 'going', checkedInAt: '2026-12-03T18:00:00.000Z' }, 'Checked in'],
  [{ state: 'going', noShow: true }, 'No-show'],
  [{ state: 'waitlisted', position: 3 }, '3rd in line'],
  [{ state: 'offered' }, 'Seat offered'],
  [{ state: 'maybe' }, 'Maybe'],
  [{ state: 'declined' }, 'Not going'],
  [{ state: 'declined', lapsed: true }, 'Offer ran out'],
])('%j is called %s', ([entry, words]) => {
  const whole: RosterEntry = {
    member: { id: 'ada', displayName: 'Ada' },
    hasProfile: true,
    state: 'going',
    guests: 0,
    answeredAt: '2026-12-01T18:00:00.000Z',
    noShow: false,
    ...entry,
  }
  expect(rosterStateLabel(whole).words).toBe(words)
})
