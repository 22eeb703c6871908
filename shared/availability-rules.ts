/** Limits and checks of availability. Imports nothing, so that the browser can import it. */
export const AVAILABILITY_LIMITS = { windows: 28, windowsPerDay: 4, daysOff: 20 } as const

/** Until a member sets their own: Monday to Friday, 9 to 17. */
export const USUAL_HOURS = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }))

interface Span {
  from: string
  to: string
}
interface Hours {
  windows: readonly (Span & { day: number })[]
  daysOff: readonly Span[]
}

/** What is wrong with hours and days daysOff, by dotted path; empty when nothing is. */
export function availabilityErrors({ windows, daysOff }: Hours): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [at, { day, from, to }] of windows.entries()) {
    const sameDay = windows.filter((other) => other.day === day)
    const overlaps = sameDay.some((other) => other !== windows[at] && from < other.to && other.from < to)
    if (to <= from) errors[`windows.${at}.to`] = 'Choose a time after the start.'
    else if (overlaps) errors[`windows.${at}.from`] = 'This overlaps other hours on the same day.'
    else if (sameDay.indexOf(windows[at]!) >= AVAILABILITY_LIMITS.windowsPerDay) {
      errors[`windows.${at}.from`] = `Add at most ${AVAILABILITY_LIMITS.windowsPerDay} times a day.`
    }
  }
  for (const [at, { from, to }] of daysOff.entries()) {
    if (!from) errors[`daysOff.${at}.from`] = 'Enter the first day.'
    if (!to) errors[`daysOff.${at}.to`] = 'Enter the last day.'
    else if (to < from) errors[`daysOff.${at}.to`] = 'Enter the first day or a later one.'
  }
  return errors
}

/** Sorted, so that the same hours are always alike. */
export const sortedHours = <W extends Span & { day: number }, A extends Span>(hours: {
  windows: readonly W[]
  daysOff: readonly A[]
}) => ({
  windows: hours.windows.toSorted((a, b) => a.day - b.day || (a.from < b.from ? -1 : 1)),
  daysOff: hours.daysOff.toSorted((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1)),
})
