import type { PublicPrestige } from '#shared/prestige/schema.ts'
import * as m from '#shared/prestige/messages.ts'
import { type AwardKind, inMilliseconds, type RuleSet } from '#shared/prestige/rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { type Evaluable, evaluate } from './evaluation.ts'

// oxlint-disable prose/untranslated -- The names of people are the same in all languages.

/** Results of a sample member in eight weeks: days since the first Monday, then the confirmer. */
const SAMPLE: readonly (readonly [
  day: number,
  kind: AwardKind,
  subject: () => string,
  ...confirmedBy: string[],
])[] = [
  [1, 'meetingHeld', m.exampleSubjectPricing, 'Tomás'],
  [9, 'promiseKept', m.exampleSubjectContract, 'Tomás'],
  [15, 'thanks', m.exampleSubjectHour, 'Tomás'],
  [22, 'referral', m.exampleSubjectPrinter, 'Ines'],
  [30, 'introductionMet', m.exampleSubjectIntroduction, 'Ines', 'Noah'],
  [31, 'eventAttended', m.exampleSubjectOpenHouse, 'Olga'],
  [37, 'meetingHeld', m.exampleSubjectExports, 'Priya'],
  [45, 'business', m.exampleSubjectWebsite, 'Noah'],
  [50, 'meetingHeld', m.exampleSubjectHiring, 'Sam'],
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
      sentence: m.entrySentence({ kind, subject: SAMPLE[index]![2]() }),
      confirmedBy,
      at,
      points: whole,
      ...counts.get(id)!,
    })),
    summary: { tier, points, people: confirmers.size, since, missing },
  }
}
