import type { PublicPrestige } from '#shared/prestige.ts'
import { type AwardKind, inMilliseconds, type RuleSet, sentenceOf } from '#shared/prestige-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { type Evaluable, evaluate } from './evaluation.ts'

/** What someone did in eight weeks. Days since the first Monday, then who confirmed it. */
const SAMPLE: readonly (readonly [
  day: number,
  kind: AwardKind,
  subject: string,
  ...confirmedBy: string[],
])[] = [
  [1, 'meetingHeld', 'Pricing for a new service', 'Tomás'],
  [9, 'promiseKept', 'Send the contract template', 'Tomás'],
  [15, 'thanks', 'A useful hour', 'Tomás'],
  [22, 'referral', 'A printer for the spring catalogue', 'Ines'],
  [30, 'introductionMet', 'Ines and Noah', 'Ines', 'Noah'],
  [31, 'eventAttended', 'Winter open house', 'Olga'],
  [37, 'meetingHeld', 'First steps in exports', 'Priya'],
  [45, 'business', 'A website for the bakery', 'Noah'],
  [50, 'meetingHeld', 'Hiring the first employee', 'Sam'],
]
const NAME = 'Maya'
const MONDAY = Date.parse('2026-01-05T09:00:00Z')
const END = MONDAY + inMilliseconds(56)

/** Calculated by the same function as everyone's tier. */
export function workedExample(rules: RuleSet): PublicPrestige['example'] {
  const entries = SAMPLE.map(([day, kind, , ...confirmedBy], index): Evaluable => {
    const at = MONDAY + inMilliseconds(day)
    return {
      id: String(index),
      kind,
      points: rules.points[kind],
      confirmedBy,
      at: isoInstant(at),
      expiresAt: isoInstant(at + inMilliseconds(rules.validDays)),
    }
  })
  const { tier, points, confirmers, since, missing, counts } = evaluate(entries, rules, END)
  return {
    name: NAME,
    items: entries.map(({ id, kind, confirmedBy, at, points: whole }, index) => ({
      kind,
      sentence: sentenceOf(kind, SAMPLE[index]![2]),
      confirmedBy,
      at,
      points: whole,
      ...counts.get(id)!,
    })),
    summary: { tier, points, people: confirmers.size, ...(since && { since }), ...(missing && { missing }) },
  }
}
