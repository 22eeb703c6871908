import { inMilliseconds, type RuleSet } from '#shared/prestige/rules.ts'
import type { Tier } from '#shared/people/tiers.ts'

/** Points that count in a period. Epoch milliseconds, `until` excluded. */
interface Stretch {
  points: number
  people: readonly string[]
  from: number
  until: number
}

interface Standing {
  tier: Tier
  points: number
  confirmers: ReadonlySet<string>
  /** Epoch milliseconds, like all times. */
  since?: number
  graceUntil?: number
  missing?: { tier: Tier; points: number; people: number }
  changesAt?: number
}

/** The times from which a tier has been held, and from which its conditions are no longer met. */
interface Holding {
  since: number
  missingSince?: number
}

/**
 * The tier at `now`, which depends on the past: it is held from when it is first reached until its requirements have
 * been missing for the grace period.
 */
export function tierHistory(stretches: readonly Stretch[], rules: RuleSet, now: number): Standing {
  const grace = inMilliseconds(rules.graceDays)
  const total = createTotal()
  const holdings = rules.tiers.map((): Holding | undefined => undefined)
  const changes = stretches
    .flatMap((stretch) => [
      { at: stretch.from, sign: 1, stretch },
      { at: stretch.until, sign: -1, stretch },
    ])
    .toSorted((a, b) => a.at - b.at)
  const past = changes.filter(({ at }) => at <= now)

  for (const [index, { at, sign, stretch }] of past.entries()) {
    total.add(stretch, sign)
    if (past[index + 1]?.at === at) continue
    for (const [rank, needs] of rules.tiers.entries()) {
      holdings[rank] = nextHolding(holdings[rank], total.meets(needs), at, grace)
    }
  }

  const rank = holdings.findLastIndex((held) => held && !hasEnded(held, now, grace))
  const held = holdings[rank]
  const graceUntil = held?.missingSince === undefined ? undefined : held.missingSince + grace
  const unmet = rules.tiers.find((needs) => !total.meets(needs))
  const times = [changes[past.length]?.at, graceUntil].filter((time) => time !== undefined)
  return {
    tier: rules.tiers[rank]?.tier ?? 'Member',
    points: total.points,
    confirmers: total.people(),
    since: held?.since,
    graceUntil,
    missing: unmet && total.missing(unmet),
    changesAt: times.length > 0 ? Math.min(...times) : undefined,
  }
}

function nextHolding(before: Holding | undefined, isMet: boolean, at: number, grace: number) {
  const held = before && !hasEnded(before, at, grace) ? before : undefined
  if (isMet) return { since: held?.since ?? at }
  return held && { ...held, missingSince: held.missingSince ?? at }
}

const hasEnded = ({ missingSince = Infinity }: Holding, at: number, grace: number) =>
  at >= missingSince + grace

function createTotal() {
  const entriesOf = new Map<string, number>()
  let points = 0
  const meets = (needs: { points: number; people: number }) =>
    points >= needs.points && entriesOf.size >= needs.people
  return {
    get points() {
      return points
    },
    people: () => new Set(entriesOf.keys()),
    add(stretch: Stretch, sign: number) {
      points += sign * stretch.points
      for (const person of stretch.people) {
        const entries = (entriesOf.get(person) ?? 0) + sign
        if (entries > 0) entriesOf.set(person, entries)
        else entriesOf.delete(person)
      }
    },
    meets,
    missing: ({ tier, points: needed, people }: RuleSet['tiers'][number]) => ({
      tier,
      points: Math.max(0, needed - points),
      people: Math.max(0, people - entriesOf.size),
    }),
  }
}
