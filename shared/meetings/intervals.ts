/** Includes `start` and excludes `end`, in epoch milliseconds. Lists are sorted, and their intervals don't touch. */
export interface Interval {
  start: number
  end: number
}

/** Turns intervals into a list: sorted, without empty ones, and with overlapping or adjacent ones joined. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = []
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (end <= start) continue
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}

/** Intersection of both lists. */
export function intersection(one: readonly Interval[], other: readonly Interval[]): Interval[] {
  const both: Interval[] = []
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const [a, b] = [one[i]!, other[j]!]
    const start = Math.max(a.start, b.start)
    const end = Math.min(a.end, b.end)
    if (start < end) both.push({ start, end })
    if (a.end < b.end) i += 1
    else j += 1
  }
  return both
}

/** The list without `removed`, which can be in any order and overlap. */
export function without(list: readonly Interval[], removed: readonly Interval[]): Interval[] {
  const gaps: Interval[] = []
  let start = -Infinity
  for (const taken of joined(removed)) {
    gaps.push({ start, end: taken.start })
    start = taken.end
  }
  return intersection(list, [...gaps, { start, end: Infinity }])
}
