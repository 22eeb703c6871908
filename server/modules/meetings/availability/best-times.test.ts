import { describe, expect, test } from 'vitest'

import type { AvailabilityWindow } from '#shared/meetings/availability.ts'
import { DAY, MINUTE } from '#shared/lib/durations.ts'

import { bestTimes, type Participant } from './best-times.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

const on = (days: number[], ...spans: string[]): AvailabilityWindow[] =>
  days.flatMap((day) =>
    spans.map((span) => {
      const [from = '', to = ''] = span.split('-')
      return { day, from, to }
    }),
  )
const daily = (...spans: string[]) => on(EVERY_DAY, ...spans)
const interval = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) })
const person = (timeZone: string, windows: AvailabilityWindow[], more: Partial<Participant> = {}) => ({
  timeZone,
  windows,
  daysOff: [],
  busy: [],
  ...more,
})

/** Nine zones in which 15:00 UTC in June is between 08:00 and 23:59. */
const NINE_ZONES: [zone: string, span: string][] = [
  ['America/Los_Angeles', '08:00-09:00'],
  ['America/New_York', '11:00-12:00'],
  ['America/Sao_Paulo', '12:00-13:00'],
  ['Europe/Lisbon', '16:00-17:00'],
  ['Africa/Nairobi', '18:00-19:00'],
  ['Asia/Tehran', '18:30-19:30'],
  ['Asia/Kolkata', '20:30-21:30'],
  ['Asia/Kathmandu', '20:45-21:45'],
  ['Asia/Singapore', '23:00-24:00'],
]
const JUNE = ['2026-06-01T00:00Z', '2026-06-04T00:00Z'] as const

interface Case {
  name: string
  people: [Participant, ...Participant[]]
  minutes?: number
  range?: readonly [start: string, end: string]
  expected: string[]
}

const CASES: Case[] = [
  {
    name: 'without an hour in common there is no time',
    people: [person('UTC', daily('09:00-12:00')), person('UTC', daily('12:00-17:00'))],
    expected: [],
  },
  {
    name: 'the one common hour is offered on each day',
    people: [person('UTC', daily('09:00-12:00')), person('UTC', daily('11:00-17:00'))],
    minutes: 60,
    expected: ['06-01T11:00', '06-02T11:00', '06-03T11:00'],
  },
  {
    name: 'a time away from the edges of everyone’s hours comes before an earlier one',
    people: [person('UTC', daily('09:00-17:00')), person('UTC', daily('08:00-12:00'))],
    minutes: 30,
    expected: ['06-01T10:00', '06-02T10:00', '06-03T10:00'],
  },
  {
    name: 'a meeting that takes longer than any window has no time',
    people: [person('UTC', daily('09:00-10:00', '10:15-11:15'))],
    minutes: 75,
    expected: [],
  },
  {
    name: 'windows that touch are one',
    people: [person('UTC', daily('09:00-10:00', '10:00-10:15'))],
    minutes: 75,
    expected: ['06-01T09:00', '06-02T09:00', '06-03T09:00'],
  },
  {
    name: 'a window until midnight continues in one from midnight on',
    people: [person('UTC', [...on([1], '23:30-24:00'), ...on([2], '00:00-00:30')])],
    minutes: 60,
    expected: ['06-01T23:30'],
  },
  {
    name: 'several times on one day are apart from each other',
    people: [person('UTC', on([1], '09:00-10:30'))],
    minutes: 30,
    expected: ['06-01T09:30', '06-01T09:00', '06-01T10:00'],
  },
  {
    name: 'Monday evening in Honolulu is Tuesday evening in Kiritimati, a day apart on the clock',
    people: [
      person('Pacific/Honolulu', on([1], '18:00-20:00')),
      person('Pacific/Kiritimati', on([2], '18:00-19:00')),
    ],
    minutes: 60,
    expected: ['06-02T04:00'],
  },
  {
    name: 'nine people in nine zones, some with half and quarter hours, meet in their one hour',
    people: NINE_ZONES.map(([zone, span]) => person(zone, daily(span))) as Case['people'],
    minutes: 60,
    expected: ['06-01T15:00', '06-02T15:00', '06-03T15:00'],
  },
  {
    name: 'full hours are those of the one who asks',
    people: [person('Asia/Kathmandu', daily('09:00-13:00')), person('Asia/Kolkata', daily('09:00-12:00'))],
    minutes: 60,
    expected: ['06-01T04:15', '06-02T04:15', '06-03T04:15'],
  },
  {
    name: 'days off are left out, first and last included',
    people: [
      person('UTC', daily('09:00-10:00'), { daysOff: [{ from: '2026-06-01', to: '2026-06-02' }] }),
      person('UTC', daily('08:00-18:00')),
    ],
    minutes: 60,
    expected: ['06-03T09:00'],
  },
  {
    name: 'a day off is a day in the zone of the person whose it is',
    people: [
      person('UTC', daily('00:00-24:00')),
      person('Asia/Tokyo', daily('08:00-10:00'), { daysOff: [{ from: '2026-06-02', to: '2026-06-02' }] }),
    ],
    minutes: 120,
    expected: ['06-02T23:00'],
  },
  {
    name: 'events and meetings of each are left out, also where they overlap',
    people: [
      person('UTC', on([1], '09:00-13:00'), {
        busy: [
          interval('2026-06-01T10:00Z', '2026-06-01T12:00Z'),
          interval('2026-06-01T09:30Z', '2026-06-01T10:30Z'),
        ],
      }),
      person('UTC', daily('00:00-24:00'), { busy: [interval('2026-06-01T12:30Z', '2026-06-01T18:00Z')] }),
    ],
    minutes: 30,
    expected: ['06-01T09:00', '06-01T12:00'],
  },
  {
    name: 'nothing starts before the range or ends after it',
    people: [person('UTC', daily('00:00-24:00'))],
    minutes: 60,
    range: ['2026-06-01T10:20Z', '2026-06-01T11:30Z'],
    expected: ['06-01T10:30'],
  },
  {
    name: 'windows keep their local time when clocks go forward',
    people: [person('Europe/Lisbon', daily('09:00-10:00'))],
    minutes: 60,
    range: ['2026-03-28T00:00Z', '2026-03-30T00:00Z'],
    expected: ['03-28T09:00', '03-29T08:00'],
  },
  {
    name: 'windows keep their local time when clocks go back',
    people: [person('Europe/Lisbon', daily('09:00-10:00'))],
    minutes: 60,
    range: ['2026-10-24T00:00Z', '2026-10-26T00:00Z'],
    expected: ['10-24T08:00', '10-25T09:00'],
  },
  {
    name: 'a window in the hour that is skipped does not exist on that day',
    people: [person('America/New_York', daily('02:00-03:00'))],
    minutes: 15,
    range: ['2026-03-08T00:00Z', '2026-03-09T00:00Z'],
    expected: [],
  },
  {
    name: 'of a window that begins in the skipped hour the rest exists',
    people: [person('America/New_York', daily('02:30-04:00'))],
    minutes: 60,
    range: ['2026-03-08T05:00Z', '2026-03-09T05:00Z'],
    expected: ['03-08T07:00'],
  },
  {
    name: 'a window in the hour that comes twice exists twice, and not in between',
    people: [person('America/New_York', on([7], '01:00-01:30'))],
    minutes: 30,
    range: ['2026-11-01T00:00Z', '2026-11-02T00:00Z'],
    expected: ['11-01T05:00', '11-01T06:00'],
  },
  {
    name: 'a window over the hour that comes twice is an hour longer',
    people: [person('America/New_York', on([7], '00:30-02:00'))],
    minutes: 150,
    range: ['2026-11-01T00:00Z', '2026-11-02T00:00Z'],
    expected: ['11-01T04:30'],
  },
  {
    name: 'two people whose clocks change on different days still meet',
    people: [
      person('America/New_York', daily('09:00-10:00')),
      person('Europe/Lisbon', daily('13:00-14:00', '14:00-15:00')),
    ],
    minutes: 60,
    range: ['2026-03-07T00:00Z', '2026-03-09T00:00Z'],
    expected: ['03-07T14:00', '03-08T13:00'],
  },
]

describe('best times', () => {
  test.for(CASES)('$name', ({ people, minutes = 30, range = JUNE, expected }) => {
    const found = bestTimes({ participants: people, durationMinutes: minutes, range: interval(...range) })
    expect(found.map((start) => new Date(start).toISOString().slice(5, 16))).toEqual(expected)
  })

  test('best times do not depend on the order of the other people and their windows', () => {
    const [asker, ...others] = NINE_ZONES.map(([zone], at) =>
      person(zone, daily('09:00-10:45', '00:00-05:15', '11:00-24:00').slice(at)),
    )
    const ask = (participants: Participant[]) =>
      bestTimes({ participants: [asker!, ...participants], durationMinutes: 45, range: interval(...JUNE) })
    const reversed = others.map(({ windows, ...other }) => ({ ...other, windows: windows.toReversed() }))
    expect(ask(reversed.toReversed())).toEqual(ask(others))
    expect(ask(others)).toHaveLength(3)
  })

  test('best times for nine people over two weeks take less than 10 ms', () => {
    const busy = Array.from({ length: 40 }, (_, at) => ({
      start: Date.parse(JUNE[0]) + at * 8 * 60 * MINUTE,
      end: Date.parse(JUNE[0]) + at * 8 * 60 * MINUTE + 30 * MINUTE,
    }))
    const [asker, ...others] = NINE_ZONES.map(([zone]) =>
      person(zone, daily('00:00-06:00', '06:15-12:00', '12:15-18:00', '18:15-24:00'), { busy }),
    )
    const start = Date.parse(JUNE[0])
    const times = Array.from({ length: 10 }, () => {
      const before = performance.now()
      const found = bestTimes({
        participants: [asker!, ...others],
        durationMinutes: 30,
        range: { start, end: start + 14 * DAY },
      })
      expect(found).toHaveLength(3)
      return performance.now() - before
    })
    // Others use the machine too, and the first call reads the definitions of zones.
    expect(Math.min(...times)).toBeLessThan(10)
  })
})
