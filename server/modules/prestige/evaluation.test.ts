import { describe, expect, test } from 'vitest'

import { type AwardKind, inMilliseconds, RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { type Evaluable, evaluate } from './evaluation.ts'

const START = Date.parse('2026-03-02T12:00:00Z')
const day = (days: number) => START + inMilliseconds(days)

let ids = 0
function entry(
  days: number,
  kind: AwardKind,
  confirmedBy: string[],
  more: Partial<Evaluable> = {},
): Evaluable {
  return {
    id: `entry-${String((ids += 1)).padStart(6, '0')}`,
    kind,
    points: RULES_IN_FORCE.points[kind],
    confirmedBy,
    at: isoInstant(day(days)),
    expiresAt: isoInstant(day(days + RULES_IN_FORCE.validDays)),
    ...more,
  }
}

const at = (days: number, entries: readonly Evaluable[]) => evaluate(entries, RULES_IN_FORCE, day(days))
const countsAt = (days: number, entries: readonly Evaluable[]) => {
  const { counts } = at(days, entries)
  return entries.map(({ id }) => Object.values(counts.get(id)!).join(' '))
}

test('a member without entries lacks everything for the first tier', () => {
  expect(at(0, [])).toEqual({
    tier: 'Member',
    points: 0,
    confirmers: new Set(),
    missing: { tier: 'Bronze', points: 50, people: 3 },
    counts: new Map(),
  })
})

describe('the points of an entry', () => {
  test('the first result with a person earns full points, the second half, and others within 90 days none', () => {
    const entries = [0, 1, 2, 89, 91].map((days) => entry(days, 'meetingHeld', ['ben']))
    expect(countsAt(91, entries)).toEqual(['10', '5 samePair', '0 samePair', '0 samePair', '0 samePair'])
    const later = entry(179, 'meetingHeld', ['ben'])
    expect(countsAt(179, [...entries, later]).at(-1)).toBe('5 samePair')
  })

  test('an entry’s share is that of the confirmer with the fewest earlier entries, and it counts for all of them', () => {
    const entries = [
      entry(0, 'meetingHeld', ['ben']),
      entry(7, 'meetingHeld', ['ben', 'cleo']),
      entry(14, 'thanks', ['cleo']),
      entry(21, 'thanks', ['ben']),
    ]
    expect(countsAt(21, entries)).toEqual(['10', '10', '1.5 samePair', '0 samePair'])
  })

  test('events and personal confirmations have separate shares', () => {
    const entries = [
      entry(0, 'eventAttended', ['olga']),
      entry(7, 'meetingHeld', ['olga']),
      entry(14, 'eventAttended', ['olga']),
    ]
    expect(countsAt(14, entries)).toEqual(['2', '10', '1 samePair'])
  })

  test('no more than 40 points count in a week, from Monday to Sunday in UTC', () => {
    const monday = Date.parse('2026-03-02T00:00:00Z')
    const week = ['ann', 'ben', 'cleo', 'dan'].map((name, index) =>
      entry(0, 'referral', [name], { at: isoInstant(monday + index) }),
    )
    const before = entry(0, 'referral', ['eve'], { at: isoInstant(monday - 1) })
    const after = entry(0, 'referral', ['finn'], { at: isoInstant(monday + inMilliseconds(7)) })
    expect(countsAt(14, [...week, before, after])).toEqual([
      '15',
      '15',
      '10 weeklyCap',
      '0 weeklyCap',
      '15',
      '15',
    ])
  })

  test('an entry counts from its time until 180 days later', () => {
    const entries = [entry(1, 'meetingHeld', ['ben'])]
    const moment = 1 / inMilliseconds(1)
    expect([0, 1, 181 - moment, 181].map((days) => countsAt(days, entries)[0])).toEqual([
      '0 pending',
      '10',
      '10',
      '0 expired',
    ])
  })

  test('a voided entry counts nothing, and takes no share from others', () => {
    const voided = entry(0, 'meetingHeld', ['ben'], {
      voided: { cause: 'undone', reason: 'Not held', at: isoInstant(day(1)) },
    })
    expect(countsAt(7, [voided, entry(7, 'meetingHeld', ['ben'])])).toEqual(['0 voided', '10'])
  })

  test('an entry keeps the points of its own rule set', () => {
    const [counted] = countsAt(0, [entry(0, 'meetingHeld', ['ben'], { points: 12 })])
    expect(counted).toBe('12')
  })
})

describe('the tier', () => {
  /** 60 points by four people within eleven days. */
  const bronze = ['ann', 'ben', 'cleo', 'dan'].map((name, index) => entry(index * 4, 'referral', [name]))

  test('the tier needs points and people', () => {
    const rich = [0, 7, 14, 21, 28, 35].map((days) => entry(days, 'referral', [`friend-${days % 2}`]))
    expect(at(11, bronze)).toMatchObject({
      tier: 'Member',
      missing: { tier: 'Bronze', points: 5, people: 0 },
    })
    expect(at(12, bronze)).toMatchObject({ tier: 'Bronze', since: isoInstant(day(12)), points: 60 })
    expect(at(35, rich)).toMatchObject({ tier: 'Member', missing: { tier: 'Bronze', people: 1 } })
  })

  test('people at a hosted event do not count as people who confirmed', () => {
    const hosted = Array.from({ length: 6 }, (_, week) =>
      entry(week * 7, 'eventHosted', [`guest-${week}`, `other-${week}`]),
    )
    expect(at(40, hosted)).toMatchObject({ tier: 'Member', points: 60, confirmers: new Set() })
  })

  test('the tier stays for 30 days after its points have expired, and is then lost', () => {
    const graceUntil = isoInstant(day(180 + 30))
    expect(at(180, bronze)).toMatchObject({
      tier: 'Bronze',
      points: 45,
      graceUntil,
      since: isoInstant(day(12)),
      missing: { tier: 'Bronze', points: 5 },
      changesAt: isoInstant(day(184)),
    })
    expect(at(200, bronze)).toMatchObject({ tier: 'Bronze', graceUntil, changesAt: graceUntil })
    expect(at(210, bronze)).toMatchObject({ tier: 'Member', points: 0 })
    expect(at(210, bronze).changesAt).toBeUndefined()
    expect(at(210, bronze).since).toBeUndefined()
  })

  test('a member who earns enough again within the grace period keeps the date of the tier', () => {
    const back = [...bronze, entry(197, 'meetingHeld', ['eve']), entry(197, 'referral', ['finn'])]
    const more = [...back, entry(204, 'meetingHeld', ['gil']), entry(205, 'referral', ['hana'])]
    expect(at(200, back)).toMatchObject({ tier: 'Bronze', graceUntil: isoInstant(day(210)) })
    const regained = at(212, more)
    expect(regained).toMatchObject({ tier: 'Bronze', since: isoInstant(day(12)), points: 50 })
    expect(regained.graceUntil).toBeUndefined()
  })

  test('a member who loses Silver keeps Bronze, with its original date', () => {
    const steps = Array.from({ length: 12 }, (_, index) => entry(index * 7, 'referral', [`person-${index}`]))
    expect(at(77, steps)).toMatchObject({ tier: 'Silver', since: isoInstant(day(63)) })
    const later = at(180 + 30 + 14, steps)
    expect(later).toMatchObject({ tier: 'Bronze', since: isoInstant(day(21)) })
  })
})
