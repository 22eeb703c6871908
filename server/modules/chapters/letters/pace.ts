import type { LETTERS_PER_WEEK } from '#shared/chapters/rules.ts'
import { HOUR, WEEK } from '#shared/lib/durations.ts'

type PerWeek = (typeof LETTERS_PER_WEEK)[number]

/** Milliseconds. An hour less than a week, so that a letter can be sent at the same time each week when clocks go forward. */
export const PACE = WEEK - HOUR

/** Whether a letter at `at` leaves at most so many in any week. @param others times of others, in milliseconds */
export function fitsPace(others: readonly number[], at: number, perWeek: PerWeek = '1') {
  const times = [...others, at].toSorted((a, b) => a - b)
  const index = times.lastIndexOf(at)
  const most = Number(perWeek)
  // Others may be too many already, since the number was lowered: only weeks with this one count.
  return times
    .slice(Math.max(index - most, 0), index + 1)
    .every((time, from) => (times[Math.max(index - most, 0) + from + most] ?? Infinity) - time >= PACE)
}

/** The earliest time from `now` on at which another letter can be sent. */
export const nextFree = (others: readonly number[], now: number, perWeek?: PerWeek) =>
  [now, ...others.map((time) => time + PACE).filter((time) => time > now)]
    .toSorted((a, b) => a - b)
    .find((time) => fitsPace(others, time, perWeek))!
