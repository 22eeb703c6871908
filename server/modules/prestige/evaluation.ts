import type { Tier } from '#shared/people/tiers.ts'
import { EVENT_KINDS, inMilliseconds, type LessReason, type RuleSet } from '#shared/prestige/rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { dayNumber, weekOfDay } from '#server/lib/time/weeks.ts'

import type { EntryDocument } from './collection.ts'
import { tierHistory } from './tier-history.ts'

/** The fields of an entry that the evaluation uses. */
export type Evaluable = Pick<
  EntryDocument,
  'id' | 'kind' | 'points' | 'confirmedBy' | 'at' | 'expiresAt' | 'voided'
>

/** Points of an entry that count now, and the reason if they are less than its points. */
export interface Count {
  counted: number
  less?: LessReason
}

export interface Evaluation {
  tier: Tier
  points: number
  /** Confirmers of entries that count, excluding those of events. */
  confirmers: ReadonlySet<string>
  /** ISO instant from which the tier has been held; undefined for `Member`. */
  since?: string
  /** ISO instant at which the tier ends, while points or people no longer suffice. */
  graceUntil?: string
  /** Requirements for the next tier, or, in the grace period, for keeping this one. Undefined at the top. */
  missing?: { tier: Tier; points: number; people: number }
  /** Time at which any of this changes without new entries. ISO instant. */
  changesAt?: string
  /** Counts by the id of each entry. */
  counts: ReadonlyMap<string, Count>
}

const instantOf = (time?: number) => (time === undefined ? undefined : isoInstant(time))

/**
 * Evaluates a member's entries under a rule set at a time. A pure function of the set: the order in which entries
 * were written, or rewritten, does not matter.
 * @param entries all of one member
 * @param now epoch milliseconds
 */
export function evaluate(entries: Iterable<Evaluable>, rules: RuleSet, now: number): Evaluation {
  const all = [...entries]
  const earned = earnedPoints(all, rules)
  const history = tierHistory(
    all.flatMap((entry) => {
      const points = earned.get(entry.id)?.counted ?? 0
      return points > 0 ? [{ points, people: peopleOf(entry), ...times(entry) }] : []
    }),
    rules,
    now,
  )
  const { changesAt, since, graceUntil, ...rest } = history
  return {
    ...rest,
    since: instantOf(since),
    graceUntil: instantOf(graceUntil),
    changesAt: instantOf(changesAt),
    counts: new Map(all.map((entry) => [entry.id, countNow(entry, earned.get(entry.id), now)])),
  }
}

/** @param earned points that count while it is valid */
export function countNow(
  { voided, at, expiresAt }: Pick<Evaluable, 'voided' | 'at' | 'expiresAt'>,
  earned: Count = { counted: 0 },
  now: number,
): Count {
  if (voided) return { counted: 0, less: 'voided' }
  if (Date.parse(at) > now) return { counted: 0, less: 'pending' }
  if (Date.parse(expiresAt) <= now) return { counted: 0, less: 'expired' }
  return earned
}

/** Points of each valid entry that is not voided: less between the same two members, and up to the cap. */
function earnedPoints(entries: readonly Evaluable[], rules: RuleSet): ReadonlyMap<string, Count> {
  const shareOf = createPairShares(rules)
  const ofWeek = new Map<number, number>()
  return new Map(
    inOrder(entries.filter(({ voided }) => !voided)).map((entry): [string, Count] => {
      const worth = entry.points * shareOf(entry)
      const week = weekOfDay(dayNumber(Date.parse(entry.at)))
      const before = ofWeek.get(week) ?? 0
      const counted = Math.min(worth, Math.max(0, rules.weeklyCap - before))
      ofWeek.set(week, before + counted)
      if (counted < worth) return [entry.id, { counted, less: 'weeklyCap' }]
      return [entry.id, worth < entry.points ? { counted, less: 'samePair' } : { counted }]
    }),
  )
}

/**
 * Called with each entry in order. An entry with several confirmers gets the share of the one who confirmed least
 * before, and counts as one between the member and each of them.
 */
function createPairShares({ samePairShares: shares, samePairDays }: RuleSet) {
  const window = inMilliseconds(samePairDays)
  const timesOfPair = new Map<string, number[]>()
  return (entry: Evaluable) => {
    const at = Date.parse(entry.at)
    const pairs = entry.confirmedBy.map((confirmer) => {
      const key = `${isOfEvent(entry) ? 'event' : 'person'} ${confirmer}`
      const recent = (timesOfPair.get(key) ?? []).filter((time) => at - time < window)
      timesOfPair.set(key, [...recent, at])
      return recent.length
    })
    return pairs.length === 0 ? 0 : shares[Math.min(...pairs, shares.length - 1)]!
  }
}

const inOrder = (entries: readonly Evaluable[]) =>
  entries.toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id))
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const isOfEvent = ({ kind }: Pick<Evaluable, 'kind'>) => EVENT_KINDS.includes(kind)
const peopleOf = (entry: Evaluable) => (isOfEvent(entry) ? [] : entry.confirmedBy)
const times = ({ at, expiresAt }: Evaluable) => ({ from: Date.parse(at), until: Date.parse(expiresAt) })
