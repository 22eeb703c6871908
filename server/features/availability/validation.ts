import type { AvailabilityEdit, AvailabilityWindow } from '#shared/availability.ts'
import { AVAILABILITY_LIMITS } from '#shared/availability-rules.ts'
import { invalidFields } from '#server/lib/failure.ts'

/** @throws Failure 400 with each window and away date that is wrong */
export function validate({ windows, away }: AvailabilityEdit) {
  const errors: Record<string, string> = {}
  const byDay = Map.groupBy(windows, ({ day }) => day)
  for (const [at, window] of windows.entries()) {
    const sameDay = byDay.get(window.day)!
    if (window.to <= window.from) errors[`windows.${at}.to`] = 'Enter a time after the start.'
    else if (sameDay.some((other) => other !== window && overlaps(window, other))) {
      errors[`windows.${at}.from`] = 'This overlaps other hours on the same day.'
    } else if (sameDay.indexOf(window) >= AVAILABILITY_LIMITS.windowsPerDay) {
      errors[`windows.${at}.from`] = `Enter at most ${AVAILABILITY_LIMITS.windowsPerDay} times a day.`
    }
  }
  for (const [at, { from, to }] of away.entries()) {
    if (to < from) errors[`away.${at}.to`] = 'Enter the first day or a later one.'
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

const overlaps = (a: AvailabilityWindow, b: AvailabilityWindow) => a.from < b.to && b.from < a.to

/** Sorted, so that the same hours are stored alike. */
export const normalised = ({ windows, away }: AvailabilityEdit): AvailabilityEdit => ({
  windows: windows
    .map(({ day, from, to }) => ({ day, from, to }))
    .toSorted((a, b) => a.day - b.day || (a.from < b.from ? -1 : 1)),
  away: away
    .map(({ from, to }) => ({ from, to }))
    .toSorted((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1)),
})
