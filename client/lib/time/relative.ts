import { LOCALE } from '#client/lib/dates.ts'

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number, below: number][] = [
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 14],
  ['week', 7 * 86_400_000, 9],
]
const MONTH = 30.44 * 86_400_000

const words = new Intl.RelativeTimeFormat(LOCALE)

/** `in 2 hours`, `3 days ago`. @param now milliseconds */
export function formatRelative(instant: string, now: number) {
  const away = Date.parse(instant) - now
  if (Math.abs(away) <= 30_000) return away < 0 ? 'just now' : 'in a moment'
  for (const [unit, length, below] of STEPS) {
    const count = Math.round(away / length)
    if (Math.abs(count) < below) return words.format(count, unit)
  }
  return words.format(Math.round(away / MONTH), 'month')
}
