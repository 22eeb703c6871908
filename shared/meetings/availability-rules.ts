/** Limits and checks of availability. Does not import the schema library, so that the browser can import it. */

import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'

import * as m from './messages.ts'

export const AVAILABILITY_LIMITS = { windows: 28, windowsPerDay: 4, daysOff: 20 } as const

/** Times for a meeting are found from half a day after the request until two weeks after it, in milliseconds. */
export const BEST_TIMES = { earliest: 12 * HOUR, latest: 14 * DAY } as const

/** Every zone's offset is a multiple of it, so that a time on this grid is on the quarter hour everywhere. */
export const GRID = 15 * MINUTE
/** Busy times on the grid start and end on each of its lines at most once. */
export const MAX_BUSY_EDGES = BEST_TIMES.latest / GRID + 2

/** The default until a member sets their own hours: Monday to Friday, 9 to 17. */
export const USUAL_HOURS = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }))

interface Span {
  from: string
  to: string
}
interface Hours {
  windows: readonly (Span & { day: number })[]
  daysOff: readonly Span[]
}

/** Errors of hours and days off, by dotted path; empty when there are none. */
export function availabilityErrors({ windows, daysOff }: Hours): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [at, { day, from, to }] of windows.entries()) {
    const sameDay = windows.filter((other) => other.day === day)
    const overlaps = sameDay.some((other) => other !== windows[at] && from < other.to && other.from < to)
    if (to <= from) errors[`windows.${at}.to`] = m.hoursRuleAfter()
    else if (overlaps) errors[`windows.${at}.from`] = m.hoursRuleOverlap()
    else if (sameDay.indexOf(windows[at]!) >= AVAILABILITY_LIMITS.windowsPerDay) {
      errors[`windows.${at}.from`] = m.hoursRuleMost({ most: AVAILABILITY_LIMITS.windowsPerDay })
    }
  }
  for (const [at, { from, to }] of daysOff.entries()) {
    if (!from) errors[`daysOff.${at}.from`] = m.daysOffRuleFirst()
    if (!to) errors[`daysOff.${at}.to`] = m.daysOffRuleLast()
    else if (to < from) errors[`daysOff.${at}.to`] = m.daysOffRuleOrder()
  }
  return errors
}

/** Sorted, so that equal hours have equal texts. */
export const sortedHours = <W extends Span & { day: number }, A extends Span>(hours: {
  windows: readonly W[]
  daysOff: readonly A[]
}) => ({
  windows: hours.windows.toSorted((a, b) => a.day - b.day || (a.from < b.from ? -1 : 1)),
  daysOff: hours.daysOff.toSorted((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1)),
})
